/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/choice/builtin_plans.h"
#include "plan/choice/builtin_plans_text.h"
#include "plan/choice/plan_fit.h"
#include "plan/choice/relatives.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include <algorithm>
#include <exception>
#include <map>
#include <sstream>

namespace gpufft {

namespace {

//! Plan lines; they are parsed when they are wanted.
struct line_table {
    std::map<std::string, std::string> lines; // by the text of the transform
    std::map<std::string, std::vector<std::string>> relatives; // by family_name()

    void add(const std::string& line)
    {
        const auto request = line.substr(0, line.find(": "));
        lines[request] = line;
        relatives[family_name(parse_transform(request))].push_back(request);
    }
};

//! What is known of an architecture.
struct builtin_lines {
    line_table many;
    line_table few;    // small batches
    line_table powers; // fronts that accumulate powers
};

const auto& FEW = *new std::string("few ");
const auto& POWERS = *new std::string("powers ");

builtin_lines table_of_text(const char* text)
{
    builtin_lines all;
    std::istringstream from(text);
    for (std::string line; std::getline(from, line);) {
        line.erase(std::min(line.find('#'), line.size()));
        line.erase(line.find_last_not_of(' ') + 1);
        if (line.rfind(FEW, 0) == 0)
            all.few.add(line.substr(FEW.size()));
        else if (line.rfind(POWERS, 0) == 0)
            all.powers.add(line.substr(POWERS.size()));
        else if (!line.empty())
            all.many.add(line);
    }
    return all;
}

//! The lines of \p architecture; nullptr: nothing is known of it.
const builtin_lines* table_of(const std::string& architecture)
{
    using line_tables = std::map<std::string, builtin_lines>;
    static const auto& tables = *new line_tables([] {
        line_tables all;
        for (const auto& known : BUILTIN_PLANS)
            all[known.architecture] = table_of_text(known.lines);
        return all;
    }());
    const auto found = tables.find(architecture);
    return found == tables.end() ? nullptr : &found->second;
}

std::vector<std::string> all_lines(const line_table& table)
{
    std::vector<std::string> lines;
    for (const auto& [request, line] : table.lines)
        lines.push_back(line);
    return lines;
}

//! What the nearest relative in \p table that suits becomes for \p planners.
std::optional<plan_of_relative> of_relative(const line_table& table, const plan& planners)
{
    const auto found = table.relatives.find(family_name(planners.request));
    if (found == table.relatives.end())
        return std::nullopt;
    auto known = found->second;
    sort_by_nearness(known, planners.request);
    for (const auto& text : known) {
        const auto line = parse_plan(table.lines.at(text));
        if (auto result = relative_plan(line, planners))
            return plan_of_relative{ *std::move(result), text };
    }
    return std::nullopt;
}

} // namespace

std::vector<std::string> known_architectures()
{
    std::vector<std::string> all;
    for (const auto& known : BUILTIN_PLANS)
        all.emplace_back(known.architecture);
    return all;
}

std::vector<std::string> builtin_plan_lines(const std::string& architecture)
{
    const auto* table = table_of(architecture);
    return table ? all_lines(table->many) : std::vector<std::string>();
}

std::vector<std::string> builtin_small_batch_lines(const std::string& architecture)
{
    const auto* table = table_of(architecture);
    return table ? all_lines(table->few) : std::vector<std::string>();
}

std::vector<std::string> builtin_power_lines(const std::string& architecture)
{
    const auto* table = table_of(architecture);
    return table ? all_lines(table->powers) : std::vector<std::string>();
}

std::optional<plan> builtin_plan_of(const std::string& line,
                                    const transform& request,
                                    const device_limits& limits)
{
    try {
        auto known = parse_plan(line);
        // A synthesizer's plan stands in no table, and stores other outputs.
        if (to_string(known.request) != to_string(request) ||
            known.passes.back().store.branches)
            return std::nullopt;
        known.request = request;
        known.limits = limits;
        drop_unfit_bulk(known);
        if (fits(known))
            return known;
    } catch (const std::exception&) {
        // The line is of another version of the library, or was changed by hand.
    }
    return std::nullopt;
}

std::optional<plan> builtin_plan(const transform& request, const device_limits& limits)
{
    const auto* table = table_of(limits.architecture);
    if (!table)
        return std::nullopt;
    const auto line = table->many.lines.find(to_string(request));
    if (line == table->many.lines.end())
        return std::nullopt;
    return builtin_plan_of(line->second, request, limits);
}

std::optional<plan> builtin_small_batch_plan(const plan& many)
{
    const auto* table = table_of(many.limits.architecture);
    if (!table)
        return std::nullopt;
    const auto line = table->few.lines.find(to_string(many.request));
    if (line != table->few.lines.end())
        return builtin_plan_of(line->second, many.request, many.limits);
    auto found = of_relative(table->few, many);
    return found ? std::optional(std::move(found->result)) : std::nullopt;
}

std::optional<plan_of_relative> builtin_plan_of_relative(const plan& planners)
{
    const auto* table = table_of(planners.limits.architecture);
    return table ? of_relative(table->many, planners) : std::nullopt;
}

std::optional<plan> builtin_power_front(const plan& front)
{
    const auto* table = table_of(front.limits.architecture);
    auto found = table ? of_relative(table->powers, front) : std::nullopt;
    return found ? std::optional(std::move(found->result)) : std::nullopt;
}

} // namespace gpufft
