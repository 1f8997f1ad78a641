/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/butterfly_cost.h"
#include "plan/cost/memory_cost.h"
#include "plan/cost/occupancy.h"
#include "plan/cost/run_cost.h"
#include "plan/ir/element_bytes.h"
#include "plan/simt/tile.h"
#include "plan/stages/fit_stages.h"
#include "plan/stages/tile_columns.h"
#include <algorithm>
#include <cstdlib>

namespace gpufft {

namespace {

constexpr std::int64_t FAR_APART_BYTES = 1 << 20;

constexpr int GPU_ITEMS = 64;   // in a workgroup of short transforms: two subgroups
constexpr int LITTLE_HELD = 56; // bytes of a work-item
constexpr int MUCH_HELD = 160;
constexpr int WHOLE_RUN_BYTES = 128; // that a transaction moves
constexpr int CPU_POINTS = 4096;     // in a workgroup: enough to hide its start

constexpr int FEW_NEIGHBOURS = 8;
constexpr int FEWEST_CONVOLVED = 4; // columns

constexpr double ENOUGH_BUSY = 0.65; // part of the work-items of subgroups
constexpr int MOST_MORE_ROWS = 4;    // times as many
constexpr int MOST_FILLED_ITEMS = 256;

//! Rows that a workgroup of a GPU wants, \p items work-items each: one full subgroup
//! where each work-item holds neither little nor much, else about two, or four of reals,
//! in whole transactions where a few rows more make them so.
std::int64_t rows_on_gpu(const pass& one, int items, const device_limits& limits)
{
    const auto row_bytes = one.points() * (one.is_real() ? 1 : 2) * real_bytes(one);
    const bool is_default =
        row_bytes >= LITTLE_HELD * items && row_bytes <= MUCH_HELD * items;
    if (limits.subgroup % items == 0 && is_default)
        return limits.subgroup / items;
    const std::int64_t wanted = (one.is_real() ? 2 : 1) * GPU_ITEMS / items;
    for (auto rows = wanted; rows > 1 && rows < 2 * wanted; ++rows) {
        if (rows * row_bytes % WHOLE_RUN_BYTES == 0)
            return rows;
    }
    return wanted;
}

/*!
 * Part of the work-items of subgroups that work on \p rows rows like \p one, on average
 * over the stages: a subgroup takes as long for one work-item as for all of them.
 */
double busy_lanes(const pass& one, std::int64_t rows, const device_limits& limits)
{
    double sum = 0, weights = 0;
    for (std::size_t i = 0; i < one.steps(); ++i) {
        const double weight = 1 + butterfly_cost(one.stages[one.stage_of(i)].radix);
        const auto busy = rows * one.active_items(i);
        const auto lanes =
            (busy + limits.subgroup - 1) / limits.subgroup * limits.subgroup;
        sum += weight * static_cast<double>(busy) / static_cast<double>(lanes);
        weights += weight;
    }
    return sum / weights;
}

//! More rows than \p wanted where these would leave much of the subgroups idle, see
//! measurements.md, "Rows that fill subgroups".
std::int64_t
filling_rows(const pass& one, std::int64_t wanted, const device_limits& limits)
{
    auto best = std::max<std::int64_t>(wanted, 1);
    auto busy = busy_lanes(one, best, limits);
    if (busy >= ENOUGH_BUSY)
        return wanted;
    const auto most = std::min<std::int64_t>(MOST_MORE_ROWS * best,
                                             MOST_FILLED_ITEMS / one.work_items());
    for (auto rows = best + 1; rows <= most; ++rows) {
        const auto more = busy_lanes(one, rows, limits);
        if (more > busy) {
            busy = more;
            best = rows;
        }
    }
    return best;
}

//! Transforms to take together for their work-items' sake.
std::int64_t rows_together(const pass& one, const device_limits& limits)
{
    const int items = one.work_items();
    const std::int64_t wanted =
        limits.is_cpu ? CPU_POINTS / one.points()
                      : filling_rows(one, rows_on_gpu(one, items, limits), limits);
    const std::int64_t most = limits.max_work_items / items;
    return std::clamp<std::int64_t>(wanted, 1, std::max<std::int64_t>(most, 1));
}

std::int64_t least_stride(const dft_view& s)
{
    return *std::min_element(s.strides.begin(), s.strides.end());
}

//! Number of the outer loop whose values are the nearest neighbours; -1: there are none.
int nearest_other(const dft_problem& r)
{
    int nearest = -1;
    std::int64_t least = 0;
    for (std::size_t i = 0; i < r.outer_loops.size(); ++i) {
        const auto weight = r.in.outer_weights[i] + r.out.outer_weights[i];
        if (nearest < 0 || weight < least) {
            nearest = static_cast<int>(i);
            least = weight;
        }
    }
    return nearest;
}

//! Whole transactions, and more where transforms are short: a workgroup's start and end
//! cost the same, see measurements.md, "Columns of short transforms".
std::int64_t wanted_columns(const dft_problem& r, const device_limits& limits)
{
    // Runs have as many bytes where elements are real.
    const bool is_real =
        r.load.stored == element::real && r.store.stored == element::real;
    std::int64_t count = is_real ? 2 * MOST_COLUMNS : MOST_COLUMNS;
    // Runs are so far apart that each opens a page of memory of its own.
    if (has_plenty(limits) &&
        least_stride(r.in) * point_bytes(r.number) >= FAR_APART_BYTES)
        count *= 2;
    while (has_plenty(limits) && 2 * count <= LONGEST_RUN &&
           2 * count * r.points() <= BUSY_POINTS)
        count *= 2;
    return count;
}

//! Runs of a power of two are whole memory transactions.
std::int64_t fewer_columns(std::int64_t count)
{
    std::int64_t power = 1;
    while (2 * power < count)
        power *= 2;
    return count > 1 ? power : 0;
}

//! Whether the pass fits with such columns, but for the padding.
bool fit_unpadded(pass& p,
                  const dft_problem& r,
                  column_choice c,
                  const device_limits& limits)
{
    p.grid.clear();
    bind_sides(p, r, r.in, r.out, c);
    std::vector<std::int64_t> lengths;
    for (const auto& d : r.dimensions)
        lengths.push_back(d.length);
    return fit_unpadded(p, lengths, limits);
}

bool fit(pass& p, const dft_problem& r, column_choice c, const device_limits& limits)
{
    if (!fit_unpadded(p, r, c, limits))
        return false;
    fit_padding(p, limits);
    return true;
}

/*!
 * Gives a convolution \p p that has its compute unit to itself fewer columns than \p c,
 * where two workgroups fit then: one hides what the other waits for. Few rows lie so near
 * that caches keep what the others want; else runs must be of some length. See
 * measurements.md, "Columns of convolutions".
 */
void share_unit(pass& p,
                const dft_problem& r,
                column_choice c,
                const device_limits& limits)
{
    if (!p.convolves || !has_plenty(limits) || resident_groups(p, limits) > 1)
        return;
    const auto least = r.outer_loops[c.other] <= FEW_NEIGHBOURS ? 1 : FEWEST_CONVOLVED;
    auto fewer = p;
    while ((c.count = fewer_columns(c.count)) >= least) {
        if (fit(fewer, r, c, limits) && resident_groups(fewer, limits) > 1) {
            p = fewer;
            return;
        }
    }
}

} // namespace

int strided_other(const dft_problem& r)
{
    const int other = nearest_other(r);
    if (other < 0 || (r.in.outer_weights[other] > least_stride(r.in) &&
                      r.out.outer_weights[other] > least_stride(r.out)))
        return -1;
    return other;
}

bool fit_column_count(pass& p,
                      const dft_problem& r,
                      std::int64_t count,
                      const device_limits& limits)
{
    const column_choice c{ nearest_other(r), count };
    return (c.other < 0 || count <= r.outer_loops[c.other]) && fit(p, r, c, limits);
}

bool fit_columns(pass& p, const dft_problem& r, const device_limits& limits)
{
    const bool are_rows = r.outer_loops.empty();
    column_choice c{ nearest_other(r), 1 };
    if (strided_other(r) >= 0) {
        for (c.count = std::min(wanted_columns(r, limits), r.outer_loops[c.other]);
             c.count > 0;
             c.count = fewer_columns(c.count)) {
            if (fit(p, r, c, limits)) {
                share_unit(p, r, c, limits);
                cap_registers(p, limits);
                return true;
            }
        }
        return false;
    }
    if (!fit_unpadded(p, r, c, limits))
        return false;
    const auto most = are_rows ? limits.max_work_items : r.outer_loops[c.other];
    c.count = std::min<std::int64_t>(rows_together(p, limits), most);
    // Stages that were chosen for a split exchange may be others the second time.
    if (c.count == 1 && p.workgroup().parts == exchange::whole) {
        fit_padding(p, limits);
        return true;
    }
    // One transform fits: the loop ends there at the latest.
    while (c.count > 1 && !fit(p, r, c, limits))
        c.count /= 2;
    return c.count > 1 || fit(p, r, c, limits);
}

} // namespace gpufft
