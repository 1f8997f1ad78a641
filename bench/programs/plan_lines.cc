/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/programs/plan_lines.h"
#include "plan/choice/choose_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include <fmt/format.h>
#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace gpufft::testing {

std::vector<std::string> lines_of(const std::string& file)
{
    std::ifstream from(file);
    if (!from)
        throw std::runtime_error(fmt::format("cannot read {}", file));
    std::vector<std::string> lines;
    for (std::string line; std::getline(from, line);) {
        line.erase(std::min(line.find('#'), line.size()));
        line.erase(line.find_last_not_of(" \t\r") + 1);
        if (!line.empty())
            lines.push_back(line);
    }
    return lines;
}

transform asked_for(const std::string& text)
{
    const bool is_shape = text.find_first_not_of("0123456789x") == std::string::npos;
    return parse_transform(is_shape ? "c2c forward " + text : text);
}

plan plan_of(const std::string& text, const device_limits& limits)
{
    if (text.find('|') == std::string::npos)
        return choose_plan(asked_for(text), limits);
    auto p = parse_plan(text);
    p.limits = limits;
    return p;
}

} // namespace gpufft::testing
