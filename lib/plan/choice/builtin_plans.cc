/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/check/check_plan.h"
#include "plan/choice/builtin_plans.h"
#include "plan/choice/builtin_plans_text.h"
#include "plan/ir/forms/change_columns.h"
#include "plan/simd/vector_stages.h"
#include "plan/simt/bulk_rows.h"
#include "plan/simt/tile.h"
#include "plan/text/plan_text.h"
#include <gpufft/error.h>
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

std::vector<std::int64_t> lengths_of(const pass& p)
{
    std::vector<std::int64_t> lengths(p.dimensions.size(), 1);
    for (const auto& s : p.stages)
        lengths[static_cast<std::size_t>(s.dimension)] *= s.radix;
    return lengths;
}

//! Tiles of the workspace are as wide as the columns of the pass that wrote it.
std::vector<std::int64_t> tiles_of(const pass& p)
{
    std::vector<std::int64_t> tiles;
    for (const auto& d : p.dimensions)
        tiles.push_back(d.input_tile);
    return tiles;
}

bool is_same_work(const pass& a, const pass& b)
{
    return tiles_of(a) == tiles_of(b) && a.kernel.index() == b.kernel.index() &&
           a.convolves == b.convolves && a.number == b.number &&
           a.load.kind == b.load.kind && a.store.kind == b.store.kind &&
           a.load.by == b.load.by && a.store.by == b.store.by &&
           a.columns_are_rows() == b.columns_are_rows() &&
           a.workgroup().paired_columns == b.workgroup().paired_columns &&
           a.twiddle_order == b.twiddle_order && lengths_of(a) == lengths_of(b);
}

//! Puts \p known between the sides of \p asked, with the load and store operations of
//! \p asked; false: its columns do not suit.
bool move_settings(const pass& known, pass& asked)
{
    // All fields that are not assigned here are settings.
    auto result = known;
    result.dimensions = asked.dimensions;
    result.columns = asked.columns;
    result.grid = asked.grid;
    result.row_factor = asked.row_factor;
    result.input_distance = asked.input_distance;
    result.output_distance = asked.output_distance;
    result.input_offset = asked.input_offset;
    result.output_offset = asked.output_offset;
    result.from = asked.from;
    result.to = asked.to;
    result.in_place = asked.in_place;
    result.load = asked.load;
    result.store = asked.store;
    if (asked.store.power &&
        result.is_workgroup()) { // powers have output settings of their own
        result.change_workgroup().staged_output = asked.workgroup().staged_output;
        result.change_workgroup().paired_output = asked.workgroup().paired_output;
        result.change_workgroup().evict_first_output =
            asked.workgroup().evict_first_output;
    }
    if (!change_columns(result, known.columns.size))
        return false;
    asked = result;
    return true;
}

//! Drops bulk copies that do not fit; work-items then copy these rows.
void drop_unfit_bulk(plan& p)
{
    for (auto& one : p.passes)
        drop_unfit_bulk(one, p.limits);
}

bool fits_workgroups(const pass& p, const device_limits& on)
{
    return p.is_workgroup() &&
           p.workgroup().cluster.size <= std::max(1, on.max_cluster) &&
           p.work_items() <= on.max_work_items &&
           local_memory_bytes(p) <= on.local_memory_bytes;
}

//! A machine of the same product may give threads smaller stacks.
bool fits_vectors(const pass& p, const device_limits& on)
{
    return p.is_vector() && on.is_cpu &&
           workspace_vectors(p) <=
               most_row_vectors(p.lanes(), p.number, on.row_stack_bytes);
}

bool fits(const plan& p)
{
    try {
        check_plan(p);
    } catch (const plan_error&) {
        return false;
    }
    return std::all_of(p.passes.begin(), p.passes.end(), [&](const pass& one) {
        return one.is_pointwise() || fits_vectors(one, p.limits) ||
               fits_workgroups(one, p.limits);
    });
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

std::optional<plan> with_settings_of(const plan& known, const plan& p)
{
    if (known.passes.size() != p.passes.size())
        return std::nullopt;
    auto result = p;
    result.slice_rows = known.slice_rows;
    result.concurrent_slices = known.concurrent_slices;
    for (std::size_t i = 0; i < p.passes.size(); ++i) {
        if (!is_same_work(known.passes[i], p.passes[i]) ||
            !move_settings(known.passes[i], result.passes[i]))
            return std::nullopt;
    }
    drop_unfit_bulk(result);
    if (!fits(result))
        return std::nullopt;
    return result;
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
                                : with_settings_of(parse_plan(line->second), many);
}

plan with_known_settings(const plan& p)
{
    const auto* table = table_of(p.limits.architecture);
    if (!table)
        return p;
    const auto line = table->find(to_string(plain_transform(p.request)));
    return line == table->end()
               ? p
               : with_settings_of(parse_plan(line->second), p).value_or(p);
}

} // namespace gpufft
