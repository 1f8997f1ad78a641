/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/fetching.h"
#include "plan/vector_stages.h"

namespace gpufft {

namespace {

// Of a tile or row: more do not fit the first-level cache beside the scratch.
constexpr std::int64_t MOST_FETCHED_BYTES = 32 << 10;
constexpr int USUAL_TILES = 1;
constexpr int USUAL_SQUARES = 4;
constexpr int USUAL_ROWS = 1;
constexpr int USUAL_VECTORS = 2;
// Rows of 2 KiB come by themselves: with this, 256 points took 1.3 times as long.
constexpr std::int64_t FEWEST_FETCHED_BYTES = 3 << 10;

int asked_or(const pass& p, int usual)
{
    return p.fetch_ahead == USUAL_FETCH ? usual : p.fetch_ahead;
}

//! Lanes are points or columns, which are loaded as they lie.
bool points_may_fetch(const pass& p)
{
    return !p.lanes_are_rows() && !has_real_columns(p) && !p.convolves &&
           p.load.stored != element::planar && p.load.by != convolution::bluestein &&
           (!p.lanes_are_columns || p.columns.input_weight == 1);
}

} // namespace

bool may_fetch(const pass& p)
{
    if (p.form != kernel_form::simd)
        return false;
    return p.lanes_are_rows() ? !real_rows_take(p.load, p.store) : points_may_fetch(p);
}

std::int64_t fetch_distance(const pass& p, std::int64_t tile, std::int64_t number_bytes)
{
    const bool is_close = tile * number_bytes <= MOST_FETCHED_BYTES;
    return is_close ? asked_or(p, USUAL_TILES) * tile
                    : asked_or(p, USUAL_SQUARES) * static_cast<std::int64_t>(p.lanes);
}

std::int64_t point_fetch_distance(const pass& p, std::int64_t number_bytes)
{
    if (!points_may_fetch(p))
        return 0;
    const std::int64_t row = numbers_of(p.load) * p.input_distance;
    const std::int64_t vector = numbers_of(p.load) * p.lanes;
    if (p.lanes_are_columns || row * number_bytes > MOST_FETCHED_BYTES)
        return asked_or(p, USUAL_VECTORS) * vector;
    return asked_or(p, row * number_bytes < FEWEST_FETCHED_BYTES ? 0 : USUAL_ROWS) * row;
}

} // namespace gpufft
