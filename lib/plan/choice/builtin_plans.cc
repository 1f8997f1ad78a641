/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/choice/builtin_plans.h"
#include "plan/choice/builtin_plans_text.h"
#include "plan/choice/plan_fit.h"
#include "plan/choice/relatives.h"
#include "plan/text/plan_text.h"
#include <algorithm>
#include <exception>
#include <map>
#include <sstream>

namespace gpufft {

namespace {

//! Plan lines by the text before the colon; they are parsed when they are wanted.
using line_table = std::map<std::string, std::string>;

const auto& FEW = *new std::string("few ");

line_table table_of(const char* text)
{
    line_table lines;
    std::istringstream from(text);
    for (std::string line; std::getline(from, line);) {
        line.erase(std::min(line.find('#'), line.size()));
        line.erase(line.find_last_not_of(' ') + 1);
        const auto begin = line.rfind(FEW, 0) == 0 ? FEW.size() : 0;
        if (!line.empty())
            lines[line.substr(0, line.find(": "))] = line.substr(begin);
    }
    return lines;
}

//! The lines of \p architecture; nullptr: nothing is known of it.
const line_table* table_of(const std::string& architecture)
{
    using line_tables = std::map<std::string, line_table>;
    static const auto& tables = *new line_tables([] {
        line_tables all;
        for (const auto& known : BUILTIN_PLANS)
            all[known.architecture] = table_of(known.lines);
        return all;
    }());
    const auto found = tables.find(architecture);
    return found == tables.end() ? nullptr : &found->second;
}

std::vector<std::string> chosen_lines(const std::string& architecture,
                                      bool is_small_batch)
{
    std::vector<std::string> lines;
    if (const auto* table = table_of(architecture)) {
        for (const auto& [request, line] : *table) {
            if ((request.rfind(FEW, 0) == 0) == is_small_batch)
                lines.push_back(line);
        }
    }
    return lines;
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
    return chosen_lines(architecture, false);
}

std::vector<std::string> builtin_small_batch_lines(const std::string& architecture)
{
    return chosen_lines(architecture, true);
}

transform plain_transform(const transform& t)
{
    transform plain;
    plain.kind = effective_kind(t);
    plain.dir =
        plain.kind == transform_kind::c2r ? direction::inverse : direction::forward;
    plain.number = t.number;
    plain.shape.clear();
    for (const auto& d : t.shape)
        plain.shape.push_back(dimension{ d.length });
    return plain;
}

std::optional<plan> builtin_plan_of(const std::string& line,
                                    const transform& request,
                                    const device_limits& limits)
{
    try {
        auto known = parse_plan(line);
        if (to_string(known.request) != to_string(request))
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
    const auto line = table->find(to_string(request));
    if (line == table->end())
        return std::nullopt;
    return builtin_plan_of(line->second, request, limits);
}

std::optional<plan> builtin_small_batch_plan(const plan& many)
{
    const auto* table = table_of(many.limits.architecture);
    if (!table)
        return std::nullopt;
    if (const auto line = table->find(FEW + to_string(many.request));
        line != table->end())
        return builtin_plan_of(line->second, many.request, many.limits);
    const auto line = table->find(FEW + to_string(plain_transform(many.request)));
    return line == table->end() ? std::nullopt
                                : relative_plan(parse_plan(line->second), many);
}

plan with_known_settings(const plan& p)
{
    const auto* table = table_of(p.limits.architecture);
    if (!table)
        return p;
    const auto line = table->find(to_string(plain_transform(p.request)));
    return line == table->end() ? p
                                : relative_plan(parse_plan(line->second), p).value_or(p);
}

} // namespace gpufft
