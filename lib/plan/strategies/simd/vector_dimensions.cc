/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/element_bytes.h"
#include "plan/simd/streaming.h"
#include "plan/simd/vector_dimensions.h"
#include "plan/simd/vector_stages.h"
#include "plan/strategies/simd/begin_vector_pass.h"
#include "plan/strategies/strategy.h"
#include <algorithm>

namespace gpufft {

namespace {

//! Points of the last dimension, and rows of them, come to whole vectors.
bool lanes_divide(const core_request& r, int lanes, const device_limits& limits)
{
    const auto last = r.dimensions.back().length;
    return last % lanes == 0 && r.points() / last % lanes == 0 &&
           r.points() / lanes <= most_scratch_vectors(lanes, r.number, limits);
}

// Small images are faster in half of the lanes where units take a vector in two turns,
// larger ones are not: see measurements.md, "Images in half the lanes".
constexpr std::int64_t MOST_BYTES_OF_HALVES = 16 * 1024;

bool has_several_stages(const pass_dimension& d)
{
    return choose_vector_stages(d.length).size() > 1;
}

//! As vector_of_a_turn() says, where there is not much, and dimensions are not single
//! stages, which need few registers and no twiddles.
int most_lanes(const core_request& r, const device_limits& limits)
{
    const bool is_small = r.points() * point_bytes(r.number) <= MOST_BYTES_OF_HALVES;
    return is_small && std::any_of(
                           r.dimensions.begin(), r.dimensions.end(), has_several_stages)
               ? vector_of_a_turn(r, limits)
               : widest_vector(r, limits);
}

//! Far wider lanes that are images are faster than a quarter of them along an image,
//! but not for two dimensions of a stage each: see measurements.md,
//! "Narrow lanes along images".
bool is_narrow_beside_images(const core_request& r,
                             int lanes,
                             const device_limits& limits)
{
    const bool is_worth_it =
        r.dimensions.size() > 2 ||
        std::any_of(r.dimensions.begin(), r.dimensions.end(), has_several_stages);
    return 2 * lanes < widest_vector(r, limits) && is_worth_it &&
           !make_vector_images(r, limits).empty();
}

} // namespace

std::vector<pass> make_shared_vector_dimensions(const core_request& r,
                                                const device_limits& limits)
{
    if (!limits.is_cpu || !vectors_take_all(r))
        return {};
    for (int lanes = most_lanes(r, limits); lanes >= 4; lanes /= 2) {
        if (!lanes_divide(r, lanes, limits))
            continue;
        auto p = begin_vector_pass(r, lane_kind::row_points_nd, lanes, limits);
        p.stages = choose_stages_of_all(r, scratch_form::dense);
        if (p.stages.empty())
            return {};
        bind_sides(p, r, r.in, r.out, {});
        if (!is_packed(p))
            return {};
        if (keeps_vectors_whole(p))
            return { p };
    }
    return {};
}

std::vector<pass> make_vector_dimensions(const core_request& r,
                                         const device_limits& limits)
{
    auto made = make_shared_vector_dimensions(r, limits);
    if (!made.empty() && is_narrow_beside_images(r, made.front().lanes(), limits))
        return {};
    return made;
}

} // namespace gpufft
