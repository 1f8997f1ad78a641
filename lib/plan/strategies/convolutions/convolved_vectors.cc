/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/element_bytes.h"
#include "plan/simd/vector_stages.h"
#include "plan/strategies/convolutions/vector_padded_split.h"
#include "plan/strategies/simd/begin_vector_pass.h"
#include "plan/strategies/strategy.h"
#include <algorithm>
#include <numeric>

/*!
 * Convolutions that the caller asks for, in the SIMD form. In one pass lanes are points
 * of a row, as in vector_pass.cc: the stages go there and back over the stack buffer, and
 * the first one takes and leaves neighbouring columns as vectors. Longer rows go in three
 * passes, as by vector_bluestein.cc, but without chirps.
 */
namespace gpufft {

namespace {

// Twiddles after the first stage have as many bytes as the row; so many, beside the row
// and the spectrum, are read in part, and the others computed as products.
constexpr std::int64_t MANY_TWIDDLES = 8 * 1024;

bool lie_packed(const dft_problem& r)
{
    return r.outer_loops.empty() && r.in.strides[0] == 1 && r.out.strides[0] == 1;
}

//! Puts the stage last whose radix has most in common with the distance of the outputs
//! that are kept: spectrum_fold().
void put_fold_last(std::vector<stage>& stages, const dft_problem& r)
{
    if (!r.store.kept || stages.empty())
        return;
    const auto common = [&](const stage& s) {
        return std::gcd(std::gcd(r.store.kept->step, r.store.kept->first),
                        std::int64_t(s.radix));
    };
    const auto last = std::max_element(
        stages.begin(), stages.end(), [&](const stage& a, const stage& b) {
            return common(a) < common(b);
        });
    if (common(*last) > common(stages.back()))
        std::swap(*last, stages.back());
}

//! A pass with so many lanes; none where lanes do not take the row.
std::vector<pass> points_in(int lanes, const dft_problem& r, const device_limits& limits)
{
    const auto vectors = r.points() / lanes;
    if (r.points() % lanes || vectors < lanes ||
        vectors > most_row_vectors(lanes, r.number, limits.row_stack_bytes))
        return {};
    auto stages = choose_vector_stages(vectors, limits, buffer_form::spread);
    if (stages.empty())
        return {};
    put_fold_last(stages, r);
    auto p = begin_vector_pass(r, lane_kind::row_points, lanes, limits);
    const auto twiddles = r.points() * point_bytes(r.number) < MANY_TWIDDLES
                              ? twiddle_source::full
                              : twiddle_source::m3;
    p.convolves = p.callers_spectrum = true;
    p.stages.push_back({ lanes, 1, twiddles });
    p.stages.insert(p.stages.end(), stages.begin(), stages.end());
    bind_sides(p, r, r.in, r.out, {});
    return { p };
}

} // namespace

std::vector<pass> make_convolved_vectors(const dft_problem& r,
                                         const device_limits& limits)
{
    if (!limits.is_cpu || !vectors_take(r) || !lie_packed(r))
        return {};
    for (int lanes = widest_vector(r, limits); lanes >= 4; lanes /= 2) {
        auto result = points_in(lanes, r, limits);
        if (!result.empty())
            return result;
    }
    return {};
}

std::vector<pass> make_convolved_vector_passes(const dft_problem& r,
                                               const device_limits& limits)
{
    if (!limits.is_cpu || !vectors_take(r) || !lie_packed(r))
        return {};
    return make_vector_padded_passes(r, convolution::none, limits);
}

} // namespace gpufft
