/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/ends/emit_ends.h"
#include "codegen/ends/signature.h"
#include <vector>

namespace gpufft {

namespace {

//! Pointers to an end's elements: one, or one for each part.
void add_end(std::vector<std::string>& arguments,
             const std::string& pointer,
             const char* name,
             element stored)
{
    if (stored != element::planar) {
        arguments.push_back(pointer + name);
        return;
    }
    arguments.push_back(pointer + name + "_re");
    arguments.push_back(pointer + name + "_im");
}

} // namespace

void emit_signature(source_writer& w,
                    const dialect& d,
                    const pass& p,
                    const std::string& name)
{
    // Pointers into one buffer must not promise to be the only ones.
    const std::string star = p.in_place ? "* " : d.restricted;
    const std::string constant = std::string(d.global) + "const ";
    std::vector<std::string> arguments;
    add_end(arguments, constant + input_type(p) + star, "in", p.load.stored);
    add_end(arguments, d.global + output_type(p) + star, "out", p.store.stored);
    arguments.push_back(constant + complex_type(p) + d.restricted + "twiddles");
    if (p.load.windowed)
        arguments.push_back(constant + real_type(p) + d.restricted + "window");
    if (p.has_indices())
        arguments.push_back(constant + "uint" + d.restricted + "indices");
    if (p.store.scaled)
        arguments.push_back("const " + real_type(p) + " scale");
    if (p.store.power) {
        arguments.push_back(constant + "uint" + d.restricted + "runs");
        arguments.emplace_back("const uint longest");
        arguments.emplace_back("const float keep");
    }
    arguments.emplace_back("const uint rows");

    const auto cap =
        p.workgroup().resident ? fmt::format(", {}", p.workgroup().resident) : "";
    w.put(fmt::format(fmt::runtime(d.kernel), p.work_items(), cap));
    auto head = fmt::format("void {}(", name);
    const std::string align(head.size(), ' ');
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        w.put(head + arguments[i] + (i + 1 < arguments.size() ? "," : ")"));
        head = align;
    }
}

} // namespace gpufft
