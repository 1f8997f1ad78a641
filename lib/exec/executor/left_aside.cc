/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/executor/kept_verdicts.h"
#include "exec/executor/left_aside.h"
#include "exec/executor/wrong_values.h"

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

void leave_aside(const std::vector<std::string>& lines, const device_info& on)
{
    for (const auto& line : lines)
        verdicts().note(line, on);
}

std::string fault_of_plan(const std::exception& e)
{
    const auto* wrong = dynamic_cast<const wrong_values*>(&e);
    return wrong ? wrong->found() : e.what();
}

} // namespace gpufft
