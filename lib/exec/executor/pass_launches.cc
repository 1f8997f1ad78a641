/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/executor/pass_launches.h"
#include "plan/ir/forms/filter_items.h"
#include "plan/ir/given_arguments.h"
#include "plan/request/refuse.h"
#include <algorithm>
#include <utility>

namespace gpufft {

namespace {

kernel_argument from_byte(buffer* whole, std::size_t offset)
{
    return offset ? kernel_argument(buffer_slice{ whole, offset })
                  : kernel_argument(whole);
}

} // namespace

void pass_launches::add_place(std::vector<kernel_argument>& to,
                              buffer_role at,
                              element stored,
                              const row_range& rows) const
{
    if (at == buffer_role::workspace) {
        to.push_back(
            from_byte(d_memory.workspace, d_bytes.workspace * rows.workspace_row));
        return;
    }
    const bool is_input = at == buffer_role::input;
    const auto& side = is_input ? d_memory.in : d_memory.out;
    const auto bytes = is_input ? d_bytes.input : d_bytes.output;
    const auto offset =
        (is_input ? d_memory.in_offset : d_memory.out_offset) + bytes * rows.first;
    to.push_back(from_byte(side[0], offset));
    if (stored == element::planar)
        to.push_back(from_byte(side[1], offset));
}

void pass_launches::add_given(std::vector<kernel_argument>& to,
                              const pass& p,
                              const row_range& rows) const
{
    for (const auto& each : given_arguments(p)) {
        const auto i = static_cast<std::size_t>(each.number);
        if (i >= d_memory.given_buffers.size())
            refuse("the expressions of {} name {}, and nothing was given for it; fft and "
                   "device_fft give arguments",
                   to_string(d_plan.request),
                   each.argument.name);
        if (each.argument.is != argument_kind::number)
            to.emplace_back(d_memory.given_buffers.at(i));
        else if (p.number == precision::float64)
            to.emplace_back(d_memory.given_numbers.at(i));
        else
            to.emplace_back(static_cast<float>(d_memory.given_numbers.at(i)));
    }
    if (counts_rows(p))
        to.emplace_back(d_memory.first_row + rows.first);
}

//! Where work-items filter, the workgroups that the device runs at once share all tiles.
std::uint64_t pass_launches::groups_of(const pass& p, std::uint32_t rows) const
{
    const auto all = p.groups(rows);
    if (!p.workgroup().filter_items)
        return all;
    return std::min(all, filtering_groups(p, d_units));
}

void pass_launches::add(std::vector<kernel_launch>& list,
                        const row_range& rows,
                        double scale) const
{
    for (std::size_t i = 0; i < d_built.size(); ++i) {
        const pass& p = d_plan.passes[i];
        const auto& built = d_built[i];
        kernel_launch launch;
        launch.launched = built.compiled.get();
        launch.groups = groups_of(p, rows.count);
        launch.chain = rows.chain;
        auto& arguments = launch.arguments;
        add_place(arguments, p.from, p.load.stored, rows);
        add_place(arguments, p.to, p.store.stored, rows);
        arguments.emplace_back(built.reads.twiddles.get());
        if (p.store.branches && !d_memory.window)
            refuse(
                "the plan adds up branches of a synthesizer, and has no taps for them");
        if (p.load.windowed || p.store.branches || p.callers_spectrum)
            arguments.emplace_back(d_memory.window);
        if (p.has_indices())
            arguments.emplace_back(built.reads.indices.get());
        if (p.store.scaled && p.number == precision::float64)
            arguments.emplace_back(scale);
        else if (p.store.scaled)
            arguments.emplace_back(static_cast<float>(scale));
        add_given(arguments, p, rows);
        if (p.store.power) {
            arguments.emplace_back(d_memory.runs.begins);
            arguments.emplace_back(d_memory.runs.longest);
            arguments.emplace_back(d_memory.runs.keep);
        }
        arguments.emplace_back(static_cast<std::uint32_t>(rows.count * p.row_factor));
        list.push_back(std::move(launch));
    }
}

} // namespace gpufft
