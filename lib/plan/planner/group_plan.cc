/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/cpu_model.h"
#include "plan/cost/memory_cost.h"
#include "plan/ir/element_bytes.h"
#include "plan/ir/kept_outputs.h"
#include "plan/ir/row_extent.h"
#include "plan/planner/group_plan.h"
#include "plan/simd/vector_stages.h"
#include "plan/simt/tile.h"
#include "plan/stages/tile_columns.h"
#include "plan/strategies/length_split.h"
#include "plan/strategies/simd/vector_cost.h"
#include "plan/strategies/strategy.h"
#include <algorithm>

namespace gpufft {

namespace {

//! Uses of a strategy beside any DFT that it applies to.
enum use {
    ANYTHING = 0, // that it applies to
    CORES = 1,    // inner DFTs of real kinds too: vector kernels over complex points
    SPLITS = 2,   // passes of given points, dft_problem::split
    LANES = 4,    // one pass, where vector_cost() says which of several is fastest
    ITEMS = 8,    // passes of workgroups, whose work-items meet at barriers
};

struct listed_strategy {
    strategy how;
    int uses;
};

// Fewest passes through global memory first; on CPU devices vector kernels where they
// apply.
const listed_strategy STRATEGIES[] = {
    { { "vector rows", 1, make_vector_rows }, CORES | LANES },
    { { "vectors", 1, make_vector_pass }, CORES | LANES },
    { { "real rows", 1, make_real_rows }, LANES },
    { { "real columns", 1, make_real_columns }, LANES },
    { { "vector columns", 1, make_vector_columns }, LANES },
    { { "vector dimensions", 1, make_vector_dimensions }, LANES },
    { { "vector nd rows", 1, make_vector_nd_rows }, LANES },
    { { "vector passes", 2, make_vector_passes }, CORES | SPLITS },
    { { "vector split dimension", 2, make_vector_split_dimension }, ANYTHING },
    { { "codelets", 1, make_cosine_pass }, ITEMS },
    { { "cluster", 1, make_cluster_pass }, ITEMS },
    { { "stockham", 1, make_single_pass }, ITEMS },
    { { "multi-pass", 2, make_multi_pass }, ITEMS | SPLITS },
    { { "split dimension", 2, make_split_dimension }, ITEMS },
};

// Strategies for a prime factor that no codelet covers: they compute more points than
// were asked for.
const listed_strategy CONVOLUTIONS[] = {
    { { "vector convolution", 1, make_vector_convolution }, CORES },
    { { "vector bluestein", 1, make_vector_bluestein }, CORES },
    { { "rader", 1, make_rader }, ANYTHING },
    { { "bluestein", 1, make_bluestein }, ANYTHING },
};

// Strategies for convolutions that the caller asks for.
const listed_strategy CONVOLVED[] = {
    { { "convolved vectors", 1, make_convolved_vectors }, ANYTHING },
    { { "convolved vector passes", 3, make_convolved_vector_passes }, SPLITS },
    { { "convolved", 1, make_convolved_pass }, ANYTHING },
    { { "convolved passes", 3, make_convolved_passes }, SPLITS },
};

// Cost of work-items that meet at barriers on CPU devices, beside vector kernels.
constexpr double CPU_SIMT_COST = 5;
// Their cost where a tile is more than a fourth of the second-level cache, which holds
// input, output and local memory: it is so slow that five passes are faster, see
// measurements.md, "Large tiles of work-items on CPUs".
constexpr double LARGE_CPU_SIMT_COST = 8;
constexpr std::int64_t LARGE_CPU_TILES_OF_L2 = 4;

// Additional cost of a pass that multiplies by twiddles first, in memory passes.
constexpr double TWIDDLE_COST = 0.02;

//! Registers of the points alone leave room for one workgroup at a time.
bool is_alone(const pass& p, const device_limits& limits)
{
    const int reals = p.number == precision::float64 ? 6 : 3; // temporaries included
    return limits.workgroup_registers &&
           (p.dimensions.size() > 1 || !p.columns_are_rows()) &&
           2 * reals * p.points() * p.columns.size > limits.workgroup_registers;
}

//! Cost of a memory pass, which short runs of neighbours make longer.
double cost_of(const pass& p, const device_limits& limits)
{
    if (!p.is_workgroup())
        return memory_passes_of(p, limits);
    if (limits.is_cpu) {
        const auto bytes = p.points() * p.columns.size * point_bytes(p.number);
        const auto cost = bytes > cpu_model_of(limits).l2_bytes / LARGE_CPU_TILES_OF_L2
                              ? LARGE_CPU_SIMT_COST
                              : CPU_SIMT_COST;
        return p.convolves ? 2 * cost : cost;
    }
    const double alone = is_alone(p, limits) ? ALONE_COST : 0;
    // Rows follow each other, however short they are.
    if (p.columns_are_rows())
        return 1 + alone;
    const auto layout = make_tile(p);
    const auto runs =
        1 +
        loss_of_runs(contiguous_run(layout.input_order, &atom::input_weight),
                     spacing_of(p.load, p.number)) +
        loss_of_runs(contiguous_run(layout.output_order, &atom::output_weight),
                     spacing_of(p.store, p.number));
    return runs + alone + (p.twiddle_order > 1 ? TWIDDLE_COST : 0);
}

dft_view side_of(const data_layout& l, const dimension_group& g)
{
    dft_view s;
    s.at = l.at;
    s.offset = l.offset;
    s.distance = l.distance;
    for (const auto d : g.dimensions)
        s.strides.push_back(l.strides[d]);
    s.outer_weights = l.loop_strides;
    for (std::size_t d = 0; d < l.strides.size(); ++d) {
        if (!std::count(g.dimensions.begin(), g.dimensions.end(), d))
            s.outer_weights.push_back(l.strides[d]);
    }
    return s;
}

//! No passes of \p s cost less. Searches for those of work-items take as long as all else
//! that is planned for a CPU device, where vector kernels cost a fraction of them.
double least_cost(const listed_strategy& s, const device_limits& limits)
{
    const bool are_items = limits.is_cpu && (s.uses & ITEMS);
    return s.how.fewest * (are_items ? CPU_SIMT_COST : least_group_cost(limits));
}

group_plan
weighed(std::vector<pass> passes, std::string name, const device_limits& limits)
{
    group_plan result{ std::move(passes), std::move(name) };
    for (const auto& p : result.passes)
        result.cost += cost_of(p, limits);
    result.vector_cost = vector_cost(result.passes, limits);
    return result;
}

//! Whether \p candidate takes fewer memory passes, or vector kernels that are faster in
//! as many.
bool is_better(const group_plan& candidate, const group_plan& than)
{
    if (candidate.cost != than.cost || candidate.passes.size() != than.passes.size())
        return candidate.cost < than.cost;
    return candidate.vector_cost < than.vector_cost;
}

} // namespace

dft_problem request_of(const transform& t,
                       const dimension_group& g,
                       const std::vector<std::int64_t>& lengths,
                       std::int64_t workspace_offset)
{
    dft_problem r;
    for (const auto d : g.dimensions) {
        const auto& asked = t.shape[d];
        pass_dimension along;
        along.caller_length = asked.length;
        // Load and store operations are those of the last dimension, which alone is
        // halved.
        along.length = d == g.dimensions.back()
                           ? dft_length(g.load.kind, g.load.is_half, asked.length)
                           : asked.length;
        along.input_rotation = asked.input_rotation;
        along.output_rotation = asked.output_rotation;
        r.dimensions.push_back(along);
    }
    for (const auto& l : t.loops)
        r.outer_loops.push_back(l.count);
    for (std::size_t d = 0; d < t.rank(); ++d) {
        if (!std::count(g.dimensions.begin(), g.dimensions.end(), d))
            r.outer_loops.push_back(lengths[d]);
    }
    r.in = side_of(g.in, g);
    r.out = side_of(g.out, g);
    r.load = g.load;
    r.load.stored = g.in.stored;
    r.load.is_float16 = g.in.is_float16;
    r.store = g.store;
    r.store.stored = g.out.stored;
    r.store.is_float16 = g.out.is_float16;
    r.load.expression = g.in.expression;
    r.store.expression = g.out.expression;
    r.number = t.number;
    r.in_place = t.in_place;
    r.is_convolved = t.convolved.has_value();
    r.store.kept = kept_of(t);
    r.workspace_offset = workspace_offset;
    return merged(std::move(r));
}

double least_group_cost(const device_limits& limits)
{
    return limits.is_cpu && !has_vectors(limits) ? CPU_SIMT_COST : 1;
}

group_plan plan_group(const dft_problem& r, const device_limits& limits)
{
    group_plan best;
    const auto weigh = [&](std::vector<pass> passes, const char* name) {
        if (passes.empty())
            return;
        if (!have_near_places(passes)) {
            best.had_long_workspace = true;
            return;
        }
        auto candidate = weighed(std::move(passes), name, limits);
        candidate.had_long_workspace = best.had_long_workspace;
        if (best.passes.empty() || is_better(candidate, best))
            best = std::move(candidate);
    };
    const auto weigh_each = [&](const auto& strategies, int uses) {
        for (const auto& each : strategies) {
            const bool may_be_better =
                best.passes.empty() || least_cost(each, limits) < best.cost;
            if ((each.uses & uses) == uses && may_be_better)
                weigh(each.how.make_passes(r, limits), each.how.name);
        }
    };
    const auto weigh_all = [&](const auto& strategies, int uses) {
        for (const auto& each : strategies) {
            const auto& [s, has] = each;
            if ((has & uses) != uses)
                continue;
            // Later strategies are not tried where the best plan so far costs less than
            // one with a pass more would, nor other vector kernels where it costs less
            // than lanes of rows do.
            const bool has_rivals = best.passes.size() == 1 && (has & LANES) &&
                                    best.vector_cost >= COST_OF_ROWS;
            if (!best.passes.empty() && best.cost < 1.0 + best.passes.size() &&
                !has_rivals)
                return;
            const auto least = least_cost(each, limits);
            if (least < r.most_cost && (best.passes.empty() || least <= best.cost))
                weigh(s.make_passes(r, limits), s.name);
        }
        for (const auto& [s, has] : strategies) {
            // A pass more is worth it for vector kernels before it, or for longer runs of
            // neighbours.
            if ((has & uses) == uses &&
                (best.passes.empty() || limits.is_cpu || best.passes.size() > 1))
                weigh(with_pointwise_store(r, limits, s), s.name);
        }
    };
    if (r.is_convolved) {
        weigh_each(CONVOLVED, r.split.empty() ? ANYTHING : SPLITS);
        return best;
    }
    if (!r.split.empty()) {
        if (points_of(r.split) == r.points())
            weigh_all(STRATEGIES, SPLITS);
        else
            weigh_all(CONVOLUTIONS, ANYTHING);
        return best;
    }
    weigh_all(STRATEGIES, ANYTHING);
    const bool is_convolved = best.passes.empty();
    if (is_convolved)
        weigh_all(CONVOLUTIONS, ANYTHING);
    // Two passes are fewer than with load and store operations in passes of their own.
    if (!limits.is_cpu || best.cost <= 2)
        return best;
    const auto weigh_cores = [&](const auto& strategies) {
        for (const auto with_io : { with_separate_io_passes, with_copy_passes }) {
            for (const auto& [s, has] : strategies) {
                if ((has & CORES) &&
                    (s.fewest + 1) * least_group_cost(limits) < r.most_cost)
                    weigh(with_io(r, limits, s), s.name);
            }
        }
    };
    weigh_cores(STRATEGIES);
    if (is_convolved)
        weigh_cores(CONVOLUTIONS);
    return best;
}

} // namespace gpufft
