/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/channels/transposed_samples.h"
#include "exec/executor/upload.h"
#include "exec/synthesizers/fused_branch_sums.h"
#include "math/divided_up.h"
#include "plan/choice/choose_branch_plan.h"

namespace gpufft {

namespace {

std::int64_t branch_taps(const synthesizer_shape& s, const std::vector<double>& taps)
{
    return divided_up(static_cast<std::int64_t>(taps.size()), s.channels);
}

} // namespace

std::shared_ptr<const fused_branch_sums>
fused_branch_sums::make(const synthesizer_shape& s,
                        const std::vector<double>& taps,
                        const std::shared_ptr<device>& on)
{
    const auto how = choose_branch_plan(
        s.points, { branch_taps(s, taps), s.points / s.channels }, on->info().limits);
    return how ? std::make_shared<fused_branch_sums>(s, taps, *how, on) : nullptr;
}

fused_branch_sums::fused_branch_sums(const synthesizer_shape& s,
                                     const std::vector<double>& taps,
                                     const plan& how,
                                     const std::shared_ptr<device>& on)
    : d_shape(s), d_kernel(std::make_shared<const executor>(how, on))
{
    upload(taps);
}

std::shared_ptr<const fused_branch_sums>
fused_branch_sums::with_taps(const std::vector<double>& taps) const
{
    if (branch_taps(d_shape, taps) != static_cast<std::int64_t>(taps_per_branch()))
        return nullptr;
    const std::shared_ptr<fused_branch_sums> other(new fused_branch_sums(*this));
    other->upload(taps);
    return other;
}

std::size_t fused_branch_sums::taps_per_branch() const
{
    const auto& store = d_kernel->made_plan().passes.front().store;
    return static_cast<std::size_t>(store.branches->taps_per_branch);
}

void fused_branch_sums::upload(const std::vector<double>& taps)
{
    std::vector<float> whole(taps.begin(), taps.end());
    whole.resize(taps_per_branch() * static_cast<std::size_t>(d_shape.channels));
    d_taps = upload_now(*d_kernel->on(), whole.data(), whole.size() * sizeof(float));
}

std::size_t fused_branch_sums::output_bytes(std::size_t rows) const
{
    return (rows - rows_before()) * static_cast<std::size_t>(d_shape.channels) *
           sizeof(channel_sample);
}

void fused_branch_sums::enqueue_untransformed(queue& q,
                                              const executor_memory& rows_in,
                                              buffer& to,
                                              std::size_t rows,
                                              std::uint32_t first_row) const
{
    executor_memory memory;
    memory.in = rows_in.in;
    memory.in_offset = rows_in.in_offset;
    memory.is_in_ring = rows_in.is_in_ring;
    memory.out[0] = &to;
    memory.window = d_taps.get();
    memory.first_row = first_row;
    d_kernel->enqueue(q, memory, static_cast<std::uint32_t>(rows));
}

} // namespace gpufft
