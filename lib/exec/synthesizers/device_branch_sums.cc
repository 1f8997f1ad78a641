/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/branch_kernels.h"
#include "exec/channels/transposed_samples.h"
#include "exec/executor/upload.h"
#include "exec/synthesizers/device_branch_sums.h"
#include "math/divided_up.h"
#include <utility>

namespace gpufft {

namespace {

int points_a_branch(const synthesizer_shape& s)
{
    return static_cast<int>(s.points / s.channels);
}

} // namespace

device_branch_sums::device_branch_sums(const synthesizer_shape& s,
                                       const std::vector<double>& taps,
                                       std::shared_ptr<device> on)
    : d_shape(s),
      d_device(std::move(on)),
      d_kernel(d_device->build(
          generate_branch_sums(points_a_branch(s), d_device->kernel_dialect())))
{
    upload(taps);
}

device_branch_sums::device_branch_sums(const device_branch_sums& other,
                                       const std::vector<double>& taps)
    : d_shape(other.d_shape), d_device(other.d_device), d_kernel(other.d_kernel)
{
    upload(taps);
}

void device_branch_sums::upload(const std::vector<double>& taps)
{
    const auto branches = d_shape.channels;
    d_per_branch = static_cast<std::size_t>(
        divided_up(static_cast<std::int64_t>(taps.size()), branches));
    std::vector<float> whole(taps.begin(), taps.end());
    whole.resize(d_per_branch * static_cast<std::size_t>(branches));
    d_taps = upload_now(*d_device, whole.data(), whole.size() * sizeof(float));
}

std::size_t device_branch_sums::output_bytes(std::size_t rows) const
{
    return (rows - rows_before()) * static_cast<std::size_t>(d_shape.channels) *
           sizeof(channel_sample);
}

void device_branch_sums::enqueue(
    queue& q, buffer& from, buffer& to, std::size_t rows, std::uint32_t first_row) const
{
    const auto branches = static_cast<std::uint32_t>(d_shape.channels);
    const auto count = static_cast<std::uint32_t>(rows - rows_before());
    q.launch(*d_kernel,
             branch_groups(points_a_branch(d_shape), branches, count),
             { &from,
               d_taps.get(),
               &to,
               branches,
               static_cast<std::uint32_t>(d_per_branch),
               first_row,
               count });
}

} // namespace gpufft
