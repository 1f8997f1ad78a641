/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/forms/folds.h"
#include "plan/planner/dimension_groups.h"
#include "plan/planner/shared_workspace.h"
#include "plan/request/validate.h"
#include "plan/simd/vector_stages.h"
#include "plan/simt/bulk_rows.h"
#include "plan/simt/tile.h"
#include "plan/stages/convolution_cost.h"
#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

namespace gpufft {

namespace {

// A workgroup that takes so much local memory, and more than a quarter of the device's,
// has too few others beside it: nothing loads and stores while it computes.
constexpr std::int64_t LARGE_TILE_BYTES = 32 * 1024;
// Cost of such a tile where it is folded, in memory passes, see measurements.md, "Large
// folded tiles".
constexpr double LARGE_TILE_COST = 2.5;

constexpr double NEVER = std::numeric_limits<double>::infinity();

using dimension_list = std::vector<std::size_t>;

void append(group_plan& to, group_plan&& more)
{
    to.cost += more.cost;
    if (!to.strategy.empty())
        to.strategy += " + ";
    to.strategy += more.strategy;
    std::move(more.passes.begin(), more.passes.end(), std::back_inserter(to.passes));
}

class dimension_planner
{
public:
    dimension_planner(const transform& t,
                      const device_limits& limits,
                      const plan_shape& shape)
        : d_t(t), d_limits(limits), d_shape(shape), d_kind(effective_kind(t))
    {
        for (const auto& d : t.shape)
            d_lengths.push_back(d.length);
        d_is_inverse = d_kind == transform_kind::c2r || d_kind == transform_kind::dct3 ||
                       d_kind == transform_kind::dst3 ||
                       (d_kind == transform_kind::c2c && t.dir == direction::inverse);
    }

    group_plan run()
    {
        auto result = chosen();
        if (d_has_joined_rows && !rows_agree(result)) {
            d_may_join_rows = false;
            result = chosen();
        }
        return finished(std::move(result));
    }

private:
    group_plan chosen()
    {
        d_workspace_offset = 0;
        const auto in = input_layout(d_t);
        const auto out = output_layout(d_t);
        if (d_kind == transform_kind::c2c)
            return plan_complex(all_dimensions(), in, out);
        if (is_trigonometric(d_kind))
            return plan_trigonometric(in, out);
        d_bins = d_lengths;
        d_bins.back() = d_lengths.back() / 2 + 1;
        group_plan whole;
        if (d_t.rank() > 1)
            whole = plan_one(all_dimensions(), d_kind, in, out);
        if (whole.passes.size() == 1 && !d_limits.is_cpu)
            return whole;
        auto chain = d_kind == transform_kind::r2c ? plan_forward(in, out)
                                                   : plan_backward(in, out);
        // On CPU devices more passes are worth it where vector kernels do them.
        const bool is_whole = whole.passes.size() == 1 &&
                              (chain.passes.empty() || whole.cost <= chain.cost);
        return is_whole ? whole : chain;
    }

    dimension_list all_dimensions() const
    {
        dimension_list all(d_t.rank());
        std::iota(all.begin(), all.end(), 0);
        return all;
    }

    dimension_list all_but_last() const
    {
        auto all = all_dimensions();
        all.pop_back();
        return all;
    }

    //! Where data lie between groups: in the output, unless it has fewer bits than the
    //! passes compute with, or is made of it by an expression.
    data_layout between(const data_layout& out, const std::vector<std::int64_t>& lengths)
    {
        return out.is_float16 || out.expression
                   ? in_workspace(lengths, stored_between(out))
                   : out;
    }

    //! Elements as the kind makes them.
    element stored_between(const data_layout& out) const
    {
        return d_t.real_output ? element::complex : out.stored;
    }

    data_layout in_workspace(const std::vector<std::int64_t>& lengths, element stored)
    {
        if (stored == element::planar)
            stored = element::complex;
        auto result = workspace_layout(d_t, lengths, stored);
        d_workspace_offset =
            stored == element::real ? (result.distance + 1) / 2 : result.distance;
        return result;
    }

    //! Plans one group by any strategy. A group of several dimensions may be left out if
    //! it costs \p most.
    group_plan plan_one(const dimension_list& dimensions,
                        transform_kind kind,
                        const data_layout& in,
                        const data_layout& out,
                        double most = NEVER)
    {
        dimension_group g;
        g.dimensions = dimensions;
        g.in = in;
        g.out = out;
        g.load.kind = g.store.kind = kind;
        const auto length = d_t.shape[dimensions.back()].length;
        // Two reals make a point of the inner DFT where they come in pairs; types 1
        // always do.
        const bool is_half = kind != transform_kind::c2c &&
                             (length % 2 == 0 || kind == transform_kind::dct1 ||
                              kind == transform_kind::dst1);
        g.load.is_half = g.store.is_half = is_half;
        g.load.swap_parts = g.store.swap_parts = d_is_inverse;
        g.load.orthogonalize = g.store.orthogonalize = d_t.orthogonalize;
        g.load.windowed = d_t.windowed;
        g.load.taps_per_branch = d_t.taps_per_branch;
        auto r =
            request_of(d_t, g, d_bins.empty() ? d_lengths : d_bins, d_workspace_offset);
        r.costs = d_costs;
        if (dimensions.size() > 1) // no convolution: convolutions take one dimension
            r.most_cost = most;
        const auto split = d_shape.splits.find(r.points());
        if (split != d_shape.splits.end() && dimensions.size() == 1)
            r.split = split->second;
        r.may_join_rows = d_may_join_rows;
        auto result = plan_group(r, d_limits);
        d_had_long_workspace |= result.had_long_workspace;
        if (!d_may_join_rows)
            return result;
        d_has_joined_rows |= rows_differ(result.passes);
        auto joined = with_rows_in_workspace(r);
        if (joined.row_factor == r.row_factor)
            return result;
        auto by_rows = plan_group(joined, d_limits);
        d_had_long_workspace |= by_rows.had_long_workspace;
        // A plan of several passes has a workspace of its own.
        const bool is_better = by_rows.passes.size() == 1 &&
                               (result.passes.empty() || by_rows.cost < result.cost);
        d_has_joined_rows |= is_better;
        return is_better ? by_rows : result;
    }

    //! Passes find a row of the transform in one place of the workspace, however many
    //! rows of their own they have in it.
    static bool rows_agree(const group_plan& g)
    {
        std::set<std::int64_t> distances; // of such rows, in complex elements
        for (const auto& p : g.passes) {
            const auto add = [&](buffer_role at, std::int64_t own, element stored) {
                const int units = stored == element::real ? 2 : 1;
                if (at == buffer_role::workspace)
                    distances.insert((own * p.row_factor + units - 1) / units);
            };
            add(p.from, p.input_distance, p.load.stored);
            add(p.to, p.output_distance, p.store.stored);
        }
        return distances.size() <= 1;
    }

    double least_cost(std::size_t groups) const
    {
        return static_cast<double>(groups) * least_group_cost(d_limits);
    }

    //! Plans groups one after the other: the first reads \p in, the last writes \p out,
    //! and between them data lie in \p middle. Returns no passes where they cost \p most.
    group_plan plan_chain(const std::vector<dimension_list>& groups,
                          transform_kind kind,
                          const data_layout& in,
                          const data_layout& middle,
                          const data_layout& out,
                          double most = NEVER)
    {
        group_plan chain;
        for (std::size_t i = 0; i < groups.size(); ++i) {
            const auto left = groups.size() - i;
            if (chain.cost + least_cost(left) - 1e-9 >= most)
                return {};
            auto one = plan_one(groups[i],
                                kind,
                                i == 0 ? in : middle,
                                left == 1 ? out : middle,
                                most - chain.cost - least_cost(left - 1) + 1e-9);
            if (one.passes.empty())
                return {};
            append(chain, std::move(one));
        }
        return chain;
    }

    /*!
     * The cost of one dimension after the other, which is soon planned: groups of several
     * dimensions that cost more need no search for their stages. NEVER where that is not
     * worth it: without vectors, or of two dimensions.
     */
    double cost_one_by_one(const dimension_list& dimensions,
                           const data_layout& in,
                           const data_layout& out)
    {
        if (!has_vectors(d_limits) || !d_limits.is_cpu || dimensions.size() < 3 ||
            d_shape.grouping >= 0)
            return NEVER;
        const bool had_long_workspace = d_had_long_workspace;
        const bool has_joined_rows = d_has_joined_rows;
        const auto offset = d_workspace_offset;
        // The last grouping, so that there is one that costs no more.
        auto groups = dimension_groupings(dimensions.size()).back();
        for (auto& g : groups)
            g = { dimensions[g.front()] };
        const auto middle = between(out, d_bins.empty() ? d_lengths : d_bins);
        const auto chain = plan_chain(groups, transform_kind::c2c, in, middle, out);
        d_had_long_workspace = had_long_workspace;
        d_has_joined_rows = has_joined_rows;
        d_workspace_offset = offset;
        return chain.passes.empty() ? NEVER : chain.cost + 1e-9;
    }

    //! The cheapest grouping of complex dimensions, from \p in to \p out.
    group_plan plan_complex(const dimension_list& dimensions,
                            const data_layout& in,
                            const data_layout& out)
    {
        group_plan best;
        int number = 0;
        best.cost = cost_one_by_one(dimensions, in, out); // where it has no passes yet
        for (auto groups : dimension_groupings(dimensions.size())) {
            if (d_shape.grouping >= 0 && number++ != d_shape.grouping)
                continue;
            if (!best.passes.empty() && best.cost <= least_cost(groups.size()))
                break;
            for (auto& g : groups) {
                for (auto& d : g)
                    d = dimensions[d];
            }
            const auto middle = groups.size() > 1
                                    ? between(out, d_bins.empty() ? d_lengths : d_bins)
                                    : out;
            auto chain =
                plan_chain(groups, transform_kind::c2c, in, middle, out, best.cost);
            if (!chain.passes.empty() && chain.cost < best.cost)
                best = std::move(chain);
            if (d_limits.is_cpu && groups.size() > 1 && best.cost < NEVER)
                improve(best, std::move(groups), in, middle, out);
        }
        return best.passes.empty() ? group_plan() : best;
    }

    //! Tries other ways through \p groups where \p best has more passes than there are
    //! groups.
    void improve(group_plan& best,
                 std::vector<dimension_list> groups,
                 const data_layout& in,
                 const data_layout& middle,
                 const data_layout& out)
    {
        const auto least = least_cost(groups.size()) + 1e-9;
        const auto keep_better = [&](group_plan chain) {
            const bool is_better = !chain.passes.empty() && chain.cost < best.cost;
            if (is_better)
                best = std::move(chain);
            return is_better;
        };
        constexpr auto KIND = transform_kind::c2c;
        // Rows leave gaps between N-d rows to the columns after them.
        if (best.cost > least && middle.at == buffer_role::output) {
            const auto offset = d_workspace_offset;
            const auto workspace =
                in_workspace(d_bins.empty() ? d_lengths : d_bins, element::complex);
            if (!keep_better(plan_chain(groups, KIND, in, workspace, out, best.cost)))
                d_workspace_offset = offset;
        }
        // Columns first load those of the input. Columns that overlap and are rotated
        // cannot be stored in place, but rows can, whatever their length.
        std::reverse(groups.begin(), groups.end());
        if (best.cost > least)
            keep_better(plan_chain(groups, KIND, in, middle, out, best.cost));
    }

    //! Plans real to complex: the last dimension, then the other ones over its bins.
    group_plan plan_forward(const data_layout& in, const data_layout& out)
    {
        const auto rest = all_but_last();
        const auto middle = rest.empty() ? out : between(out, d_bins);
        auto chain = plan_forward_by(in, middle, out);
        if (rest.empty() || !d_limits.is_cpu || middle.at == buffer_role::workspace)
            return chain;
        // Bins are seldom a multiple of the lanes, and vectors of columns that overlap
        // cannot be stored where they were loaded.
        auto by_workspace =
            plan_forward_by(in, in_workspace(d_bins, stored_between(out)), out);
        const bool is_better = !by_workspace.passes.empty() &&
                               (chain.passes.empty() || by_workspace.cost < chain.cost);
        if (!is_better)
            d_workspace_offset = 0;
        return is_better ? by_workspace : chain;
    }

    group_plan plan_forward_by(const data_layout& in,
                               const data_layout& middle,
                               const data_layout& out)
    {
        const auto rest = all_but_last();
        auto chain = plan_one({ d_t.rank() - 1 }, d_kind, in, middle);
        if (chain.passes.empty() || rest.empty())
            return chain;
        auto others = plan_complex(rest, middle, out);
        if (others.passes.empty())
            return {};
        append(chain, std::move(others));
        return chain;
    }

    //! Plans complex to real: the other dimensions over the bins, in the workspace since
    //! the input is not to be touched and the output holds less; then the last one.
    group_plan plan_backward(const data_layout& in, const data_layout& out)
    {
        const auto rest = all_but_last();
        if (rest.empty())
            return plan_one({ d_t.rank() - 1 }, d_kind, in, out);
        const auto middle = in_workspace(d_bins, element::complex);
        auto chain = plan_complex(rest, in, middle);
        auto last = plan_one({ d_t.rank() - 1 }, d_kind, middle, out);
        if (chain.passes.empty() || last.passes.empty())
            return {};
        append(chain, std::move(last));
        return chain;
    }

    //! Plans all dimensions in a workgroup where that is cheaper, else a pass at least
    //! for each.
    group_plan plan_trigonometric(const data_layout& in, const data_layout& out)
    {
        std::vector<dimension_list> groups;
        for (std::size_t d = d_t.rank(); d-- > 0;)
            groups.push_back({ d });
        const auto middle = groups.size() > 1 ? between(out, d_lengths) : out;
        auto chain = plan_chain(groups, d_kind, in, middle, out);
        if (groups.size() == 1 || !is_shuffled(d_kind))
            return chain;
        auto whole = plan_one(all_dimensions(), d_kind, in, out);
        if (whole.passes.size() != 1)
            return chain;
        if (has_large_tile(whole.passes.front()))
            whole.cost *= LARGE_TILE_COST;
        return chain.passes.empty() || whole.cost < chain.cost ? whole : chain;
    }

    bool has_large_tile(const pass& p) const
    {
        const std::int64_t quarter = d_limits.local_memory_bytes / 4;
        return !d_limits.is_cpu &&
               local_memory_bytes(p) > std::max(quarter, LARGE_TILE_BYTES);
    }

    //! Puts the scale factor into the very last pass.
    group_plan finished(group_plan result) const
    {
        result.had_long_workspace = d_had_long_workspace;
        if (!result.passes.empty()) {
            result.passes.back().store.scaled = scale_of(d_t) != 1;
            drop_unfit_bulk(result.passes.back(),
                            d_limits); // a bulk copy multiplies nothing
        }
        return result;
    }

    const transform& d_t;
    const device_limits& d_limits;
    const plan_shape& d_shape;
    transform_kind d_kind;
    bool d_is_inverse = false;
    std::vector<std::int64_t> d_lengths;
    std::vector<std::int64_t> d_bins; //!< of a half spectrum; empty where there is none
    std::int64_t d_workspace_offset = 0;
    std::shared_ptr<convolution_costs> d_costs = std::make_shared<convolution_costs>();
    bool d_may_join_rows = d_limits.is_cpu;
    bool d_has_joined_rows = false;
    bool d_had_long_workspace = false;
};

} // namespace

std::vector<std::vector<dimension_list>> dimension_groupings(std::size_t rank)
{
    std::vector<std::vector<dimension_list>> all = { {} };
    for (std::size_t d = rank; d-- > 0;) {
        std::vector<std::vector<dimension_list>> next;
        for (const auto& groups : all) {
            for (std::size_t g = 0; g < groups.size(); ++g) {
                next.push_back(groups);
                next.back()[g].insert(next.back()[g].begin(), d);
            }
            next.push_back(groups);
            next.back().push_back({ d });
        }
        all = std::move(next);
    }
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return a.size() < b.size();
    });
    return all;
}

group_plan
plan_dimensions(const transform& t, const device_limits& limits, const plan_shape& shape)
{
    return dimension_planner(t, limits, shape).run();
}

} // namespace gpufft
