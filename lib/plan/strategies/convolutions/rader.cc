/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "math/modular.h"
#include "plan/cost/occupancy.h"
#include "plan/ir/element_bytes.h"
#include "plan/roots/prime_factors.h"
#include "plan/simt/bulk_rows.h"
#include "plan/simt/rader_order.h"
#include "plan/simt/tile.h"
#include "plan/stages/convolution_cost.h"
#include "plan/stages/tile_columns.h"
#include "plan/strategies/convolutions/padded_lengths.h"
#include "plan/strategies/length_split.h"
#include "plan/strategies/strategy.h"
#include <algorithm>
#include <optional>

namespace gpufft {

namespace {

constexpr int COMFORTABLE_ITEMS = 256;
constexpr std::int64_t MOST_ROWS = 32; // staged: a subgroup's lanes
constexpr int ENOUGH_ITEMS = 64;       // for one row

//! Stages of 17 points and more leave most work-items idle where the other stages are
//! short: Bluestein's twice as many points may take less time where rows are not staged.
bool is_worth_it(const dft_problem& r, const device_limits& limits)
{
    const auto points = r.points() - 1;
    const auto staged_bytes = 2 * r.points() * point_bytes(r.number);
    if (is_smooth(points) ||
        (!limits.is_cpu && staged_bytes <= limits.local_memory_bytes / 2))
        return true;
    const double own = convolution_cost(r, points, limits);
    one_pass_lengths lengths(r, limits);
    if (own <= lengths.least_cost())
        return true;
    const auto padded = lengths.next();
    return !padded || own <= convolution_cost(r, *padded, limits);
}

//! The algorithm that the request asks for, where it asks for one.
bool is_wanted(const dft_problem& r, const device_limits& limits)
{
    return r.split.empty() ? is_worth_it(r, limits)
                           : r.split == length_split{ r.points() - 1 };
}

//! Local memory that leaves room for other workgroups. Where devices have little of it,
//! their limits are below what a compute unit has.
std::int64_t comfortable_bytes(const device_limits& limits)
{
    const std::int64_t few = 32 * 1024;
    return std::max(limits.local_memory_bytes / 3, few);
}

/*!
 * Workgroups that fit together, as a cap on registers. Long rows leave local memory for
 * two or three workgroups, which hide each other's barriers where registers suffice for
 * them as well. 0: a cap gains nothing.
 */
int residents(const pass& p, const device_limits& limits)
{
    const auto bytes = local_memory_bytes(p);
    if (!limits.workgroup_registers || bytes < limits.local_memory_bytes / 4)
        return 0;
    const int registers = whole_subgroups(p, limits) * needed_registers(p);
    const auto most = std::min<std::int64_t>(limits.local_memory_bytes / bytes,
                                             limits.workgroup_registers / registers);
    return most > 1 ? static_cast<int>(most) : 0;
}

/*!
 * \p unstaged with its rows staged: without that, work-items that load points all over a
 * row read a sector of memory for each. Several rows are taken together, as neighbouring
 * lanes: their odd length keeps them apart in the banks.
 */
std::optional<pass>
with_staged_rows(const pass& unstaged, const dft_problem& r, const device_limits& limits)
{
    // Columns that are neighbours in memory make the runs; rows that are copied whole
    // have no places that an expression could know.
    if (limits.is_cpu || strided_other(r) >= 0 || r.load.expression || r.store.expression)
        return std::nullopt;
    std::optional<pass> best;
    for (std::int64_t rows = 1; rows <= MOST_ROWS; rows *= 2) {
        pass p = unstaged;
        p.change_workgroup().staged_input = p.change_workgroup().staged_output = true;
        p.change_workgroup().columns_fastest = rows > 1;
        if (!fit_column_count(p, r, rows, limits))
            break;
        if (best && (p.work_items() > COMFORTABLE_ITEMS ||
                     local_memory_bytes(p) > comfortable_bytes(limits)))
            break;
        best = p;
        // More rows would meet in as many banks.
        if (rows == 1 && p.work_items() >= ENOUGH_ITEMS)
            break;
    }
    if (!best)
        return best;
    // A row alone has no others to share its twiddles with: products take less time.
    for (auto& stage : best->stages) {
        if (best->columns.size == 1 && stage.twiddles == twiddle_source::full &&
            stage.radix > 2)
            stage.twiddles = twiddle_source::m2;
    }
    best->order.has_prime_factors = suits_prime_factors(*best);
    best->change_workgroup().bulk_input = best->change_workgroup().bulk_output =
        true; // where it can
    drop_unfit_bulk(*best, limits);
    best->order.generator = choose_generator(*best, limits);
    best->change_workgroup().min_blocks = residents(*best, limits);
    return best;
}

} // namespace

std::vector<pass> make_rader(const dft_problem& r, const device_limits& limits)
{
    if (r.dimensions.size() != 1 || r.store.needs_pairs())
        return {};
    const auto length = r.points();
    if (length <= LARGEST_RADIX_PRIME || !is_prime(length) || !is_covered(length - 1) ||
        (length - 1) * point_bytes(r.number) / 2 > limits.local_memory_bytes ||
        !is_wanted(r, limits))
        return {};
    dft_problem convolved = r;
    convolved.dimensions[0].length = length - 1;
    pass p;
    p.dimensions = convolved.dimensions;
    p.convolves = true;
    p.load = r.load;
    p.store = r.store;
    p.load.by = p.store.by = convolution::rader;
    if (!fit_columns(p, convolved, limits))
        return {};
    if (auto staged = with_staged_rows(p, convolved, limits))
        return { *staged };
    p.order.has_prime_factors = !limits.is_cpu && suits_prime_factors(p);
    return { p };
}

} // namespace gpufft
