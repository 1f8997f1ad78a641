/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/spectrum_size.h"
#include <algorithm>

namespace gpufft {

namespace {

// Over PCIe 5, four chunks of 2 to 4 MiB in flight reach the full rate. A CPU device
// copies nothing; a chunk need only outweigh its launches, and should stay in the caches.
constexpr std::size_t GPU_CHUNK_BYTES = std::size_t(4) << 20;
constexpr std::size_t CPU_CHUNK_BYTES = std::size_t(1) << 20;
// Where frames overlap so much that there are more spectra than samples, these bound the
// submission: with spectra of all frames, four times as much.
constexpr std::size_t SPECTRA_PER_CHUNK = 4;

// Workgroups for each compute unit: GPUs hide latency behind others, CPU devices share
// what is left at the end among all.
constexpr std::size_t GPU_GROUPS = 8;
constexpr std::size_t CPU_GROUPS = 4;

bool is_cpu(const frame_front& f) { return f.on()->info().limits.is_cpu; }

// What a submission takes on the device at most: partial results, averages, and output.
std::size_t device_bytes(const frame_front& f, std::size_t frames)
{
    return f.sample_bytes(frames) + f.scratch_bytes(frames) + 3 * f.partial_bytes(frames);
}

bool fits(const frame_front& f, std::size_t frames)
{
    const auto& limits = f.on()->info().limits;
    const auto largest = std::max(
        { f.sample_bytes(frames), f.scratch_bytes(frames), f.partial_bytes(frames) });
    return largest <= static_cast<std::size_t>(limits.max_allocation_bytes) &&
           device_bytes(f, frames) <=
               static_cast<std::size_t>(limits.global_memory_bytes) / 4;
}

} // namespace

std::size_t spectrum_frames(const frame_front& f)
{
    const auto& what = f.made_plan().what;
    const auto chunk = is_cpu(f) ? CPU_CHUNK_BYTES : GPU_CHUNK_BYTES;
    const auto by_samples = chunk / (what.hop * sample_bytes(what.samples));
    const auto by_spectra = SPECTRA_PER_CHUNK * chunk / f.partial_bytes(1);
    auto frames = std::clamp<std::size_t>(
        std::min(by_samples, by_spectra), 1, std::max<std::size_t>(1, f.max_frames()));
    while (frames > 1 && !fits(f, frames))
        frames /= 2;
    return frames;
}

std::size_t spectra_in_flight(const frame_front& f, std::size_t frames, int wanted)
{
    const auto memory =
        static_cast<std::size_t>(f.on()->info().limits.global_memory_bytes);
    return std::clamp<std::size_t>(
        memory / 4 / device_bytes(f, frames), 1, std::max(1, wanted));
}

std::size_t employing_rows(const frame_front& f)
{
    const auto& plan = f.made_plan();
    const auto& first = plan.front.passes.front();
    const bool takes_several = plan.is_fused && first.columns_are_rows();
    const auto together =
        takes_several ? static_cast<std::size_t>(first.columns.size) : 1;
    const auto units = std::max(1, f.on()->info().limits.compute_units);
    return units * (is_cpu(f) ? CPU_GROUPS : GPU_GROUPS) * together;
}

} // namespace gpufft
