/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/cost/memory_cost.h"
#include "plan/cost/occupancy.h"
#include "plan/cost/run_cost.h"
#include "plan/ir/element_bytes.h"
#include "plan/simt/workspace_tiles.h"
#include "plan/stages/fit_stages.h"
#include "plan/stages/tile_columns.h"
#include "plan/strategies/length_split.h"
#include "plan/strategies/strategy.h"
#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace gpufft {

namespace {

constexpr std::size_t MOST_PASSES = 4;
// Splits that are tried, since only their passes say what they cost: fewer of the many
// that there are where local memory is scarce.
constexpr std::size_t MOST_SPLITS = 10;
constexpr std::size_t FEW_SPLITS = 4;
// What splits into two may promise to cost more than the best costs, since a promise
// counts runs that tiles of the workspace do not have.
constexpr double SLACK = 0.3;
// A pass with nothing to wait for, beside a copy of the same bytes.
constexpr double PASS_COST = 1.1;
// A sector that is stored in parts costs more than one that is loaded in parts, since it
// is read before.
constexpr double STORED_IN_PARTS = 0.7;

struct weighed_split {
    length_split split;
    double cost; //!< in memory passes
};

//! Even splits come first where others cost as much.
double unevenness(const length_split& split)
{
    const auto [low, high] = std::minmax_element(split.begin(), split.end());
    return 0.001 * static_cast<double>(*high) / static_cast<double>(*low);
}

class split_search
{
public:
    split_search(const dft_problem& r, const device_limits& limits)
        : d_length(r.points()),
          d_number(r.number),
          d_limits(limits),
          d_load(spacing_of(r.load, r.number)),
          d_between(spacing_of({}, r.number)),
          d_store(spacing_of(r.store, r.number)),
          d_needs_pairs(r.store.needs_pairs()),
          d_other(strided_other(r)),
          d_extent(d_other < 0 ? 0 : r.outer_loops[d_other]),
          d_most(most_points(1, r.number, limits)),
          d_most_splits(has_plenty(limits) ? MOST_SPLITS : FEW_SPLITS)
    {
        for (const auto d : divisors(d_length, d_most)) {
            if (d == 1)
                continue;
            d_sizes.push_back({ d, {} });
            if (d_other >= 0)
                d_sizes.back().cost_of_other =
                    memory_cost(d, other_columns(d), d_number, d_limits);
        }
    }

    //! The splits into \p count passes that promise to cost least, and less than \p most,
    //! the cheapest first.
    std::vector<weighed_split> cheapest(std::size_t count, double most)
    {
        d_count = count;
        d_most_cost = most;
        d_best.clear();
        descend(d_length, 0);
        return d_best;
    }

    //! Conjugate outputs meet in columns that are pairs, which two passes allow.
    std::size_t most_passes() const { return d_needs_pairs ? 2 : MOST_PASSES; }

    //! What \p passes of \p split cost with the columns and stages that they have, in
    //! memory passes.
    double cost_of(const length_split& split, const std::vector<pass>& passes) const
    {
        double cost = unevenness(split);
        // Tiles of the workspace are contiguous: only the caller's side has runs.
        const bool is_tiled = passes.back().dimensions[0].input_tile != 0;
        for (std::size_t i = 0; i < passes.size(); ++i) {
            const auto& p = passes[i];
            const auto columns =
                p.workgroup().paired_columns ? p.columns.size / 2 : p.columns.size;
            cost += PASS_COST + occupancy_cost(p, d_limits);
            if (i == 0 || !is_tiled)
                cost += loss_of_runs(columns, spacing_of(p.load, d_number));
            if (i + 1 == passes.size() || !is_tiled) {
                const auto side = spacing_of(p.store, d_number);
                cost +=
                    loss_of_runs(columns, side) +
                    STORED_IN_PARTS * side.share * shared_sectors(columns * side.bytes);
            }
        }
        return cost;
    }

    //! \p split itself where its passes fit, one by one; else empty.
    length_split taken(const length_split& split) const
    {
        const bool fits = std::all_of(split.begin(), split.end(), [&](auto points) {
            return points > 1 && points <= d_most;
        });
        const bool is_paired =
            !d_needs_pairs || (split.size() == 2 && paired_columns(split));
        return fits && is_paired && split.size() <= MOST_PASSES ? split : length_split();
    }

    //! Columns of pass \p i: values of the outer loop that lie nearer than the points do,
    //! where there is one, else points of the dimension.
    column_choice columns_of(const length_split& split, std::size_t i) const
    {
        if (d_other >= 0)
            return { d_other, other_columns(split[i]) };
        return { -1, own_columns(split, i) };
    }

private:
    //! Values of the outer loop in a pass of \p size points.
    std::int64_t other_columns(std::int64_t size) const
    {
        const auto most = std::min<std::int64_t>(MOST_COLUMNS, d_extent);
        return std::clamp<std::int64_t>(d_most / size, 1, most);
    }

    //! Columns that hold both of each pair, which are looked up whole. 0: they do not
    //! fit.
    std::int64_t paired_columns(const length_split& split) const
    {
        const auto bytes = 2 * split.back() * point_bytes(d_number);
        const auto most = std::min<std::int64_t>(
            MOST_COLUMNS, d_limits.local_memory_bytes * 7 / 8 / bytes);
        for (auto c = split[0] % 2 ? 0 : most; c > 0; --c) {
            if (split[0] / 2 % c == 0)
                return 2 * c;
        }
        return 0;
    }

    std::int64_t own_columns(const length_split& split, std::size_t i) const
    {
        if (d_needs_pairs && i + 1 == split.size())
            return paired_columns(split);
        return ranked(split[i], place_of(i, split.size()))
            .count_for(column_extent(split, i));
    }

    //! Where a pass stands among the others.
    enum place { FIRST, BETWEEN, LAST };

    //! BETWEEN also where what the caller has lies as in the workspace.
    place place_of(std::size_t i, std::size_t count) const
    {
        if (i == 0)
            return is_plain(d_load) ? BETWEEN : FIRST;
        return i + 1 < count || is_plain(d_store) ? BETWEEN : LAST;
    }

    bool is_plain(const point_spacing& side) const
    {
        return side.bytes == d_between.bytes && side.share == d_between.share;
    }

    ranked_columns ranked(std::int64_t points, place at) const
    {
        return ranked_columns(points,
                              at == FIRST ? d_load : d_between,
                              at == LAST ? d_store : d_between,
                              d_number,
                              d_limits);
    }

    //! \p cost is the cost of the passes so far.
    void descend(std::int64_t rest, double cost)
    {
        const auto left = d_count - d_split.size();
        // A pass costs at least 1.
        if (cost + static_cast<double>(left) - 1e-9 > d_most_cost)
            return;
        if (left == 1) {
            if (rest <= d_most) {
                d_split.push_back(rest);
                weigh(cost);
                d_split.pop_back();
            }
            return;
        }
        for (auto& size : d_sizes) {
            const auto extent = rest / size.points;
            if (extent < 2)
                break;
            if (rest != extent * size.points)
                continue;
            d_split.push_back(size.points);
            descend(extent,
                    cost + cost_of(size, extent, place_of(d_split.size() - 1, d_count)));
            d_split.pop_back();
        }
    }

    //! A number of points that a pass may have.
    struct pass_size {
        std::int64_t points;
        //! Columns in the dimension, by the place of the pass; found when wanted.
        std::array<std::optional<ranked_columns>, 3> columns;
        double cost_of_other = 0; //!< with the outer loop as columns
    };

    pass_size& size_of(std::int64_t points)
    {
        return *std::lower_bound(d_sizes.begin(),
                                 d_sizes.end(),
                                 points,
                                 [](const pass_size& a, auto b) { return a.points < b; });
    }

    //! Cost of a pass of \p size points in memory passes, where its columns are not
    //! pairs: they divide \p extent, unless they are values of the outer loop.
    double cost_of(pass_size& size, std::int64_t extent, place at) const
    {
        if (d_other >= 0)
            return size.cost_of_other;
        auto& columns = size.columns[at];
        if (!columns)
            columns = ranked(size.points, at);
        return columns->cost_for(extent);
    }

    //! \p cost: of all passes but the last.
    void weigh(double cost)
    {
        if (d_needs_pairs && !paired_columns(d_split))
            return;
        const auto last = d_split.size() - 1;
        cost += d_needs_pairs ? memory_cost(d_split[last],
                                            columns_of(d_split, last).count / 2,
                                            d_number,
                                            d_limits)
                              : cost_of(size_of(d_split[last]),
                                        d_split[0],
                                        place_of(last, d_split.size()));
        cost += unevenness(d_split);
        if (cost >= d_most_cost)
            return;
        const auto behind =
            std::find_if(d_best.begin(), d_best.end(), [&](const auto& one) {
                return cost < one.cost;
            });
        d_best.insert(behind, { d_split, cost });
        if (d_best.size() > d_most_splits)
            d_best.pop_back();
        if (d_best.size() == d_most_splits)
            d_most_cost = d_best.back().cost;
    }

    std::int64_t d_length;
    precision d_number;
    device_limits d_limits;
    point_spacing d_load; //!< of the caller's memory
    point_spacing d_between;
    point_spacing d_store;
    bool d_needs_pairs;
    int d_other;
    std::int64_t d_extent;
    std::int64_t d_most;
    std::size_t d_most_splits;
    std::vector<pass_size> d_sizes; // ascending
    std::size_t d_count = 0;
    length_split d_split;
    std::vector<weighed_split> d_best; // the cheapest first
    double d_most_cost = 0;            // what costs as much is of no use
};

//! Fewer columns than \p count, of those that divide \p extent: where that is a prime,
//! the next lower divisor, since runs of a single element move a sector of memory each.
std::int64_t fewer_columns(std::int64_t count, std::int64_t least, std::int64_t extent)
{
    const auto fewer = count / prime_factors(count / least).front();
    if (fewer > 1 || extent % count != 0)
        return fewer;
    for (auto c = count - 1; c > 1; --c) {
        if (extent % c == 0)
            return c;
    }
    return 1;
}

struct fitted_split {
    std::vector<pass> passes;                         //!< none: the split does not fit
    double cost = std::numeric_limits<double>::max(); //!< with the columns that they have
};

//! Passes of \p split but for their padding, with fewer columns than were promised where
//! the work-items do not fit.
fitted_split fitted(const dft_problem& r,
                    const split_search& search,
                    const length_split& split,
                    const device_limits& limits)
{
    fitted_split result;
    for (std::size_t i = 0; i < split.size(); ++i) {
        auto columns = search.columns_of(split, i);
        pass p = shape_pass(r, split, i, columns);
        while (!fit_unpadded(p, { split[i] }, limits)) {
            const auto least = p.workgroup().paired_columns ? 2 : 1;
            if (columns.count == least)
                return {};
            columns.count = fewer_columns(columns.count, least, column_extent(split, i));
            p = shape_pass(r, split, i, columns);
        }
        result.passes.push_back(std::move(p));
    }
    tile_workspace(result.passes, limits);
    if (!split.empty())
        result.cost = search.cost_of(split, result.passes);
    return result;
}

} // namespace

std::vector<pass> make_multi_pass(const dft_problem& r, const device_limits& limits)
{
    if (r.dimensions.size() != 1 || !is_covered(r.points()))
        return {};
    if (r.store.needs_pairs() && strided_other(r) >= 0)
        return {};
    split_search search(r, limits);
    fitted_split best;
    if (!r.split.empty()) {
        best = fitted(r, search, search.taken(r.split), limits);
    } else {
        for (std::size_t count = 2; count <= search.most_passes() &&
                                    best.cost >= PASS_COST * static_cast<double>(count);
             ++count) {
            // Promises know nothing of work-items, and of tiles neither, which two
            // passes may have.
            const double most = best.cost - (PASS_COST - 1) * static_cast<double>(count) +
                                (count == 2 ? SLACK : 0);
            for (const auto& one : search.cheapest(count, most)) {
                if (one.cost >= best.cost)
                    break;
                auto other = fitted(r, search, one.split, limits);
                if (other.cost < best.cost)
                    best = std::move(other);
            }
        }
    }
    for (auto& p : best.passes) {
        fit_padding(p, limits);
        cap_registers(p, limits);
    }
    return best.passes;
}

} // namespace gpufft
