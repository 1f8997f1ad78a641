/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/frames/histograms/persistence_size.h"
#include "exec/frames/spectra/spectrum_size.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>

namespace gpufft {

namespace {

// What frames hit of the counts comes from farther caches once a submission, so that many
// frames should: see measurements.md, "Submissions of histograms".
constexpr std::size_t CPU_FRAMES = 32;
constexpr std::size_t CPU_CHUNK_BYTES = std::size_t(8) << 20;

std::size_t memory_bytes(const persistence_kernels& how)
{
    return static_cast<std::size_t>(how.front().on()->info().limits.global_memory_bytes);
}

} // namespace

void check_levels(const persistence_request& request)
{
    if (request.levels < 2 || request.levels > MOST_LEVELS)
        throw plan_error(fmt::format(
            "levels must be 2 .. {}, got {}; 256 is usual", MOST_LEVELS, request.levels));
}

std::size_t persistence_frames(const persistence_kernels& how)
{
    const auto& front = how.front();
    auto frames = spectrum_frames(front);
    if (front.on()->info().limits.is_cpu)
        frames = std::max(frames,
                          std::min(CPU_FRAMES, CPU_CHUNK_BYTES / front.sample_bytes(1)));
    if (how.columns)
        frames = std::min(frames, how.columns->most_frames());
    frames = std::min(frames, how.max_frames());
    const auto memory = memory_bytes(how) / 16;
    while (frames > 1 && persistence_slot::device_bytes(how, frames) > memory)
        frames /= 2;
    return frames;
}

std::size_t
persistence_in_flight(const persistence_kernels& how, std::size_t frames, int wanted)
{
    // Threads that count what they have transformed find the memory of their spectra in
    // their caches again, as there is just one: calls have computed when they return.
    if (how.columns && how.columns->threads())
        return 1;
    const auto each = persistence_slot::device_bytes(how, frames);
    return std::clamp<std::size_t>(memory_bytes(how) / 4 / each, 1, std::max(wanted, 1));
}

} // namespace gpufft
