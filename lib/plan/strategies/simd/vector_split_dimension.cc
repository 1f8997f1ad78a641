/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/cost/cpu_model.h"
#include "plan/ir/element_bytes.h"
#include "plan/simd/vector_dimensions.h"
#include "plan/simd/vector_stages.h"
#include "plan/strategies/simd/begin_vector_pass.h"
#include "plan/strategies/strategy.h"
#include <limits>

/*!
 * A long dimension and other dimensions after it, or inner columns, which are few
 * together, in two passes of the SIMD form. Point n of the long one is (j_1, j_2) with
 * j_1 the slower, output k is (k_2, k_1) with k_1 the faster. The points of j_2 and of
 * the other dimensions are neighbours, so pass 1 has them as columns and takes j_1 alone,
 * in place. For each output k_1 they then are an N-d row by themselves: pass 2 takes
 * these, a lane for each, after a twiddle, and stores those of neighbouring k_1
 * interleaved.
 */
namespace gpufft {

namespace {

class shared_split
{
public:
    shared_split(const dft_problem& r, int lanes, const device_limits& limits)
        : d_r(r),
          d_limits(limits),
          d_lanes(lanes),
          d_most(most_buffer_vectors(lanes, r.number, limits)),
          d_l1_bytes(cpu_model_of(limits).l1_bytes)
    {
        d_length = r.dimensions.front().length;
        d_others = r.points() / d_length * inner_batch(r);
        for (std::size_t d = 1; d < r.dimensions.size(); ++d)
            d_cost_of_others += vector_stage_cost(r.dimensions[d].length, limits);
    }

    //! Points of the long dimension that pass 1 takes; 0: none suit it.
    std::int64_t first() const
    {
        std::int64_t best = 0;
        auto least = std::numeric_limits<double>::infinity();
        for (const auto first : divisors(d_length)) {
            const auto cost = cost_of(first);
            if (cost < least) {
                best = first;
                least = cost;
            }
        }
        return best;
    }

    //! Points that lie between neighbours of the long dimension.
    std::int64_t others() const { return d_others; }

private:
    double cost_of(std::int64_t first) const
    {
        const auto rest = d_length / first;
        const auto vectors = rest * d_others;
        // The last tile may overlap the one before.
        if (first < d_lanes || rest < 2 || first > d_most || vectors > d_most ||
            vectors < d_lanes)
            return std::numeric_limits<double>::infinity();
        const auto bytes = static_cast<double>(d_lanes * point_bytes(d_r.number));
        return vector_pass_cost(vector_stage_cost(first, d_limits),
                                static_cast<double>(first) * bytes,
                                d_l1_bytes) +
               vector_pass_cost(vector_stage_cost(rest, d_limits) + d_cost_of_others,
                                static_cast<double>(vectors) * bytes,
                                d_l1_bytes);
    }

    const dft_problem& d_r;
    const device_limits& d_limits;
    int d_lanes;
    std::int64_t d_most; //!< vectors of a stack buffer
    std::int64_t d_l1_bytes;
    std::int64_t d_length;
    std::int64_t d_others;
    double d_cost_of_others = 0;
};

//! The points of each dimension follow those of the one after it, and inner columns.
bool is_packed(const dft_problem& r)
{
    auto stride = inner_batch(r);
    for (auto d = r.dimensions.size(); d-- > 0;) {
        if (r.in.strides[d] != stride || r.out.strides[d] != stride)
            return false;
        stride *= r.dimensions[d].length;
    }
    return true;
}

bool is_rotated(const dft_problem& r)
{
    for (const auto& d : r.dimensions) {
        if (d.is_rotated())
            return true;
    }
    return false;
}

//! Pass 1: DFTs of \p first points of the long dimension, with all else of the inner DFT
//! as columns. \return empty where lanes do not take them
std::vector<pass> first_pass(const dft_problem& whole,
                             const dft_view& between,
                             std::int64_t first,
                             const device_limits& limits)
{
    auto r = whole;
    r.dimensions.resize(1);
    r.dimensions[0].length = first;
    r.dimensions[0].caller_length = whole.dimensions[0].length;
    const auto columns = whole.points() * inner_batch(whole) / first;
    r.outer_loops = { columns };
    r.in.strides = { columns };
    r.in.outer_weights = { 1 };
    r.out = between;
    r.out.strides = r.in.strides;
    r.out.outer_weights = r.in.outer_weights;
    r.store = {};
    r.in_place = false;
    return make_vector_columns(r, limits);
}

pass second_pass(const dft_problem& whole,
                 const dft_view& between,
                 std::int64_t first,
                 const device_limits& limits)
{
    auto r = whole;
    const auto length = whole.dimensions[0].length;
    const auto inner_points = whole.points() / length * inner_batch(whole);
    r.dimensions[0].length = length / first;
    r.dimensions[0].caller_length = length;
    r.outer_loops = { first };
    r.in = between;
    r.in.strides = whole.in.strides;
    r.in.outer_weights = { inner_points * length / first };
    r.out.strides[0] = first * inner_points;
    r.out.outer_weights = { inner_points };
    r.in_place = false;
    auto p =
        begin_vector_pass(r, lane_kind::columns_nd, widest_vector(r, limits), limits);
    p.load = {}; // the first pass has done what the load operation does
    p.change_vector().inner_batch = inner_batch(whole);
    p.stages = choose_stages_of_all(r, limits, buffer_form::spread);
    bind_sides(p, r, r.in, r.out, { 0, p.lanes() });
    p.columns.twiddle_weight = 1;
    p.grid.front().twiddle_weight = p.lanes();
    p.twiddle_order = length;
    return p;
}

} // namespace

std::vector<pass> make_vector_split_dimension(const dft_problem& r,
                                              const device_limits& limits)
{
    const int lanes = widest_vector(r, limits);
    if (!limits.is_cpu || lanes < 4 || !nd_rows_take(r) || is_rotated(r) ||
        r.store.stored != element::complex || !is_packed(r) || !is_covered(r.points()))
        return {};
    const shared_split split(r, lanes, limits);
    const auto first = split.others() < lanes ? split.first() : 0;
    if (!first)
        return {};
    dft_view between;
    between.at = buffer_role::workspace;
    between.offset = r.workspace_offset;
    between.distance = r.workspace_offset + r.points() * inner_batch(r);
    auto passes = first_pass(r, between, first, limits);
    if (passes.empty())
        return {};
    passes.push_back(second_pass(r, between, first, limits));
    if (passes.back().stages.empty())
        return {};
    return passes;
}

} // namespace gpufft
