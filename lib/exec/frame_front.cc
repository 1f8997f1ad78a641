/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/hash.h"
#include "codegen/power_kernels.h"
#include "exec/frame_front.h"
#include <algorithm>
#include <limits>

namespace gpufft {

namespace {

std::size_t whole_parts(std::size_t bytes)
{
    return (bytes + PART_ALIGNMENT - 1) / PART_ALIGNMENT * PART_ALIGNMENT;
}

} // namespace

frame_front::frame_front(const power_request& what, std::shared_ptr<device> on)
    : d_plan(choose_power_plan(what, on->info().limits)),
      d_passes(std::make_shared<executor>(d_plan.front, on))
{
    if (d_plan.is_fused)
        return;
    const auto& words = dialect_of(on->info());
    if (format_of(what.samples) != sample_format::number)
        d_convert = on->build(generate_convert(what, words));
    d_accumulate = on->build(generate_accumulate(what, words));
}

std::string frame_front::id() const
{
    return stable_hash({ d_passes->id(),
                         d_convert ? d_convert->source().text : "",
                         d_accumulate ? d_accumulate->source().text : "" });
}

std::size_t frame_front::samples_of(std::size_t frames) const
{
    return (frames - 1) * d_plan.what.hop + d_plan.what.length;
}

std::size_t frame_front::sample_bytes(std::size_t frames) const
{
    return samples_of(frames) * gpufft::sample_bytes(d_plan.what.samples);
}

std::size_t frame_front::partial_bytes(std::size_t rows) const
{
    return rows * d_plan.what.bins() * sizeof(float);
}

std::size_t frame_front::converted_bytes(std::size_t frames) const
{
    return d_convert ? whole_parts(samples_of(frames) * 2 * sizeof(float)) : 0;
}

std::size_t frame_front::spectra_bytes(std::size_t frames) const
{
    return d_accumulate ? whole_parts(frames * d_plan.what.bins() * 2 * sizeof(float))
                        : 0;
}

std::size_t frame_front::scratch_bytes(std::size_t frames) const
{
    return converted_bytes(frames) + spectra_bytes(frames) +
           d_passes->scratch_bytes(frames);
}

std::size_t frame_front::max_frames() const
{
    // Converted samples are counted in parts, two a sample.
    const std::size_t most = std::numeric_limits<std::uint32_t>::max();
    const std::size_t samples = most / 2 - d_plan.what.length;
    const auto by_samples = d_convert ? 1 + samples / d_plan.what.hop : most;
    return std::min(d_passes->max_rows(), by_samples);
}

void frame_front::enqueue(queue& q, const frame_memory& m, const grouping& g) const
{
    executor_memory passes;
    passes.in[0] = m.samples;
    passes.window = m.window;
    std::shared_ptr<buffer> converted, spectra, between;
    const auto part = [&](std::size_t offset, std::size_t bytes) {
        return bytes ? on()->part_of(m.scratch, offset, bytes) : nullptr;
    };
    const auto converted_size = converted_bytes(g.frames);
    const auto spectra_size = spectra_bytes(g.frames);
    converted = part(0, converted_size);
    spectra = part(converted_size, spectra_size);
    between = part(converted_size + spectra_size, d_passes->scratch_bytes(g.frames));
    passes.scratch = between.get();
    if (d_plan.is_fused) {
        passes.out[0] = m.partials;
        passes.runs = { m.runs, g.longest, g.keep };
        d_passes->enqueue(q, passes, g.rows);
        return;
    }
    if (d_convert) {
        const auto elements = static_cast<std::uint32_t>(2 * samples_of(g.frames));
        q.launch(
            *d_convert, groups_for(elements), { m.samples, converted.get(), elements });
        passes.in[0] = converted.get();
    }
    passes.out[0] = spectra.get();
    d_passes->enqueue(q, passes, g.frames);
    q.launch(*d_accumulate,
             groups_for(d_plan.what.bins(), g.rows),
             { spectra.get(), m.partials, m.runs, g.keep, g.rows });
}

} // namespace gpufft
