/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/cpu_model.h"
#include "plan/ir/element_bytes.h"
#include "plan/simd/prefetching.h"
#include "plan/simd/vector_stages.h"
#include "plan/strategies/simd/begin_vector_pass.h"
#include "plan/strategies/simd/vector_cost.h"
#include "plan/strategies/strategy.h"

/*!
 * Length = lanes · points. The first stage's radix is the number of lanes: it takes
 * neighbouring columns as vectors and transposes its outputs, so that afterwards a lane
 * is an output of that stage. The other stages run over the points, in place, with the
 * lanes beside one another.
 */
namespace gpufft {

namespace {

// Twiddles after the first stage have as many bytes as the row. So many would drive other
// data out of the caches: reading few vectors of them and multiplying the others is
// faster where data fit the second-level cache, see measurements.md, "Twiddles by
// products".
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

//! Reals are two to a point of an inner DFT of half the length, with a window or not.
bool takes_pairs(const dft_problem& r)
{
    if (r.load.kind != transform_kind::r2c || !r.load.is_half ||
        r.load.stored != element::real ||
        (r.store.stored == element::real && !r.store.expression))
        return false;
    auto points = r;
    points.load = load_operation();
    if (r.store.kind == transform_kind::r2c && r.store.is_half && !r.store.power)
        points.store.kind = transform_kind::c2c; // the other outputs are at hand
    points.store.is_half = false;
    return vectors_take_expressions(points, lane_kind::row_points);
}

//! Bins of reals two to a point.
bool takes_bins(const dft_problem& r)
{
    return r.dimensions.size() == 1 && !r.load.expression && !r.store.expression &&
           loads_bins(r.load, r.store);
}

//! Passes over points of a row in so many lanes; none where lanes do not take them.
std::vector<pass> points_in(int lanes, const dft_problem& r, const device_limits& limits)
{
    const auto vectors = lanes ? r.points() / lanes : 0;
    if (!lanes || vectors > most_row_vectors(lanes, r.number, limits.row_stack_bytes))
        return {};
    const auto stages = choose_vector_stages(vectors, limits, buffer_form::spread);
    if (stages.empty())
        return {};
    auto p = begin_vector_pass(r, lane_kind::row_points, lanes, limits);
    p.stages.push_back({ lanes, 1, first_twiddles(r.points(), r.number) });
    p.stages.insert(p.stages.end(), stages.begin(), stages.end());
    bind_sides(p, r, r.in, r.out, {});
    if (may_prefetch(p) && hw_prefetched(p, point_bytes(p.number) / 2))
        p.change_vector().prefetch_distance =
            static_cast<int>(cpu_model_of(limits).prefetched_short_rows);
    return { p };
}

} // namespace

std::vector<pass> make_vector_pass(const dft_problem& r, const device_limits& limits)
{
    if (!limits.is_cpu || !r.outer_loops.empty() || r.in.strides[0] != 1 ||
        r.out.strides[0] != 1 ||
        !(vectors_take_expressions(r, lane_kind::row_points) || takes_pairs(r) ||
          takes_bins(r)))
        return {};
    const auto& along = r.dimensions[0];
    const int whole = lanes_for(along, widest_vector(r, limits));
    const int native = lanes_for(along, native_vector(r, limits));
    auto result = points_in(whole, r, limits);
    if (native == whole)
        return result;
    return cheaper(std::move(result), points_in(native, r, limits), limits);
}

} // namespace gpufft
