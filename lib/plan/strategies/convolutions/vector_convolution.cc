/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/modular.h"
#include "plan/simd/vector_stages.h"
#include "plan/stages/convolution_cost.h"
#include "plan/strategies/convolutions/padded_lengths.h"
#include "plan/strategies/length_split.h"
#include "plan/strategies/simd/begin_vector_pass.h"
#include "plan/strategies/strategy.h"
#include <cmath>
#include <limits>

/*!
 * A convolution in the SIMD form, with a lane for each row or neighbouring column: like
 * vector_rows.cc, with stages there and back between the transpose blocks. Rader's points
 * are loaded in the order of his algorithm, and outputs stored from it, a vector each,
 * which costs nothing.
 */
namespace gpufft {

namespace {

//! How a length is convolved.
struct choice {
    convolution by = convolution::none;
    std::int64_t points = 0;
    double cost = std::numeric_limits<double>::infinity();
};

//! The convolution that \p r asks for, or the cheapest.
choice choose_convolution(const dft_problem& r, int lanes, const device_limits& limits)
{
    choice best;
    const auto length = r.points();
    const auto most = most_buffer_vectors(lanes, r.number, limits);
    const bool is_turned = r.dimensions[0].is_rotated(); // by tables of places
    const auto weigh = [&](convolution by, std::int64_t points, std::int64_t fits) {
        const double cost =
            2 * static_cast<double>(points) * vector_stage_cost(points, limits);
        if (points <= fits && cost < best.cost)
            best = { by, points, cost };
    };
    if (!r.split.empty()) {
        const auto points = points_of(r.split);
        const bool is_rader = points == length - 1 && is_prime(length);
        if (r.split.size() == 1 && is_rader)
            weigh(convolution::rader, points, most - 1);
        else if (r.split.size() == 1 && points >= 2 * length - 1 && !is_turned)
            weigh(convolution::bluestein, points, most);
        return best;
    }
    if (is_prime(length))
        weigh(convolution::rader, length - 1, most - 1);
    if (is_turned)
        return best;
    for (const auto points : padded_lengths(length)) {
        if (points > most)
            break;
        weigh(convolution::bluestein, points, most);
    }
    return best;
}

} // namespace

std::vector<pass> make_vector_convolution(const dft_problem& r,
                                          const device_limits& limits)
{
    const int other = neighbouring_other(r);
    const bool has_rows =
        r.outer_loops.empty() && r.in.strides[0] == 1 && r.out.strides[0] == 1;
    if (!limits.is_cpu || !vectors_take(r) || r.load.windowed ||
        !(has_rows || other >= 0))
        return {};
    const int widest = widest_vector(r, limits);
    for (int lanes = widest; lanes >= 4; lanes /= 2) {
        // Several passes of whole vectors are faster than a pass of quarters of vectors.
        if (has_rows && 2 * lanes < widest)
            break;
        if (has_rows ? numbers_of(r.load, r.store) * r.points() < lanes
                     : r.outer_loops[other] < lanes)
            continue; // less than a vector
        const auto chosen = choose_convolution(r, lanes, limits);
        if (!std::isfinite(chosen.cost))
            continue;
        const auto lanes_are = has_rows ? lane_kind::rows : lane_kind::convolved_columns;
        auto p = begin_vector_pass(r, lanes_are, lanes, limits);
        p.dimensions[0].length = chosen.points;
        p.convolves = true;
        p.load.by = p.store.by = chosen.by;
        p.stages = choose_vector_stages(chosen.points, limits);
        bind_sides(p, r, r.in, r.out, { has_rows ? -1 : other, lanes });
        return { p };
    }
    return {};
}

} // namespace gpufft
