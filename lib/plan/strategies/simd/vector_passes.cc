/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/cost/cpu_model.h"
#include "plan/ir/element_bytes.h"
#include "plan/ir/pass_io_view.h"
#include "plan/simd/vector_stages.h"
#include "plan/strategies/length_split.h"
#include "plan/strategies/simd/begin_vector_pass.h"
#include "plan/strategies/strategy.h"
#include <algorithm>
#include <limits>

/*!
 * Long transforms in the SIMD form: the passes of length_split.h with a lane for each
 * column. Columns are neighbours wherever passes write and wherever they read but in the
 * last one, which transposes as it loads.
 */
namespace gpufft {

namespace {

constexpr std::size_t MOST_PASSES = 3;
// Vectors of a pass over those that its columns fill, where the last tile overlaps: up to
// here overlapping costs less than vectors of half the width.
constexpr double MOST_OVERLAP = 1.5;

//! A vector never crosses the end of the row.
bool rotations_keep_vectors_whole(const pass_dimension& d, int lanes)
{
    return d.input_rotation % lanes == 0 && d.output_rotation % lanes == 0;
}

class vector_split_search
{
public:
    vector_split_search(std::int64_t length,
                        int lanes,
                        precision number,
                        const device_limits& limits)
        : d_limits(limits),
          d_length(length),
          d_lanes(lanes),
          d_most(most_buffer_vectors(lanes, number, limits)),
          d_vector_bytes(static_cast<double>(lanes * point_bytes(number))),
          d_l1_bytes(cpu_model_of(limits).l1_bytes)
    {
        for (const auto d : divisors(length)) {
            if (d > 1 && d <= d_most)
                d_sizes.push_back(d);
        }
    }

    //! The fewest passes, as even as possible; empty where lanes do not fit.
    length_split run()
    {
        for (d_count = 2; d_count <= MOST_PASSES && d_best.empty(); ++d_count)
            descend(d_length);
        return d_best;
    }

    //! \p split itself where the lanes take it, else empty.
    length_split taken(const length_split& split)
    {
        const bool fits = std::all_of(split.begin(), split.end(), [&](auto points) {
            return points > 1 && points <= d_most;
        });
        d_split = split;
        if (fits && split.size() <= MOST_PASSES)
            weigh();
        return d_best;
    }

private:
    void descend(std::int64_t rest)
    {
        const bool is_last = d_split.size() + 1 == d_count;
        for (const auto size : d_sizes) {
            if (is_last ? rest != size : rest % size != 0)
                continue;
            d_split.push_back(size);
            if (is_last)
                weigh();
            else
                descend(rest / size);
            d_split.pop_back();
        }
    }

    //! Tiles of \p columns overlap little, where they do at all: not in place.
    bool takes(std::size_t i, std::int64_t columns) const
    {
        const bool is_in_place = i > 0 && i + 1 < d_split.size();
        return columns % d_lanes == 0 ||
               (!is_in_place && columns >= d_lanes && overlap(columns) <= MOST_OVERLAP);
    }

    double overlap(std::int64_t columns) const
    {
        const auto tiles = (columns + d_lanes - 1) / d_lanes;
        return static_cast<double>(tiles * d_lanes) / static_cast<double>(columns);
    }

    //! Cost of a point in a pass of \p points points, in passes of a point over the stack
    //! buffer.
    double pass_cost(std::int64_t points) const
    {
        return vector_pass_cost(vector_stage_cost(points, d_limits),
                                static_cast<double>(points) * d_vector_bytes,
                                d_l1_bytes);
    }

    void weigh()
    {
        double cost = 0;
        for (std::size_t i = 0; i < d_split.size(); ++i) {
            const auto columns = column_extent(d_split, i);
            if (!takes(i, columns))
                return;
            cost += overlap(columns) * pass_cost(d_split[i]);
        }
        if (d_split.back() < d_lanes / 2) // whose points are loaded as vectors
            return;
        const auto longest = [](const length_split& split) {
            return *std::max_element(split.begin(), split.end());
        };
        if (cost < d_cost ||
            (cost == d_cost && !d_best.empty() && longest(d_split) < longest(d_best))) {
            d_best = d_split;
            d_cost = cost;
        }
    }

    const device_limits& d_limits;
    std::int64_t d_length;
    int d_lanes;
    std::int64_t d_most; //!< points of a pass
    double d_vector_bytes;
    std::int64_t d_l1_bytes;
    std::size_t d_count = 2;
    std::vector<std::int64_t> d_sizes;
    length_split d_split;
    length_split d_best;
    double d_cost = std::numeric_limits<double>::infinity(); //!< of d_best
};

//! Two passes over a dimension that is not the last, with a lane for each neighbouring
//! column.
std::vector<pass> make_column_passes(const dft_problem& r, const device_limits& limits)
{
    const int other = neighbouring_other(r);
    const int lanes = widest_vector(r, limits);
    if (!has_vectors(limits) || !is_plain(r) || r.outer_loops[other] < lanes)
        return {};
    const auto most = most_buffer_vectors(lanes, r.number, limits);
    length_split split = r.split;
    if (split.empty()) {
        // The split is as even as it can be.
        std::int64_t first = 1;
        for (const auto d : divisors(r.points())) {
            if (d * d <= r.points())
                first = std::max(first, d);
        }
        split = { first, r.points() / first };
    }
    const bool fits = std::all_of(split.begin(), split.end(), [&](auto points) {
        return points > 1 && points <= most &&
               !choose_vector_stages(points, limits).empty();
    });
    std::vector<pass> passes;
    for (std::size_t i = 0; fits && split.size() == 2 && i < 2; ++i) {
        pass p = shape_pass(r, split, i, { other, lanes });
        p.kernel = make_vector_kernel(lane_kind::columns, lanes, limits);
        p.stages = choose_vector_stages(split[i], limits);
        passes.push_back(std::move(p));
    }
    return passes;
}

} // namespace

std::vector<pass> make_vector_passes(const dft_problem& r, const device_limits& limits)
{
    if (limits.is_cpu && vectors_take(r) && neighbouring_other(r) >= 0)
        return make_column_passes(r, limits);
    // Rows that lanes can take one each are faster in one pass.
    const auto widest = widest_vector(r, limits);
    const bool is_short = r.points() <= most_buffer_vectors(widest, r.number, limits);
    if (is_short && r.split.empty())
        return {};
    return make_shared_vector_passes(r, limits);
}

std::vector<pass> make_shared_vector_passes(const dft_problem& r,
                                            const device_limits& limits)
{
    if (!limits.is_cpu || !vectors_take_expressions(r, lane_kind::columns) ||
        r.in.strides[0] != 1 || r.out.strides[0] != 1 ||
        !(r.outer_loops.empty() || is_plain(r)))
        return {};
    for (int lanes = widest_vector(r, limits); lanes >= 4; lanes /= 2) {
        if (!rotations_keep_vectors_whole(r.dimensions[0], lanes))
            continue;
        vector_split_search search(r.points(), lanes, r.number, limits);
        const auto split = r.split.empty() ? search.run() : search.taken(r.split);
        std::vector<pass> passes;
        for (std::size_t i = 0; i < split.size(); ++i) {
            pass p = shape_pass(r, split, i, { -1, lanes });
            const bool may_overlap = !p.in_place || goes_elsewhere(p);
            if (p.columns.extent && (!may_overlap || p.dimensions[0].is_rotated())) {
                passes.clear();
                break;
            }
            p.kernel = make_vector_kernel(lane_kind::columns, lanes, limits);
            p.stages = choose_vector_stages(split[i], limits);
            passes.push_back(std::move(p));
        }
        if (!passes.empty())
            return passes;
    }
    return {};
}

} // namespace gpufft
