/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/cpu_model.h"
#include "plan/ir/element_bytes.h"
#include "plan/simd/fetching.h"
#include "plan/simd/lane_order.h"
#include "plan/simd/streaming.h"
#include "plan/simd/vector_stages.h"
#include "plan/strategies/simd/begin_vector_pass.h"
#include "plan/strategies/strategy.h"

/*!
 * Many rows in the SIMD form, a lane a row: squares of neighbouring elements of as many
 * rows as lanes are transposed on the way in and out, and between them a row's points
 * are vectors, so any length will do.
 */
namespace gpufft {

namespace {

// Lanes that are points read a row in one run, which is faster where they fill whole
// vectors, or half of them and the row is short. Half a vector of doubles is slower
// than lanes of rows; so is half of 256 bits, as which squares are transposed within
// blocks, and so are half vectors that make no whole lines for stores past the caches:
// see measurements.md, "Lanes along short rows".
bool suits_point_lanes(const core_request& r, const device_limits& limits)
{
    const auto made = make_vector_pass(r, limits);
    if (made.empty())
        return false;
    const auto& p = made.front();
    const int widest = widest_vector(r, limits);
    return p.lanes() >= vector_of_a_turn(r, limits) ||
           (2 * p.lanes() == widest &&
            r.points() <= cpu_model_of(limits).short_row_points &&
            shuffle_blocks(widest, r.number) != 2 && r.number != precision::float64 &&
            may_stream(p) && streams_whole_lines(p));
}

// Rows that are no whole lines of the caches begin inside one, and whole vectors of
// them cross it, which half of one does less. Of a single stage squares are most of the
// work, and half vectors are faster: see measurements.md,
// "Rows that are no whole lines".

int choose_row_lanes(const core_request& r, std::size_t stages, const device_limits& on)
{
    const bool is_whole_lines = r.points() * point_bytes(r.number) % LINE_BYTES == 0;
    return is_whole_lines || stages > 1 ? widest_vector(r, on) : vector_of_a_turn(r, on);
}

} // namespace

std::vector<pass> make_vector_rows(const core_request& r, const device_limits& limits)
{
    if (!limits.is_cpu || !vectors_take(r) || r.load.by != convolution::none ||
        r.store.by != convolution::none || !r.others.empty() || r.in.strides[0] != 1 ||
        r.out.strides[0] != 1)
        return {};
    const auto points = r.points();
    const auto stages = choose_vector_stages(points);
    const int lanes = choose_row_lanes(r, stages.size(), limits);
    if (lanes < 4 || stages.empty() ||
        points > most_scratch_vectors(lanes, r.number, limits) ||
        suits_point_lanes(r, limits))
        return {};
    auto p = begin_vector_pass(r, lane_kind::rows, lanes, limits);
    p.stages = stages;
    const auto together = rows_of_a_lane(points, lanes, numbers_of(r.load, r.store));
    if (together > 1 && stages.size() > 1)
        return {};
    bind_sides(p, r, r.in, r.out, { -1, lanes * together });
    if (stages.size() == 1 && may_fetch(p))
        p.change_vector().fetch_ahead =
            static_cast<int>(cpu_model_of(limits).fetched_squares);
    return { p };
}

} // namespace gpufft
