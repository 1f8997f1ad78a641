/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/cost/butterfly_cost.h"
#include "plan/cost/memory_cost.h"
#include "plan/cost/occupancy_limits.h"
#include "plan/cost/run_cost.h"
#include "plan/ir/element_bytes.h"
#include "plan/stages/convolution_cost.h"
#include "plan/stages/tile_columns.h"
#include "plan/strategies/convolutions/padded_lengths.h"
#include "plan/strategies/convolutions/padded_split.h"
#include <unordered_map>
#include <algorithm>
#include <array>
#include <limits>

namespace gpufft {

namespace {

constexpr std::size_t MOST_FACTORS = 3;
//! Cost of reading an entry of the spectrum beside a point, which is read and written.
constexpr double SPECTRUM_PASS = 0.25;
//! Points of a workgroup for each work-item that it may have: as many as keep it busy.
//! More wait for one another, see measurements.md, "Workgroups of several convolving
//! passes".
constexpr std::int64_t BUSY_POINTS_OF_AN_ITEM = 2;
//! Points of a row that a workgroup convolves, by the same: twice as many cost as much as
//! being alone on a unit. See measurements.md, "Splits of padded convolutions".
constexpr std::int64_t MOST_POINTS_OF_AN_ITEM = 4;

//! The search for splits of M, which keeps the cheapest of all lengths.
class padded_search
{
public:
    //! \param most  number of splits that are kept
    padded_search(const dft_problem& r, const device_limits& limits, std::size_t most)
        : d_kept(most),
          d_length(r.points()),
          d_is_convolved(r.is_convolved),
          d_number(r.number),
          d_limits(limits),
          d_other(strided_other(r)),
          d_extent(d_other < 0 ? 0 : r.outer_loops[d_other]),
          d_busy_points(BUSY_POINTS_OF_AN_ITEM * limits.max_work_items),
          d_most_convolved(MOST_POINTS_OF_AN_ITEM * limits.max_work_items),
          d_column_bytes(point_bytes(r.number)),
          d_most_columns(MOST_COLUMNS * COLUMN_BYTES / d_column_bytes)
    {
        // An eighth is left for padding. Real and imaginary parts may be exchanged one
        // after the other.
        const auto in_memory =
            limits.local_memory_bytes * 7 / 8 / (point_bytes(r.number) / 2);
        d_most = std::min<std::int64_t>(in_memory,
                                        std::int64_t(limits.max_work_items) *
                                            most_points_per_item(limits, r.number));
        d_run_losses[0] = std::numeric_limits<double>::infinity();
        for (int c = 1; c <= MOST_COLUMNS; ++c)
            d_run_losses[c] =
                std::min(d_run_losses[c - 1], run_cost(d_column_bytes * c) - 1);
        d_count = MOST_FACTORS;
        for (std::size_t c = 0; c < d_pair_losses.size(); ++c)
            d_pair_losses[c] =
                least_run_losses(1, MOST_FACTORS - 2, static_cast<double>(c));
    }

    std::optional<padded_split> of(const length_split& factors)
    {
        if (*std::max_element(factors.begin(), factors.end()) > d_most)
            return std::nullopt;
        d_padded = points_of(factors);
        d_count = factors.size();
        d_factors = factors;
        return weighed();
    }

    std::vector<padded_split> run()
    {
        const auto lengths =
            d_is_convolved ? std::vector{ d_length } : padded_lengths(d_length);
        for (d_count = 2; d_count <= MOST_FACTORS; ++d_count)
            try_all(lengths);
        return d_best;
    }

private:
    //! Points that one workgroup holds, the cost of their stages there and back, and the
    //! additional time of the best of their runs.
    struct pass_size {
        std::int64_t points;
        double stages;
        double run_loss;
    };

    void try_all(const std::vector<std::int64_t>& lengths)
    {
        // Lengths are tried in the order of their least costs, which say when to stop.
        std::vector<std::pair<double, std::int64_t>> ordered;
        for (const auto m : lengths)
            ordered.emplace_back(least_cost(m), m);
        std::sort(ordered.begin(), ordered.end());
        for (const auto& [least, m] : ordered) {
            if (least >= worst())
                return;
            if (!divides_in(m, d_count) ||
                (least + least_run_losses(m)) * (1 - 1e-9) >= worst())
                continue;
            d_padded = m;
            d_sizes.clear();
            for (const auto d : divisors(m, d_most)) {
                if (d > 1)
                    d_sizes.push_back({ d,
                                        2 * pass_stages_of(d),
                                        run_cost(d_column_bytes * most_columns(d)) - 1 });
            }
            descend(m, least_memory_passes(m));
        }
    }

    //! A product of \p count factors, each of which fits a workgroup, may be \p m.
    bool divides_in(std::int64_t m, std::size_t count) const
    {
        if (d_most < 1)
            return false;
        while (count-- > 0)
            m = (m + d_most - 1) / d_most;
        return m == 1;
    }

    //! Cost of all passes over \p m points through memory, with runs of the best length
    //! and no stages yet.
    double least_memory_passes(std::int64_t m) const
    {
        double points = SPECTRUM_PASS * static_cast<double>(m);
        for (std::size_t i = 0; i < d_count; ++i)
            points += points_moved(i, m);
        return MEMORY_PASS_COST * points;
    }

    //! The least cost of passes over \p m points: they have no fewer stages than all of M
    //! would have in one pass.
    double least_cost(std::int64_t m)
    {
        return least_memory_passes(m) + 2 * stages_of(m) * static_cast<double>(m);
    }

    //! The least additional cost of runs of the factors of \p m.
    double least_run_losses(std::int64_t m) const
    {
        double columns = 1 / static_cast<double>(m), wanted = 1;
        for (std::size_t i = 0; i < d_count; ++i) {
            columns *= static_cast<double>(d_most);
            wanted *= static_cast<double>(d_most_columns);
        }
        return columns < wanted ? least_run_losses(m, 0, columns * (1 + 1e-9)) : 0;
    }

    //! The least additional cost of short runs in the passes that take the \p rest of the
    //! points, behind the next factor.
    double least_run_losses_after(std::int64_t rest) const
    {
        const auto next = d_factors.size() + 1;
        if (next + 1 == d_count)
            return points_in_runs(d_padded, next) * d_run_losses[most_columns(rest)];
        const auto columns =
            std::min(d_most * d_most / rest, d_most_columns * d_most_columns);
        return static_cast<double>(d_padded) * d_pair_losses[columns];
    }

    //! The least additional cost of short runs in passes \p i and later: more columns of
    //! one pass leave it fewer points, and so the other passes more points and fewer
    //! columns. The columns of all these passes have a product of \p columns at most.
    double least_run_losses(std::int64_t m, std::size_t i, double columns) const
    {
        const auto most =
            static_cast<int>(std::min(columns, static_cast<double>(d_most_columns)));
        if (i + 1 == d_count)
            return points_in_runs(m, i) * d_run_losses[most];
        double least = std::numeric_limits<double>::infinity();
        for (int c = 1; c <= most; ++c)
            least = std::min(least,
                             points_in_runs(m, i) * d_run_losses[c] +
                                 least_run_losses(m, i + 1, columns / c));
        return least;
    }

    //! stage_cost(), which the search needs for few numbers of points again and again.
    double stages_of(std::int64_t points)
    {
        auto& known = d_stages[points];
        if (known == 0)
            known = stage_cost(points, d_number, d_limits);
        return known;
    }

    //! stages_of(), with as many stages as radices of a divisor of \p points each allow.
    double pass_stages_of(std::int64_t points)
    {
        auto& known = d_pass_stages[points];
        if (known == 0)
            known = stage_cost_of_pass(points, d_number, d_limits);
        return known;
    }

    //! Memory passes of points in pass \p i, there and back. The first pass does not
    //! touch the padding in the caller's memory, neither there nor back.
    double points_moved(std::size_t i, std::int64_t m) const
    {
        return static_cast<double>(i + 1 == d_count ? m : i == 0 ? m + d_length : 2 * m);
    }

    double worst() const
    {
        return d_best.size() < d_kept ? std::numeric_limits<double>::infinity()
                                      : d_best.back().cost;
    }

    //! Cost of the points that pass \p i moves in runs of its columns: times the runs'
    //! loss (d_run_losses), this is the additional cost of the runs.
    double points_in_runs(std::int64_t m, std::size_t i) const
    {
        if (i + 1 < d_count)
            return MEMORY_PASS_COST * points_moved(i, m);
        // Rows that are convolved are contiguous; caches keep what few of them leave of a
        // sector of the spectrum.
        return d_other < 0 ? 0
                           : MEMORY_PASS_COST * SPECTRUM_PASS * static_cast<double>(m);
    }

    //! Chooses the next factor. \p cost is the least cost with the factors so far.
    void descend(std::int64_t rest, double cost)
    {
        const auto i = d_factors.size();
        if (i + 1 == d_count) {
            const auto size = first_from(rest);
            if (size != d_sizes.end() && size->points == rest)
                take(*size, rest, cost);
            return;
        }
        // The rest must fit the passes to come.
        const auto after = d_count - i - 1;
        auto least = rest;
        for (std::size_t j = 0; j < after; ++j)
            least = (least + d_most - 1) / d_most;
        const auto first = first_from(least);
        for (auto size = first; size != d_sizes.end(); ++size) {
            // Two factors that change places give nearly equal passes.
            if (i == 1 && size->points > d_factors[0])
                break;
            if (cost_with(*size, cost) < worst() && rest % size->points == 0)
                take(*size, rest, cost);
        }
    }

    std::vector<pass_size>::const_iterator first_from(std::int64_t points) const
    {
        return std::lower_bound(d_sizes.begin(),
                                d_sizes.end(),
                                points,
                                [](const pass_size& a, auto b) { return a.points < b; });
    }

    //! The least cost with \p size for the next factor, where \p cost is that before it.
    double cost_with(const pass_size& size, double cost) const
    {
        return cost + size.stages * static_cast<double>(d_padded) +
               points_in_runs(d_padded, d_factors.size()) * size.run_loss;
    }

    void take(const pass_size& size, std::int64_t rest, double cost)
    {
        const auto sum = cost_with(size, cost);
        const auto after = rest / size.points;
        if (sum >= worst())
            return;
        if (after > 1) {
            const double runs = least_run_losses_after(after);
            // The rest has no fewer stages in several passes than in one.
            if ((sum + runs) * (1 - 1e-9) >= worst() ||
                (sum + runs + 2 * stages_of(after) * static_cast<double>(d_padded)) *
                        (1 - 1e-9) >=
                    worst())
                return;
        }
        d_factors.push_back(size.points);
        if (d_factors.size() == d_count)
            keep(weighed());
        else
            descend(after, sum);
        d_factors.pop_back();
    }

    std::int64_t most_columns(std::int64_t points) const
    {
        return std::min(d_most_columns, d_most / points);
    }

    //! As many neighbouring columns as fit: values of the outer loop, or points, whose
    //! number divides \p extent.
    std::int64_t columns_for(std::int64_t points, std::int64_t extent) const
    {
        if (d_other >= 0)
            return std::min(most_columns(points), d_extent);
        for (auto c = most_columns(points); c > 1; --c) {
            if (extent % c == 0)
                return c;
        }
        return 1;
    }

    //! Columns of pass \p i, whose number divides \p extent unless they are values of the
    //! outer loop. Rows that are convolved are contiguous, so that few of them do; the
    //! other passes take more than a run wants where these are little work.
    std::int64_t busy_columns(std::size_t i, std::int64_t extent) const
    {
        const auto points = d_factors[i];
        const auto least = columns_for(points, extent);
        if (d_other >= 0 || !has_plenty(d_limits))
            return least;
        if (i + 1 == d_count) {
            for (std::int64_t c = 1; c < least; ++c) {
                if (extent % c == 0 && c * points >= d_busy_points)
                    return c;
            }
            return least;
        }
        for (auto c = std::min<std::int64_t>(d_busy_points / points, LONGEST_RUN);
             c > least;
             --c) {
            if (extent % c == 0)
                return c;
        }
        return least;
    }

    padded_split weighed()
    {
        const auto last = d_count - 1;
        padded_split split{ d_factors, {}, d_other, least_memory_passes(d_padded) };
        for (std::size_t i = 0; i <= last; ++i) {
            const auto points = d_factors[i];
            const auto extent = d_factors[i < last ? last : 0];
            const auto columns = columns_for(points, extent);
            split.columns.push_back(busy_columns(i, extent));
            split.cost +=
                points_in_runs(d_padded, i) * (run_cost(d_column_bytes * columns) - 1) +
                2 * pass_stages_of(points) * static_cast<double>(d_padded);
        }
        const auto crowd = static_cast<double>(d_factors[last]) / d_most_convolved - 1;
        if (d_other < 0 && crowd > 0)
            split.cost += ALONE_COST * MEMORY_PASS_COST * crowd * crowd *
                          static_cast<double>(d_padded);
        return split;
    }

    void keep(const padded_split& split)
    {
        if (split.cost >= worst())
            return;
        const auto at = std::upper_bound(
            d_best.begin(),
            d_best.end(),
            split,
            [](const padded_split& a, const padded_split& b) { return a.cost < b.cost; });
        d_best.insert(at, split);
        if (d_best.size() > d_kept)
            d_best.pop_back();
    }

    std::size_t d_kept;
    std::int64_t d_length;
    bool d_is_convolved; // as many points as the caller's, and no padding
    precision d_number;
    device_limits d_limits;
    int d_other; // outer loop that gives the columns
    std::int64_t d_extent;
    std::int64_t d_busy_points; // in a workgroup
    double d_most_convolved;    // points of a row
    std::int64_t d_column_bytes;
    std::int64_t d_most_columns;           // that make a whole run
    std::int64_t d_most;                   // points that a workgroup holds
    double d_run_losses[MOST_COLUMNS + 1]; // with so many columns or fewer
    //! Additional cost of runs of the last two of MOST_FACTORS passes for a point, by the
    //! product of their columns.
    std::array<double, MOST_COLUMNS * MOST_COLUMNS + 1> d_pair_losses;
    std::size_t d_count = 0; // factors
    std::int64_t d_padded = 0;
    std::vector<pass_size> d_sizes; // divisors of d_padded
    length_split d_factors;
    std::unordered_map<std::int64_t, double> d_stages; // by the points
    std::unordered_map<std::int64_t, double> d_pass_stages;
    std::vector<padded_split> d_best;
};

} // namespace

std::int64_t padded_split::points() const { return points_of(factors); }

std::vector<padded_split>
padded_splits(const dft_problem& r, const device_limits& limits, std::size_t most)
{
    return padded_search(r, limits, most).run();
}

std::optional<padded_split> padded_split_of(const dft_problem& r,
                                            const length_split& factors,
                                            const device_limits& limits)
{
    return padded_search(r, limits, 1).of(factors);
}

} // namespace gpufft
