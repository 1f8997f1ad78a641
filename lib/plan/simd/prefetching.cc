/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/simd/nt_stores.h"
#include "plan/simd/prefetching.h"
#include "plan/simd/row_pipeline.h"
#include "plan/simd/vector_stages.h"
#include <algorithm>

namespace gpufft {

namespace {

//! Most bytes of a tile that is prefetched without a schedule: more does not fit into the
//! first-level cache beside the stack buffer.
std::int64_t most_fetched_bytes(const pass& p) { return p.vector().l1_bytes; }

//! Most bytes of a tile of rows that is prefetched by a schedule, and waits in the
//! second-level cache with the stack buffer of all its lanes: larger tiles are faster
//! without, see measurements.md, "Scheduled tiles of rows".
std::int64_t most_scheduled_bytes(const pass& p) { return p.vector().l2_bytes / 16; }

//! Most bytes of pipelined rows, whose inputs wait in the second-level cache, that are
//! prefetched by a schedule: longer rows are faster without, see measurements.md,
//! "Schedules of pipelined rows".
std::int64_t most_overlapped_bytes(const pass& p) { return p.vector().l2_bytes / 8; }

//! Most bytes of a row that waits in the first-level cache, beside the stack buffer and
//! the row before.
std::int64_t most_first_level_bytes(const pass& p) { return p.vector().l1_bytes / 4; }

// Bytes that are prefetched while memory answers, whatever the caches hold: two tiles of
// 4 KiB, or one larger tile.
constexpr std::int64_t DEFAULT_SCHEDULED_BYTES = 8 << 10;
// Bytes that are prefetched where rows are pipelined, which helps short ones: see
// measurements.md, "Prefetching of pipelined rows".
constexpr std::int64_t DEFAULT_OVERLAPPED_BYTES = 16 << 10;
constexpr int DEFAULT_TILES = 1;
constexpr int DEFAULT_SQUARES = 4;
constexpr int DEFAULT_ROWS = 1;
constexpr int DEFAULT_VECTORS = 2;
// The hardware prefetches shorter rows whose lanes are points: to prefetch them in the
// kernel costs more than it gains, see measurements.md, "Prefetching short rows".
constexpr std::int64_t FEWEST_FETCHED_BYTES = 2 << 10;

int asked_or(const pass& p, std::int64_t by_default)
{
    return p.vector().prefetch_distance == AUTO_PREFETCH ? static_cast<int>(by_default)
                                                         : p.vector().prefetch_distance;
}

//! Lanes are points or columns, which are loaded as they lie.
bool points_may_prefetch(const pass& p)
{
    return !p.lanes_are_rows() && !p.lanes_are(lane_kind::real_columns) && !p.convolves &&
           p.load.stored != element::planar && p.load.by != convolution::bluestein &&
           (!p.is_across() || p.columns.input_weight == 1);
}

//! Numbers from the first one of a tile to the first one of the next tile.
std::int64_t tile_numbers(const pass& p)
{
    return numbers_of(p.load) * p.input_distance *
           (p.lanes_are_rows() ? p.columns.size : 1);
}

//! Tiles are contiguous runs of rows without gaps.
bool follow_one_another(const pass& p)
{
    const bool has_two = p.load.stored == element::complex || p.load.is_half;
    const auto elements = p.points() + loads_bins(p); // one more bin than points
    return numbers_of(p.load) * p.input_distance <= (has_two ? 2 : 1) * elements;
}

bool may_schedule(const pass& p)
{
    if (p.load.stored == element::planar || p.convolves || !follow_one_another(p))
        return false;
    // A single stage can prefetch in one place only, right after its loads, as without a
    // schedule.
    return p.lanes_are_rows() ? p.stages.size() > 1 && !p.lanes_are(lane_kind::real_rows)
                              : !p.is_across() && points_may_prefetch(p);
}

//! For each stage, how many of \p lines each butterfly prefetches, so that all stages
//! together prefetch them all.
std::vector<int> share_lines(const pass& p, std::int64_t lines)
{
    const auto rows = p.lanes_are_rows() ? p.columns.size : 1;
    const auto vectors = p.points() * rows / p.lanes();
    const auto stages = static_cast<std::int64_t>(p.stages.size());
    std::vector<int> shares;
    std::int64_t asked = 0;
    for (std::int64_t i = 0; i < stages; ++i) {
        const auto butterflies = std::max<std::int64_t>(1, vectors / p.stages[i].radix);
        const auto missing = std::max<std::int64_t>(0, lines * (i + 1) / stages - asked);
        const bool is_last = i + 1 == stages;
        const auto rounded = is_last ? butterflies - 1 : butterflies / 2;
        const auto share = (missing + rounded) / butterflies;
        shares.push_back(static_cast<int>(share));
        asked += share * butterflies;
    }
    return shares;
}

} // namespace

std::int64_t most_cached_rows(const pass& p, std::int64_t row_bytes)
{
    constexpr std::int64_t SECOND_LEVELS_OF_INPUT = 2;
    return SECOND_LEVELS_OF_INPUT * p.vector().l2_bytes / row_bytes;
}

bool may_prefetch(const pass& p)
{
    if (!p.is_vector())
        return false;
    return p.lanes_are_rows() ? !p.lanes_are(lane_kind::real_rows)
                              : points_may_prefetch(p);
}

bool hw_prefetched(const pass& p, std::int64_t number_bytes)
{
    return p.lanes_are(lane_kind::row_points) &&
           tile_numbers(p) * number_bytes < FEWEST_FETCHED_BYTES;
}

prefetch_schedule schedule_prefetches(const pass& p, std::int64_t number_bytes)
{
    if (!may_schedule(p))
        return {};
    const auto numbers = tile_numbers(p);
    const auto bytes = numbers * number_bytes;
    const bool is_a_row = p.lanes_are(lane_kind::row_points);
    const bool overlaps = pipelines_rows(p);
    const auto most_of_row = overlaps ? most_overlapped_bytes(p) : most_fetched_bytes(p);
    if (bytes > (is_a_row ? most_of_row : most_scheduled_bytes(p)))
        return {};
    const auto on_its_way = overlaps ? DEFAULT_OVERLAPPED_BYTES : DEFAULT_SCHEDULED_BYTES;
    const auto tiles = hw_prefetched(p, number_bytes)
                           ? 0
                           : std::max<std::int64_t>(1, on_its_way / bytes);
    prefetch_schedule result;
    result.distance = asked_or(p, tiles) * numbers;
    result.lines = share_lines(p, (bytes + LINE_BYTES - 1) / LINE_BYTES);
    result.is_for_first_level = is_a_row && bytes <= most_first_level_bytes(p);
    return result;
}

std::int64_t
distance_of_prefetch(const pass& p, std::int64_t tile, std::int64_t number_bytes)
{
    const bool is_close = tile * number_bytes <= most_fetched_bytes(p);
    return is_close ? asked_or(p, DEFAULT_TILES) * tile
                    : asked_or(p, DEFAULT_SQUARES) * static_cast<std::int64_t>(p.lanes());
}

std::int64_t point_prefetch_distance(const pass& p, std::int64_t number_bytes)
{
    if (!points_may_prefetch(p))
        return 0;
    const std::int64_t row = numbers_of(p.load) * p.input_distance;
    const std::int64_t vector = numbers_of(p.load) * p.lanes();
    if (p.is_across() || row * number_bytes > most_fetched_bytes(p))
        return asked_or(p, DEFAULT_VECTORS) * vector;
    return asked_or(p, DEFAULT_ROWS) * row;
}

} // namespace gpufft
