/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/io/emit_io.h"
#include "codegen/io/signature.h"
#include "codegen/text/kernel_head.h"
#include "codegen/text/pass_launch.h"
#include "codegen/text/value_text.h"
#include "plan/ir/given_arguments.h"
#include <vector>

namespace gpufft {

namespace {

//! Pointers to an operation's elements: one, or one for each part.
std::vector<std::string> pointers_of(const char* name, element stored)
{
    if (stored != element::planar)
        return { name };
    return { std::string(name) + "_re", std::string(name) + "_im" };
}

void add_io(std::vector<std::string>& arguments,
            const std::string& pointer,
            const char* name,
            element stored)
{
    for (const auto& each : pointers_of(name, stored))
        arguments.push_back(pointer + each);
}

std::vector<kernel_head::workspace_pointer> workspace_pointers(const pass& p)
{
    std::vector<kernel_head::workspace_pointer> all;
    if (p.from == buffer_role::workspace)
        for (const auto& each : pointers_of("in", p.load.stored))
            all.push_back({ each, p.input_distance * p.row_factor });
    if (p.to == buffer_role::workspace)
        for (const auto& each : pointers_of("out", p.store.stored))
            all.push_back({ each, p.output_distance * p.row_factor });
    return all;
}

} // namespace

void open_pass_kernel(source_writer& w,
                      const dialect& d,
                      const pass& p,
                      const std::string& name)
{
    // Pointers into one buffer must not promise to be the only ones.
    const std::string star = p.in_place ? "* " : d.restricted;
    const std::string constant = std::string(d.global) + "const ";
    std::vector<std::string> arguments;
    add_io(arguments, constant + input_type(p) + star, "in", p.load.stored);
    add_io(arguments, d.global + output_type(p) + star, "out", p.store.stored);
    arguments.push_back(constant + complex_type(p) + d.restricted + "twiddles");
    if (p.load.windowed)
        arguments.push_back(constant + real_type(p) + d.restricted + "window");
    if (p.store.branches)
        arguments.push_back(constant + real_type(p) + d.restricted + "taps");
    if (p.callers_spectrum)
        arguments.push_back(constant + real_type(p) + d.restricted + "response");
    if (p.has_indices())
        arguments.push_back(constant + "uint" + d.restricted + "indices");
    if (p.store.scaled)
        arguments.push_back("const " + real_type(p) + " scale");
    for (const auto& each : given_arguments(p))
        arguments.push_back(value_parameter(each.argument, d, p, d.restricted));
    if (counts_rows(p))
        arguments.emplace_back("const uint first_row");
    if (p.store.power) {
        arguments.push_back(constant + "uint" + d.restricted + "runs");
        arguments.emplace_back("const uint longest");
        arguments.emplace_back("const float keep");
    }
    arguments.emplace_back("const uint rows");

    open_kernel(w,
                d,
                { name,
                  arguments,
                  launch_of(p, d),
                  p.workgroup().min_blocks,
                  workspace_pointers(p) });
}

} // namespace gpufft
