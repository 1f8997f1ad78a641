/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/codelet.h"
#include "plan/cost/occupancy_limits.h"
#include "plan/ir/element_bytes.h"
#include "plan/ir/forms/folds.h"
#include "plan/simt/padding.h"
#include "plan/simt/tile.h"
#include "plan/stages/fit_stages.h"
#include "plan/stages/stage_choice.h"
#include "plan/stages/stage_per_item.h"
#include <algorithm>

namespace gpufft {

namespace {

bool fits(const pass& p, const device_limits& limits)
{
    return local_memory_bytes(p) <= limits.local_memory_bytes;
}

//! Real (or imaginary) parts of the points alone are more than local memory takes, and
//! there is more than one stage, whatever the stages are.
bool are_too_many(const pass& p, std::int64_t points, const device_limits& limits)
{
    return points > MAX_CODELET_LENGTH &&
           points * p.columns.size * real_bytes(p) > limits.local_memory_bytes &&
           !p.store.needs_pairs(); // whether these are paired depends on the stages
}

//! Conjugate pairs of outputs, folded and staged points are looked up in local memory,
//! both parts at once.
bool has_whole_io(const pass& p)
{
    return p.leaves_by_exchange() || p.stages_rows() || folds_input(p) || folds_output(p);
}

} // namespace

bool may_fit(const pass& p, std::int64_t points, const device_limits& limits)
{
    // The stages decide whether load and store operations are paired, but where there are
    // no pairs.
    const bool is_whole = p.convolves && has_whole_io(p);
    return may_have_stages(p, points, limits) &&
           (!is_whole || points <= MAX_CODELET_LENGTH ||
            points * p.columns.size * point_bytes(p.number) <= limits.local_memory_bytes);
}

bool fit_stages(pass& p,
                const std::vector<std::int64_t>& lengths,
                const device_limits& limits)
{
    if (!fit_unpadded(p, lengths, limits))
        return false;
    fit_padding(p, limits);
    return true;
}

void fit_padding(pass& p, const device_limits& limits)
{
    p.change_workgroup().padding = choose_padding(p, limits);
    if (!fits(p, limits))
        p.change_workgroup().padding.clear();
}

bool fit_unpadded(pass& p,
                  const std::vector<std::int64_t>& lengths,
                  const device_limits& limits)
{
    stage_request wanted;
    wanted.lengths = lengths;
    wanted.shaped = p;
    std::int64_t points = 1;
    for (const auto length : lengths)
        points *= length;
    if (!may_fit(p, points, limits))
        return false;
    if (are_too_many(p, points, limits)) {
        // Fewer columns may be tried next: again one part after the other.
        if (!has_whole_io(p) && has_stages(wanted, limits))
            p.change_workgroup().parts = exchange::split;
        return false;
    }
    const auto stages = choose_stages(wanted, limits);
    if (!stages)
        return false;
    p.stages = *stages;
    pair_io(p, most_points_per_item(limits, p.number));
    for (const auto parts : { exchange::whole, exchange::split }) {
        if (parts == exchange::split && has_whole_io(p))
            return false;
        p.change_workgroup().parts = parts;
        p.change_workgroup().padding.clear();
        if (fits(p, limits))
            return true;
    }
    return false;
}

} // namespace gpufft
