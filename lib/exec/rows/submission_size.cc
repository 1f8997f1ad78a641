/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/host/host_arrays.h"
#include "exec/memory/aligned_rows.h"
#include "exec/memory/link_rates.h"
#include "exec/rows/submission_size.h"
#include <algorithm>
#include <numeric>

namespace gpufft {

namespace {

// Where a link is not measured: four of them in flight reach the full rate of PCIe 5,
// see measurements.md, "Pieces in flight over PCIe 5".
constexpr std::size_t GPU_CHUNK_BYTES = std::size_t(4) << 20;
// A CPU device copies nothing: what each thread has of a chunk need only outweigh the
// launch, at whose end they wait for each other, and should stay in the thread's
// caches. In flowgraphs half as much and twice as much were slower: see
// measurements.md, "Pieces of a CPU device's threads".
constexpr std::size_t THREAD_CHUNK_BYTES = std::size_t(1) << 20;
constexpr std::size_t MOST_CPU_CHUNK_BYTES = std::size_t(4) << 20;
// Chunks may be as long as this so that all begin where a CPU device works in place.
constexpr std::size_t MOST_ALIGNED_BYTES = 2 * MOST_CPU_CHUNK_BYTES;

// What stays on the device waits for no link, just for threads that hand it over: some
// 100 us for a block, in which these bytes take 60 to 80 us, see measurements.md, "Rings
// and pieces of chains". Smaller GPUs have less memory to spare.
constexpr std::size_t RESIDENT_BYTES = std::size_t(64) << 20;
constexpr std::size_t RESIDENT_SHARE = 256;

// Copies each way, a kernel, and one that begins or ends.
constexpr int GPU_DEPTH = 4;
// One that runs, the next, and one that the caller is at; a fourth made nothing faster.
constexpr int CPU_DEPTH = 3;

std::size_t chunk_bytes(device& on)
{
    const auto& limits = on.info().limits;
    if (limits.is_cpu)
        return std::min(MOST_CPU_CHUNK_BYTES,
                        THREAD_CHUNK_BYTES *
                            static_cast<std::size_t>(std::max(1, limits.compute_units)));
    return useful_piece_bytes(link_rates_of(on), GPU_CHUNK_BYTES);
}

// What a submission of `rows` rows takes on the device.
std::size_t device_bytes(const executor& e, std::size_t rows)
{
    const auto& t = e.made_plan().request;
    const auto in = e.input_bytes(rows) * planes_of(t.input_layout);
    const auto out = e.output_bytes(rows) * planes_of(t.output_layout);
    return (t.in_place ? std::max(in, out) : in + out) + e.workspace_bytes(rows);
}

bool fits(const executor& e, std::size_t rows)
{
    const auto& limits = e.on()->info().limits;
    const auto largest =
        std::max({ e.input_bytes(rows), e.output_bytes(rows), e.workspace_bytes(rows) });
    return largest <= static_cast<std::size_t>(limits.max_allocation_bytes) &&
           device_bytes(e, rows) <=
               static_cast<std::size_t>(limits.global_memory_bytes) / 4;
}

// Rows whose elements lie between those of each other: each submission covers the gaps
// as well, so there should be few.
std::size_t interleaved_rows(std::int64_t extent, std::int64_t distance)
{
    return extent <= distance ? 1 : static_cast<std::size_t>(4 * (extent / distance));
}

} // namespace

namespace {

//! Rows after which another submission begins where a CPU device works in place, so that
//! arrays which begin so are not copied; 1: at any, or that is too far.
std::size_t rows_in_place(const executor& e, const transform& t, std::size_t row_bytes)
{
    if (!e.on()->info().limits.is_cpu)
        return 1;
    const auto period = aligned_rows(input_row_bytes(t), output_row_bytes(t)).period();
    return period * row_bytes <= MOST_ALIGNED_BYTES ? period : 1;
}

} // namespace

std::size_t linked_submission_rows(const executor& e)
{
    const auto t = packed(e.made_plan().request);
    const auto row = std::max(input_row_bytes(t), output_row_bytes(t));
    const auto memory =
        static_cast<std::size_t>(e.on()->info().limits.global_memory_bytes);
    const auto bytes = std::min(RESIDENT_BYTES, memory / RESIDENT_SHARE);
    auto rows = std::clamp<std::size_t>(bytes / row, 1, e.max_rows());
    while (rows > 1 && e.workspace_bytes(rows) > memory / 16)
        rows /= 2;
    return rows;
}

std::size_t submission_rows(const executor& e)
{
    const auto t = packed(e.made_plan().request);
    const auto chunk = chunk_bytes(*e.on());
    const auto row = std::max(input_row_bytes(t), output_row_bytes(t));
    const auto in_place = rows_in_place(e, t, row);
    auto rows = std::max({ in_place,
                           chunk / row,
                           interleaved_rows(input_extent(t), t.input_distance),
                           interleaved_rows(output_extent(t), t.output_distance) });
    rows = std::min(rows, e.max_rows());
    while (rows > 1 && !fits(e, rows))
        rows /= 2;
    // Whole workgroups, where a workgroup takes several rows.
    const auto& first = e.made_plan().passes.front();
    const auto together = std::lcm(
        in_place,
        first.columns_are_rows() ? static_cast<std::size_t>(first.columns.size) : 1);
    return rows < together ? rows : rows / together * together;
}

std::size_t submissions_in_flight(const executor& e, std::size_t rows, int wanted)
{
    const auto& limits = e.on()->info().limits;
    const auto memory = static_cast<std::size_t>(limits.global_memory_bytes);
    if (wanted < 1)
        wanted = limits.is_cpu ? CPU_DEPTH : GPU_DEPTH;
    return std::clamp<std::size_t>(memory / 4 / device_bytes(e, rows), 1, wanted);
}

} // namespace gpufft
