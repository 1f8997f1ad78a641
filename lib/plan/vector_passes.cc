/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/length_split.h"
#include "plan/strategy.h"
#include "plan/vector_stages.h"
#include <algorithm>

/*!
 * Long transforms in the SIMD form: the passes of length_split.h with a lane a column.
 * Columns are neighbours wherever passes write and wherever they read but in the last
 * one, which transposes as it loads.
 */
namespace gpufft {

namespace {

constexpr std::size_t MOST_PASSES = 3;
// What one tile does a second time is then little of it all.
constexpr int LEAST_TILES_TO_OVERLAP = 8;

//! A vector never crosses the end of the row.
bool rotations_keep_vectors_whole(const pass_dimension& d, int lanes)
{
    return d.input_rotation % lanes == 0 && d.output_rotation % lanes == 0;
}

class vector_split_search
{
public:
    vector_split_search(std::int64_t length, int lanes, precision number)
        : d_length(length), d_lanes(lanes), d_most(most_scratch_vectors(lanes, number))
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
               (!is_in_place && columns >= LEAST_TILES_TO_OVERLAP * d_lanes);
    }

    void weigh()
    {
        for (std::size_t i = 0; i < d_split.size(); ++i) {
            if (!takes(i, column_extent(d_split, i)))
                return;
        }
        if (d_split.back() % (d_lanes / 2)) // whose points are loaded as whole vectors
            return;
        const auto longest = [](const length_split& split) {
            return *std::max_element(split.begin(), split.end());
        };
        if (d_best.empty() || longest(d_split) < longest(d_best))
            d_best = d_split;
    }

    std::int64_t d_length;
    int d_lanes;
    std::int64_t d_most; //!< points of a pass
    std::size_t d_count = 2;
    std::vector<std::int64_t> d_sizes;
    length_split d_split;
    length_split d_best;
};

} // namespace

std::vector<pass> make_vector_passes(const core_request& r, const device_limits& limits)
{
    if (!limits.is_cpu || !vectors_take(r) || r.in.strides[0] != 1 ||
        r.out.strides[0] != 1 || !(r.others.empty() || is_plain(r)))
        return {};
    const auto length = r.points();
    for (int lanes = widest_vector(r, limits); lanes >= 4; lanes /= 2) {
        // What fits one worker's scratch is better done in one pass, in either form.
        const bool is_short = length / lanes <= most_scratch_vectors(lanes, r.number);
        if ((is_short && r.split.empty()) ||
            !rotations_keep_vectors_whole(r.dimensions[0], lanes))
            continue;
        vector_split_search search(length, lanes, r.number);
        const auto split = r.split.empty() ? search.run() : search.taken(r.split);
        std::vector<pass> passes;
        for (std::size_t i = 0; i < split.size(); ++i) {
            pass p = shape_pass(r, split, i, { -1, lanes });
            if (p.column_extent && (p.in_place || p.dimensions[0].is_rotated())) {
                passes.clear();
                break;
            }
            p.form = kernel_form::simd;
            p.lanes = lanes;
            p.lanes_are_columns = true;
            p.workers = worker_count(limits);
            p.stages = choose_vector_stages(split[i]);
            if (p.stages.empty()) {
                passes.clear(); // a prime that vectors have no room for
                break;
            }
            passes.push_back(std::move(p));
        }
        if (!passes.empty())
            return passes;
    }
    return {};
}

} // namespace gpufft
