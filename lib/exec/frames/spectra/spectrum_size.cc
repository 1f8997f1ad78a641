/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/frames/spectra/spectrum_size.h"
#include "exec/memory/link_rates.h"
#include <algorithm>

namespace gpufft {

namespace {

// Over PCIe 5, four chunks of 2 to 4 MiB in flight reach the full rate, see
// measurements.md, "Pieces in flight over PCIe 5"; other links may need more.
constexpr std::size_t GPU_CHUNK_BYTES = std::size_t(4) << 20;
// A CPU device copies nothing: a chunk should outweigh its launches, and have several
// frames for each run, whose power is stored and read once more: see measurements.md,
// "Chunks of spectra".
constexpr std::size_t THREAD_CHUNK_BYTES = std::size_t(2) << 20;
constexpr std::size_t MOST_CPU_CHUNK_BYTES = std::size_t(4) << 20;
// Blocks that share an upload keep each other from the driver: a submission takes each of
// three some 60 to 80 us, and this many bytes take the link five times that, see
// measurements.md, "Pieces of a shared upload".
constexpr std::size_t LINKED_CHUNK_BYTES = std::size_t(16) << 20;
// Where frames overlap so much that there are more spectra than samples, these bound the
// submission: with spectra of all frames, four times as much.
constexpr std::size_t SPECTRA_PER_CHUNK = 4;

// Samples of 4 bytes come to whole cache lines.
constexpr std::size_t FRAMES_TOGETHER = 16;

// Workgroups for each compute unit. Other submissions are in flight beside this one, so
// it need not fill a GPU; CPU devices share what is left at the end among all threads.
constexpr std::size_t GPU_GROUPS = 2;
constexpr std::size_t CPU_GROUPS = 4;

// A run's result is written and read once: of 64 frames that is little beside the
// samples. CPU devices that accumulate spectra of their own launch go through columns,
// which should stay in their caches, as those of 8 frames do: see measurements.md, "Runs
// of frames".
constexpr std::size_t LONGEST_RUN = 64;
constexpr std::size_t CPU_RUN_FRAMES = 8;
// Runs of one average come together one after the other, and the next submission's
// after those: on a GPU so many are done before the next chunk is there, see
// measurements.md, "Combining runs".
constexpr std::size_t GPU_RUNS = 128;

bool is_cpu(const frame_front& f) { return f.on()->info().limits.is_cpu; }

std::size_t compute_units(const frame_front& f)
{
    return static_cast<std::size_t>(std::max(1, f.on()->info().limits.compute_units));
}

std::size_t chunk_bytes(const frame_front& f)
{
    if (is_cpu(f))
        return std::min(MOST_CPU_CHUNK_BYTES, compute_units(f) * THREAD_CHUNK_BYTES);
    return std::max(GPU_CHUNK_BYTES,
                    useful_piece_bytes(link_rates_of(*f.on()), GPU_CHUNK_BYTES));
}

// What a submission takes on the device at most: partial results, averages, and output.
std::size_t device_bytes(const frame_front& f, std::size_t frames)
{
    return f.sample_bytes(frames) + f.workspace_bytes(frames) +
           3 * f.partial_bytes(frames);
}

bool fits(const frame_front& f, std::size_t frames)
{
    const auto& limits = f.on()->info().limits;
    const auto largest = std::max(
        { f.sample_bytes(frames), f.workspace_bytes(frames), f.partial_bytes(frames) });
    return largest <= static_cast<std::size_t>(limits.max_allocation_bytes) &&
           device_bytes(f, frames) <=
               static_cast<std::size_t>(limits.global_memory_bytes) / 4;
}

} // namespace

namespace {

std::size_t frames_of(const frame_front& f, std::size_t chunk)
{
    const auto& request = f.made_plan().request;
    const auto by_samples = chunk / (request.hop * sample_bytes(request.samples));
    const auto by_spectra = SPECTRA_PER_CHUNK * chunk / f.partial_bytes(1);
    auto frames = std::clamp<std::size_t>(
        std::min(by_samples, by_spectra), 1, std::max<std::size_t>(1, f.max_frames()));
    while (frames > 1 && !fits(f, frames))
        frames /= 2;
    // So that the next one begins where vectors may, if this one does.
    return frames < FRAMES_TOGETHER ? frames : frames - frames % FRAMES_TOGETHER;
}

} // namespace

std::size_t spectrum_frames(const frame_front& f) { return frames_of(f, chunk_bytes(f)); }

std::size_t linked_spectrum_frames(const frame_front& f)
{
    const auto frames = spectrum_frames(f);
    return is_cpu(f) ? frames : std::max(frames, frames_of(f, LINKED_CHUNK_BYTES));
}

std::size_t spectra_in_flight(const frame_front& f, std::size_t frames, int wanted)
{
    const auto memory =
        static_cast<std::size_t>(f.on()->info().limits.global_memory_bytes);
    return std::clamp<std::size_t>(
        memory / 4 / device_bytes(f, frames), 1, std::max(1, wanted));
}

std::size_t frames_of_run(const frame_front& f, std::size_t frames)
{
    const auto& plan = f.made_plan();
    const auto& first = plan.front.passes.front();
    const bool takes_several = plan.is_fused && first.columns_are_rows();
    const auto together =
        takes_several ? static_cast<std::size_t>(first.columns.size) : 1;
    const auto units = compute_units(f);
    if (is_cpu(f))
        return std::clamp<std::size_t>(frames / (units * CPU_GROUPS),
                                       1,
                                       plan.is_fused ? LONGEST_RUN : CPU_RUN_FRAMES);
    const auto to_employ = frames / (units * GPU_GROUPS * together);
    return std::clamp<std::size_t>(
        std::max(to_employ, frames / GPU_RUNS), 1, LONGEST_RUN);
}

} // namespace gpufft
