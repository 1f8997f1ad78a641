/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/fetching.h"
#include "plan/vector_stages.h"

namespace gpufft {

namespace {

// Of a tile: more do not fit the first-level cache beside the scratch.
constexpr std::int64_t MOST_FETCHED_BYTES = 32 << 10;
constexpr int USUAL_TILES = 1;
constexpr int USUAL_SQUARES = 4;

} // namespace

bool may_fetch(const pass& p)
{
    return p.form == kernel_form::simd && p.lanes_are_rows() &&
           !real_rows_take(p.load, p.store);
}

std::int64_t fetch_distance(const pass& p, std::int64_t tile, std::int64_t number_bytes)
{
    const bool is_close = tile * number_bytes <= MOST_FETCHED_BYTES;
    const int usual = is_close ? USUAL_TILES : USUAL_SQUARES;
    const int count = p.fetch_ahead == USUAL_FETCH ? usual : p.fetch_ahead;
    return count * (is_close ? tile : p.lanes);
}

} // namespace gpufft
