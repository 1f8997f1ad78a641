/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/folds.h"
#include "plan/padding.h"
#include "plan/stage_choice.h"
#include "plan/strategy.h"
#include "plan/tile.h"
#include <algorithm>

namespace gpufft {

namespace {

bool fits(const pass& p, const device_limits& limits)
{
    return local_memory_bytes(p) <= limits.local_memory_bytes;
}

} // namespace

std::int64_t point_bytes(precision number)
{
    return number == precision::float64 ? 16 : 8;
}

bool fit_stages(pass& p,
                const std::vector<std::int64_t>& lengths,
                const device_limits& limits)
{
    stage_request wanted;
    wanted.lengths = lengths;
    wanted.shaped = p;
    const auto stages = choose_stages(wanted, limits);
    if (!stages)
        return false;
    p.stages = *stages;
    pair_ends(p, most_points_held(limits, p.number));
    for (const auto parts : { exchange::whole, exchange::split }) {
        // What is mirrored, folded or staged is looked up in local memory, both parts at
        // once.
        if (parts == exchange::split && (p.leaves_by_exchange() || p.stages_rows() ||
                                         folds_input(p) || folds_output(p)))
            return false;
        p.exchange_parts = parts;
        p.padding.clear();
        if (!fits(p, limits))
            continue;
        p.padding = choose_padding(p, limits);
        if (!fits(p, limits))
            p.padding.clear();
        return true;
    }
    return false;
}

} // namespace gpufft
