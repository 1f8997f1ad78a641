/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/executor/kept_verdicts.h"
#include "exec/executor/left_aside.h"
#include "exec/executor/wrong_values.h"
#include <gpufft/error.h>

namespace gpufft {

namespace {

//! Never destroyed: threads may still ask as the process ends.
kept_verdicts& verdicts()
{
    static auto& all = *new kept_verdicts("was left aside");
    return all;
}

} // namespace

bool is_left_aside(const std::string& line, const device_info& on)
{
    return verdicts().has(line, on);
}

void leave_aside(const std::vector<rejected_plan>& plans, const device_info& on)
{
    for (const auto& each : plans) {
        if (each.is_for_good)
            verdicts().note(each.line, on);
        else
            verdicts().note_here(each.line, on);
    }
}

bool is_fault_of_plan(const std::exception& e)
{
    return dynamic_cast<const plan_error*>(&e) || dynamic_cast<const build_error*>(&e);
}

std::string fault_of_plan(const std::exception& e)
{
    const auto* wrong = dynamic_cast<const wrong_values*>(&e);
    return wrong ? wrong->found() : e.what();
}

} // namespace gpufft
