/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/median.h"
#include "plan/text/plan_text.h"
#include "tune/timing/timing_table.h"
#include <string>
#include <utility>

namespace gpufft {

std::optional<double> timing_table::find(const plan& p) const
{
    const auto found = d_samples.find(plan_text(p));
    if (found == d_samples.end())
        return std::nullopt;
    return found->second.empty() ? 0 : median(found->second);
}

void timing_table::add(const std::string& line, std::vector<double> seconds)
{
    d_samples[line] = std::move(seconds);
}

void timing_table::add_new(const plan& p, std::vector<double> seconds)
{
    const auto line = plan_text(p);
    add(line, std::move(seconds));
    d_new.insert(line);
}

std::vector<std::string> timing_table::take_new()
{
    std::vector<std::string> all(d_new.begin(), d_new.end());
    d_new.clear();
    return all;
}

plan pass_alone(const plan& p, std::size_t i)
{
    plan alone;
    alone.request = p.request;
    alone.limits = p.limits;
    alone.strategy = "pass " + std::to_string(i + 1);
    alone.passes = { p.passes[i] };
    return alone;
}

} // namespace gpufft
