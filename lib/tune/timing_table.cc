/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/plan_text.h"
#include "tune/timing_table.h"
#include <string>

namespace gpufft {

std::optional<double> timing_table::find(const plan& p) const
{
    const auto found = seconds.find(plan_text(p));
    return found == seconds.end() ? std::nullopt : std::optional(found->second);
}

void timing_table::add(const plan& p, double time_s) { seconds[plan_text(p)] = time_s; }

plan pass_alone(const plan& p, std::size_t i)
{
    plan alone;
    alone.what = p.what;
    alone.limits = p.limits;
    alone.strategy = "pass " + std::to_string(i + 1);
    alone.passes = { p.passes[i] };
    return alone;
}

} // namespace gpufft
