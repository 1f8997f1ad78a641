/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/cpu_model.h"
#include "plan/ir/element_bytes.h"
#include "plan/simd/fetching.h"
#include "plan/simd/vector_stages.h"
#include "plan/strategies/simd/begin_vector_pass.h"
#include "plan/strategies/strategy.h"
#include <algorithm>

/*!
 * Length = lanes · points. The first stage's radix is the number of lanes: it takes
 * neighbouring columns as vectors and transposes what it leaves, so that afterwards a
 * lane is an output of that stage. The other stages run over the points, in place, with
 * the lanes beside one another.
 */
namespace gpufft {

namespace {

// Lanes of rows take shorter ones: every vector of bins computes its opposite as well,
// or is loaded as one. Loading bins is worth it for shorter rows than storing them: see
// measurements.md, "Bins in half the lanes".
constexpr std::int64_t FEWEST_FOR_BINS = 256;
constexpr std::int64_t FEWEST_FROM_BINS = 64;

// Twiddles after the first stage come to as many bytes as the row. Of so many the
// caches would rather have other things: reading few vectors of them and multiplying
// the others is faster where data fit the second level, see measurements.md,
// "Twiddles by products".
constexpr std::int64_t MANY_TWIDDLES = 8 * 1024;

twiddle_source first_twiddles(std::int64_t points, precision number)
{
    return points * point_bytes(number) < MANY_TWIDDLES ? twiddle_source::full
                                                        : twiddle_source::m3;
}

//! A vector never crosses the end of its row.
bool rotations_keep_lanes_whole(const pass_dimension& d, int lanes)
{
    const auto points = d.length / lanes;
    return d.input_rotation % points == 0 && d.output_rotation % lanes == 0;
}

//! Widest lanes that divide the length, leave a whole vector of columns and suit the
//! rotations; 0: none.
int lanes_for(const pass_dimension& d, int widest)
{
    for (int lanes = widest; lanes >= 4; lanes /= 2) {
        if (d.length % lanes == 0 && d.length / lanes >= lanes &&
            rotations_keep_lanes_whole(d, lanes))
            return lanes;
    }
    return 0;
}

/*!
 * \brief Lanes of such a pass; 0: none suit it
 *
 * Where arithmetic units take a vector in two turns, a whole one computes no faster,
 * and half of one shuffles less and leaves registers free: see measurements.md,
 * "Half a vector on Zen 4". But a row of two stages, 256 points in 16 lanes, would take
 * one more; and with bins, which shuffle more, both take as long.
 */
int choose_lanes(const core_request& r, const device_limits& limits)
{
    const auto& along = r.dimensions[0];
    const int whole = lanes_for(along, widest_vector(r, limits));
    const int of_a_turn = lanes_for(along, vector_of_a_turn(r, limits));
    if (whole <= of_a_turn || of_a_turn < vector_of_a_turn(r, limits) ||
        !vectors_copy(r.load) || !vectors_copy(r.store))
        return whole;
    const bool has_two_stages = choose_vector_stages(along.length / whole).size() == 1;
    return has_two_stages ? whole : of_a_turn;
}

//! Bins of rows are faster in far wider lanes of rows than in a quarter of them along a
//! row: see measurements.md, "Bins in narrow lanes".
bool is_narrow_for_bins(const core_request& r, int lanes, const device_limits& limits)
{
    const int widest = widest_vector(r, limits);
    return 2 * lanes < widest &&
           r.points() < most_scratch_vectors(widest, r.number, limits);
}

//! Bins of that many points are worth vectors along the row. Where lanes are what units
//! take in a turn, many rows are faster so, but not of every length: see
//! measurements.md, "Reals along half a vector".
bool has_points_for_bins(const core_request& r, int lanes, const device_limits& limits)
{
    const bool is_a_turn =
        lanes < widest_vector(r, limits) && lanes == vector_of_a_turn(r, limits);
    return r.points() >= FEWEST_FOR_BINS ||
           (is_a_turn && (r.points() == 64 || r.points() >= 128));
}

//! Reals two to a point of a core of half the length, with a window or not.
bool takes_pairs(const core_request& r, int lanes, const device_limits& limits)
{
    if (r.load.kind != transform_kind::r2c || !r.load.is_half ||
        r.load.stored != element::real || r.store.stored == element::real)
        return false;
    auto points = r;
    points.load = load_operation();
    if (r.store.kind == transform_kind::r2c && r.store.is_half && !r.store.power &&
        has_points_for_bins(r, lanes, limits) && !is_narrow_for_bins(r, lanes, limits))
        points.store.kind = transform_kind::c2c; // the other outputs are at hand
    points.store.is_half = false;
    return vectors_take(points);
}

//! Bins of reals two to a point.
bool takes_bins(const core_request& r, int lanes, const device_limits& limits)
{
    return r.dimensions.size() == 1 && loads_bins(r.load, r.store) &&
           r.points() >= FEWEST_FROM_BINS && !is_narrow_for_bins(r, lanes, limits);
}

} // namespace

std::vector<pass> make_vector_pass(const core_request& r, const device_limits& limits)
{
    if (!limits.is_cpu || !r.others.empty() || r.in.strides[0] != 1 ||
        r.out.strides[0] != 1)
        return {};
    const auto& along = r.dimensions[0];
    const int lanes = choose_lanes(r, limits);
    if (!lanes || !(vectors_take(r) || takes_pairs(r, lanes, limits) ||
                    takes_bins(r, lanes, limits)))
        return {};
    const auto stages = choose_vector_stages(along.length / lanes, scratch_form::spread);
    if (along.length / lanes >
            most_row_vectors(lanes, r.number, limits.row_scratch_bytes) ||
        stages.empty())
        return {};
    auto p = begin_vector_pass(r, lane_kind::row_points, lanes, limits);
    p.stages.push_back({ lanes, 1, first_twiddles(along.length, r.number) });
    p.stages.insert(p.stages.end(), stages.begin(), stages.end());
    bind_sides(p, r, r.in, r.out, {});
    if (may_fetch(p) && comes_by_itself(p, point_bytes(p.number) / 2))
        p.change_vector().fetch_ahead =
            static_cast<int>(cpu_model_of(limits).fetched_short_rows);
    return { p };
}

} // namespace gpufft
