/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/codelet.h"
#include "math/divided_up.h"
#include "math/factor.h"
#include "plan/check/check_plan.h"
#include "plan/choice/choose_branch_plan.h"
#include "plan/choice/choose_plan.h"
#include "plan/cost/occupancy_limits.h"
#include "plan/cost/run_cost.h"
#include "plan/ir/element_bytes.h"
#include "plan/ir/forms/branch_rows.h"
#include "plan/simt/padding.h"
#include "plan/simt/tile.h"
#include "plan/stages/stage_per_item.h"
#include <gpufft/error.h>
#include <algorithm>

namespace gpufft {

namespace {

// See measurements.md, "Workgroups of a synthesizer".
constexpr int ROWS_OF_ITEM[] = { 8, 6, 4, 2 };
constexpr std::int64_t MOST_ROWS = 128;  // with samples, of a workgroup
constexpr int DEALT_SUBGROUPS = 4;       // that get registers together
constexpr int OTHER_REGISTERS = 16;      // than those of points, or of sums and taps
constexpr std::int64_t MOST_GROUPS = 32; // that a compute unit holds
constexpr int REGISTERS_OF_ROW = 3;      // of a work-item's: a sum, and part of a value
constexpr double FEW_GROUPS = 0.4;       // costs one that has a compute unit to itself
// Accesses to local memory, a sample, with which two kernels are faster.
constexpr double MOST_ACCESSES = 13;

//! Registers that a work-item of \p p needs: for the points of a stage, or for sums, taps
//! and values.
int registers_of(const pass& p)
{
    const auto needed =
        std::max(REGISTERS_OF_ROW * p.workgroup().branch_rows, 2 * p.points_per_item()) +
        OTHER_REGISTERS;
    return (needed + 7) / 8 * 8; // as they are dealt out
}

//! Workgroups of \p p that a compute unit holds.
std::int64_t groups_of_unit(const pass& p, const device_limits& limits)
{
    const auto by_memory = limits.local_memory_bytes / local_memory_bytes(p);
    if (!limits.workgroup_registers)
        return by_memory;
    const auto together = DEALT_SUBGROUPS * std::max(limits.subgroup, 1);
    const auto items = divided_up(p.work_items(), together) * together;
    const auto registers = items * registers_of(p);
    return std::min<std::int64_t>(by_memory, limits.workgroup_registers / registers);
}

/*!
 * Accesses to local memory a sample, and what few workgroups on a unit lose beside them:
 * they move together from loads to sums. \p p fits the device.
 */
double cost_of(const pass& p, const device_limits& limits)
{
    const auto own = static_cast<double>(p.rows_of_group());
    const auto again = static_cast<double>(p.columns.size) / own;
    const auto staged = p.workgroup().staged_input ? 1. : 0.;
    const auto stages = 2 * static_cast<double>(p.stages.size()) - 1 + staged;
    const auto sums = static_cast<double>(branch_values(p)) / p.workgroup().branch_rows;
    const auto groups = static_cast<double>(groups_of_unit(p, limits));
    return (stages * again + sums) * (1 + FEW_GROUPS / groups);
}

//! Radices of as few stages as there can be, two at most since more have not been
//! measured, and as equal as they can be. None: codelets that a work-item has registers
//! for do not make so many points.
std::vector<int> fewest_radices(std::int64_t points, int most_held)
{
    const auto is_radix = [&](std::int64_t n) {
        return n > 1 && n <= most_held && prime_factors(n).back() <= MAX_CODELET_PRIME;
    };
    if (is_radix(points))
        return { static_cast<int>(points) };
    for (int radix = most_held; radix > 1; --radix) {
        const auto other = points / radix;
        if (points % radix == 0 && radix <= other && is_radix(radix) && is_radix(other))
            return { radix, static_cast<int>(other) };
    }
    return {};
}

//! \p rows with stages of \p radices.
plan with_radices(plan rows, const std::vector<int>& radices)
{
    auto& p = rows.passes.front();
    p.kernel = workgroup_kernel();
    p.stages.clear();
    for (const auto radix : radices)
        p.stages.push_back({ radix, 1, twiddle_source::full });
    choose_per_item(p, radices.back());
    p.columns.size = 1;
    const auto run =
        contiguous_run(make_tile(p).stages.front().lanes, &atom::input_weight);
    p.change_workgroup().staged_input = run * point_bytes(p.number) < SECTOR_BYTES;
    return rows;
}

//! \p rows as a plan of branches, before its padding, where it fits.
std::optional<plan> unpadded(plan rows,
                             const summed_branches& how,
                             const branch_tile& t,
                             const device_limits& limits)
{
    auto& p = rows.passes.front();
    p.columns.size = t.rows + how.taps_per_branch - 1;
    p.store.branches = how;
    auto& kernel = p.change_workgroup();
    kernel.staged_output = true;
    kernel.branch_rows = t.of_item;
    kernel.padding.clear();
    if (p.work_items() > limits.max_work_items ||
        local_memory_bytes(p) > limits.local_memory_bytes)
        return {};
    const auto groups = groups_of_unit(p, limits);
    if (groups < 1)
        return {};
    kernel.min_blocks =
        limits.workgroup_registers ? static_cast<int>(std::min(groups, MOST_GROUPS)) : 0;
    return rows;
}

//! \p rows, a plan of branches, with padding, where it passes the check.
std::optional<plan> padded(plan rows, const device_limits& limits)
{
    auto& p = rows.passes.front();
    p.change_workgroup().padding = choose_padding(p, limits);
    if (local_memory_bytes(p) > limits.local_memory_bytes)
        p.change_workgroup().padding.clear();
    try {
        check_plan(rows);
    } catch (const plan_error&) {
        return {};
    }
    return rows;
}

} // namespace

std::optional<plan> with_branch_sums(plan rows,
                                     const summed_branches& how,
                                     const branch_tile& t,
                                     const device_limits& limits)
{
    if (rows.passes.size() != 1 || !rows.passes.front().is_workgroup())
        return {};
    const auto candidate = unpadded(std::move(rows), how, t, limits);
    return candidate ? padded(*candidate, limits) : std::nullopt;
}

std::optional<plan> choose_branch_plan(std::int64_t points,
                                       const summed_branches& how,
                                       const device_limits& limits)
{
    if (limits.is_cpu)
        return {};
    transform t(points);
    t.dir = direction::inverse;
    const auto rows = choose_plan(t, limits);
    if (rows.passes.size() != 1 || !rows.passes.front().is_workgroup())
        return {};
    std::optional<plan> best;
    auto least = MOST_ACCESSES;
    const int most_held = most_points_per_item(limits, t.number);
    const auto radices = fewest_radices(points, most_held);
    if (radices.empty())
        return {};
    const auto staged = with_radices(rows, radices);
    for (const int of_item : ROWS_OF_ITEM) {
        const auto together = of_item * how.points_a_branch;
        for (auto own = together; own <= MOST_ROWS; own += together) {
            auto candidate = unpadded(staged, how, { own, of_item }, limits);
            if (!candidate)
                break;
            const auto cost = cost_of(candidate->passes.front(), limits);
            if (cost >= least)
                continue;
            least = cost;
            best = std::move(candidate);
        }
    }
    return best ? padded(*std::move(best), limits) : std::nullopt;
}

} // namespace gpufft
