/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/choice/builtin_plans.h"
#include "plan/choice/choose_plan.h"
#include "plan/choice/small_batch.h"
#include "plan/cost/cpu_model.h"
#include "plan/planner/model_plan.h"
#include "plan/planner/shared_workspace.h"
#include "plan/planner/slice_workspace.h"
#include "plan/simd/vector_stages.h"
#include "plan/strategies/strategy.h"
#include <gpufft/error.h>
#include <algorithm>
#include <limits>

namespace gpufft {

namespace {

// Rows of up to so many points are quick enough in one workgroup.
constexpr std::int64_t LONGEST_LONE_ROW = 8192;
// Longer rows are faster in two passes than over a cluster.
constexpr std::int64_t LONGEST_CLUSTERED_ROW = 32768;
// Rows of more points for each compute unit keep it busy.
constexpr std::int64_t POINTS_OF_A_UNIT = 4096;

// Work-items of workgroups that are small enough to keep many units busy with a row: of
// several passes, and of a row that one workgroup could take.
constexpr int FEW_ITEMS = 256;
constexpr int FEWEST_ITEMS = 128;
constexpr int FEW_REGISTERS = 64;

// On CPU devices shorter rows are soon done in any way.
constexpr std::int64_t SHORTEST_LONE_ROW = 256;

// Shortest inner DFT of a real kind that has another plan for small batches, in which the
// load and store operations take launches of their own.
constexpr std::int64_t SHORTEST_LONE_CORE = 512;

// Shortest convolved row that has another plan for small batches: a tile of longer ones
// takes longer than a row in three passes, see measurements.md, "Small batches of
// convolved rows".
constexpr std::int64_t SHORTEST_CONVOLVED_ROW = 400;

//! As many rows of the transform as \p count sixteenths of a tile of \p p for each
//! compute unit.
std::uint32_t sixteenths(std::int64_t count, const pass& p, const device_limits& limits)
{
    const auto tiles = p.columns.size * limits.compute_units;
    return static_cast<std::uint32_t>(tiles * count / 16 / p.row_factor);
}

//! The problem that the strategy solved by \p p, a pass of rows.
dft_problem request_behind(const pass& p)
{
    dft_problem r;
    r.dimensions = p.dimensions;
    r.in.at = p.from;
    r.in.offset = p.input_offset;
    r.in.distance = p.input_distance;
    r.out.at = p.to;
    r.out.offset = p.output_offset;
    r.out.distance = p.output_distance;
    for (const auto& d : p.dimensions) {
        r.in.strides.push_back(d.input_stride);
        r.out.strides.push_back(d.output_stride);
    }
    if (p.vector().inner_batch > 1) {
        r.outer_loops = { p.vector().inner_batch };
        r.in.outer_weights = r.out.outer_weights = { 1 };
    }
    r.row_factor = p.row_factor;
    r.load = p.load;
    r.store = p.store;
    r.number = p.number;
    r.in_place = p.in_place;
    return r;
}

//! Replans a convolution whose lanes are rows with passes that share out each row; the
//! load and store operations of a real kind stay as they are. For the rows from which on
//! the tile is as fast see measurements.md, "Small batches of convolved rows".
std::optional<small_batch_plan> choose_passes_for_small_batch(const plan& many)
{
    small_batch_plan few;
    few.result = many;
    auto& passes = few.result.passes;
    const auto rows = std::find_if(
        passes.begin(), passes.end(), [](const pass& p) { return p.convolves; });
    const bool are_alone = std::all_of(passes.begin(), passes.end(), [](const pass& p) {
        return p.is_pointwise() ? p.row_factor == 1 : p.convolves && p.lanes_are_rows();
    });
    // Passes that count rows differently cannot share the workspace.
    if (!are_alone || rows == passes.end() || rows_differ(passes) ||
        rows->dimensions[0].caller_length < SHORTEST_CONVOLVED_ROW)
        return std::nullopt;
    auto r = request_behind(*rows);
    r.dimensions[0].length = r.dimensions[0].caller_length;
    r.load.by = r.store.by = convolution::none;
    r.workspace_offset = workspace_extent(passes);
    const auto result = make_vector_bluestein(r, many.limits);
    few.rows = sixteenths(
        cpu_model_of(many.limits).small_batch_of_convolved_rows, *rows, many.limits);
    if (result.empty() || !few.rows)
        return std::nullopt;
    few.result.strategy = "vector bluestein";
    passes.insert(passes.erase(rows), result.begin(), result.end());
    set_workspace_distances(few.result);
    return few;
}

//! The separate load and store operations of a real kind are done in vectors.
bool has_vector_io(const plan& p)
{
    return std::all_of(p.passes.begin(), p.passes.end(), [](const pass& one) {
        return !one.is_pointwise() || one.lanes() > 1;
    });
}

//! Replans rows of a real kind with lanes along the inner DFT, and the load and store
//! operations in separate passes.
std::optional<small_batch_plan> choose_cores_for_small_batch(const plan& many)
{
    static const strategy CORES[] = {
        { "vectors", 1, make_vector_pass },
        { "vector passes", 2, make_shared_vector_passes },
    };
    const auto& only = many.passes.front();
    const auto r = request_behind(only);
    if (only.convolves || only.points() < SHORTEST_LONE_CORE || only.row_factor > 1)
        return std::nullopt;
    small_batch_plan few;
    few.result = many;
    for (const auto& dft : CORES) {
        few.result.strategy = dft.name;
        few.result.passes = with_pointwise_store(r, many.limits, dft);
        if (few.result.passes.empty())
            few.result.passes = with_separate_io_passes(r, many.limits, dft);
        if (few.result.passes.empty())
            continue;
        set_workspace_distances(few.result);
        // A row takes less than a tile; from how many rows on a tile is as fast depends
        // on which operations are separate: measurements.md, "Small batches of real
        // kinds".
        const bool has_both = few.result.passes.size() > 2;
        const auto model = cpu_model_of(many.limits);
        const auto apart = has_vector_io(few.result)
                               ? model.small_batch_of_reals_vector_io_passes
                               : model.small_batch_of_reals_io_passes;
        few.rows = sixteenths(
            has_both ? apart : model.small_batch_of_reals_one_io_pass, only, many.limits);
        return few.rows ? std::optional(few) : std::nullopt;
    }
    return std::nullopt;
}

//! A row takes more of a work-item's memory than columns of it would.
bool has_long_rows(const pass& p, const device_limits& limits)
{
    return p.lanes_are(lane_kind::row_points) &&
           p.points() / p.lanes() > most_buffer_vectors(p.lanes(), p.number, limits);
}

//! Replans long rows with passes that all compute units share.
std::optional<small_batch_plan> choose_shared_rows(const plan& many)
{
    small_batch_plan few;
    few.rows = most_small_batch(many);
    auto spread = many.limits;
    spread.row_stack_bytes = most_workspace_bytes(many.limits);
    if (few.rows == 0)
        return std::nullopt;
    try {
        few.result = model_plan(many.request, spread);
    } catch (const plan_error&) {
        return std::nullopt; // passes need more workspace than kernels reach
    }
    few.result.limits = many.limits;
    if (few.result.passes.size() < 2)
        return std::nullopt;
    return few;
}

// Fewest points of an N-d row that work-items share: smaller N-d rows, and more than one
// for each compute unit, are faster in a lane, see measurements.md, "Small batches of N-d
// rows".
constexpr std::int64_t SMALLEST_LONE_IMAGE = 2048;

//! Replans N-d rows with lanes along them, or with work-items that share one.
std::optional<small_batch_plan> choose_lone_nd_rows(const plan& many)
{
    const auto& only = many.passes.front();
    const auto r = request_behind(only);
    small_batch_plan few;
    few.result = many;
    if (only.vector().inner_batch > 1) {
        few.result.strategy = "vector columns";
        few.result.passes = make_vector_columns(r, many.limits);
    } else {
        few.result.strategy = "vector dimensions";
        few.result.passes = make_vector_dimensions(r, many.limits);
    }
    // From so many N-d rows on, a lane for each is as fast: see
    // measurements.md, "Small batches of N-d rows".
    few.rows =
        sixteenths(cpu_model_of(many.limits).small_batch_of_nd_rows, only, many.limits);
    if (few.result.passes.empty()) {
        if (only.points() < SMALLEST_LONE_IMAGE)
            return std::nullopt;
        few.result.strategy = "stockham";
        few.result.passes = make_single_pass(r, many.limits);
        few.rows =
            static_cast<std::uint32_t>(many.limits.compute_units / only.row_factor);
    }
    if (few.result.passes.empty() || !few.rows)
        return std::nullopt;
    return few;
}

//! Replans rows with lanes along a row, so that one row takes only its own time, and not
//! that of a tile.
std::optional<small_batch_plan> choose_vectors_for_small_batch(const plan& many)
{
    if (auto few = keep_small_batch_in_output(many))
        return few;
    if (many.passes.size() != 1)
        return choose_passes_for_small_batch(many);
    const auto& only = many.passes.front();
    if (has_long_rows(only, many.limits))
        return choose_shared_rows(many);
    if (!only.lanes_are_rows())
        return std::nullopt;
    if (only.lanes_are(lane_kind::rows_nd))
        return choose_lone_nd_rows(many);
    if (only.load.kind != transform_kind::c2c || only.store.kind != transform_kind::c2c)
        return choose_cores_for_small_batch(many);
    if (only.points() < SHORTEST_LONE_ROW)
        return std::nullopt;
    if (only.convolves)
        return choose_passes_for_small_batch(many);
    small_batch_plan few;
    few.result = many;
    few.result.strategy = "vectors";
    few.result.passes = make_vector_pass(request_behind(only), many.limits);
    const bool has_point_lanes = !few.result.passes.empty();
    if (!has_point_lanes) {
        few.result.strategy = "vector passes";
        few.result.passes = make_shared_vector_passes(request_behind(only), many.limits);
    }
    if (few.result.passes.empty())
        return std::nullopt;
    // A tile with fewer rows than lanes takes the time of a full one: see
    // measurements.md, "Small batches beside full tiles".
    const auto model = cpu_model_of(many.limits);
    few.rows = sixteenths(has_point_lanes ? model.small_batch_in_lanes
                                          : model.small_batch_in_passes,
                          only,
                          many.limits);
    if (!few.rows)
        return std::nullopt;
    return few;
}

//! The model's plan for a device of \p limits, where there is one.
std::optional<plan> plan_within(const transform& request, device_limits limits)
{
    limits.architecture.clear(); // builtin plans were timed with many rows
    try {
        return choose_plan(request, limits);
    } catch (const plan_error&) {
        return std::nullopt; // the plan takes all that the device has
    }
}

//! \p limits with at most \p items work-items in a workgroup and 16 points in each: where
//! there are few workgroups, nothing hides how long more of them take.
device_limits of_small_workgroups(device_limits limits, int items)
{
    limits.max_work_items = std::min(limits.max_work_items, items);
    limits.registers = std::min(limits.registers, FEW_REGISTERS);
    return limits;
}

//! A row that fills a workgroup, spread over a cluster of them in one launch, or over
//! more units in two, or in three if it is convolved.
std::optional<plan> shared_row(const plan& many)
{
    const auto points = many.passes.front().points();
    if (points <= LONGEST_LONE_ROW)
        return std::nullopt;
    const bool convolves = many.passes.front().convolves;
    if (points <= LONGEST_CLUSTERED_ROW && !convolves) {
        auto crowded = many.limits;
        crowded.local_memory_bytes /= 4; // no room for such a row in one workgroup
        auto result = plan_within(many.request, crowded);
        if (result && result->passes.size() == 1 &&
            result->passes.front().workgroup().cluster.size > 1)
            return result;
    }
    auto spread = of_small_workgroups(many.limits, FEWEST_ITEMS);
    spread.max_cluster = 0; // a long row in a cluster would be on few units again
    auto result = plan_within(many.request, spread);
    const auto passes = result ? result->passes.size() : 0;
    // Beside three that convolve, one may have the store operation.
    const bool is_shared = convolves ? passes == 3 || passes == 4 : passes == 2;
    return is_shared ? result : std::nullopt;
}

//! Workgroups of the pass of \p p that has the fewest for a row.
std::uint64_t fewest_groups(const plan& p)
{
    auto fewest = std::numeric_limits<std::uint64_t>::max();
    for (const auto& one : p.passes) {
        if (one.is_workgroup())
            fewest = std::min(fewest, one.groups(1));
    }
    return fewest;
}

//! As many passes as \p many has, of more and smaller workgroups with fewer points in a
//! work-item, where one has too few for a row to keep the units busy.
std::optional<plan> smaller_tiles(const plan& many)
{
    const auto before = fewest_groups(many);
    if (2 * before >= static_cast<std::uint64_t>(many.limits.compute_units))
        return std::nullopt;
    for (const int items : { FEW_ITEMS, 2 * FEW_ITEMS }) {
        auto result = plan_within(many.request, of_small_workgroups(many.limits, items));
        if (result && result->passes.size() == many.passes.size() &&
            fewest_groups(*result) > before)
            return result;
    }
    return std::nullopt;
}

} // namespace

std::uint32_t most_small_batch(const plan& many)
{
    const auto& limits = many.limits;
    // Two reals are as much work as a complex number.
    const int reals = many.request.kind == transform_kind::c2c ? 2 : 1;
    // A row, or a tile of rows, keeps a core busy; a row in several passes is shared out.
    const auto rows = limits.is_cpu
                          ? (many.passes.size() > 1 ? 0 : limits.compute_units - 1)
                          : 2 * POINTS_OF_A_UNIT * limits.compute_units /
                                (reals * many.request.points());
    return static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(rows, 0, std::numeric_limits<std::uint32_t>::max()));
}

std::optional<small_batch_plan> choose_plan_for_small_batch(const plan& many)
{
    const auto& limits = many.limits;
    if (limits.is_cpu)
        return choose_vectors_for_small_batch(many);
    small_batch_plan few;
    few.rows = most_small_batch(many);
    if (few.rows == 0)
        return std::nullopt;
    if (auto known = builtin_small_batch_plan(many)) {
        few.result = *std::move(known);
        return few;
    }
    auto result = many.passes.size() > 1 ? smaller_tiles(many) : shared_row(many);
    if (!result)
        return std::nullopt;
    few.result = *std::move(result);
    few.result.limits = limits;
    return few;
}

} // namespace gpufft
