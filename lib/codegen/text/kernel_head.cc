/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/text/kernel_head.h"
#include <algorithm>

namespace gpufft {

namespace {

// A launch takes as long as some thousand work-items that do little. A workgroup takes
// its time however few it has, and parts of very few workgroups balance no better.
constexpr int ITEMS_WORTH_A_LAUNCH = 4096;
constexpr int MOST_GROUPS = 64;
constexpr int FEWEST_GROUPS = 4;

void put_words_of_parts(source_writer& w)
{
    w.put(
        "// A launch is enqueued part by part, which say what their first workgroup is, "
        "and how");
    w.put("// many all parts have. No macro is expanded within itself.");
    w.put("#define get_group_id(d) (part_group + get_group_id(d))");
    w.put("#define get_global_id(d) (part_group * get_local_size(d) + get_global_id(d))");
    w.put("#define get_num_groups(d) part_groups");
    w.blank();
}

// Not the difference as one number: PoCL 3.1 has the compiler take offsets for numbers
// below 65536, and what is below zero is then 2^32 too large.
void put_workspace_of_row(source_writer& w, const kernel_head& head)
{
    w.open("if (get_global_offset(2))");
    w.line("const long shift = (long)get_global_offset(2) - 1 - (long)(get_group_id(0) / "
           "{});",
           head.launch.shares_work ? 1 : head.launch.groups_of_row);
    for (const auto& each : head.workspace)
        w.line("{} += shift * {};", each.name, each.row_elements);
    w.close();
}

} // namespace

int groups_in_part(const dialect& d, const launch_facts& launch)
{
    // Where work-items meet, PoCL takes a condition around all of it badly.
    if (!d.enqueues_parts || launch.shares_work || launch.has_barriers)
        return 1;
    return std::clamp(
        ITEMS_WORTH_A_LAUNCH / launch.work_items, FEWEST_GROUPS, MOST_GROUPS);
}

void open_kernel(source_writer& w, const dialect& d, const kernel_head& head)
{
    auto arguments = head.arguments;
    if (d.enqueues_parts) {
        put_words_of_parts(w);
        arguments.emplace_back("const ulong part_group");
        arguments.emplace_back("const ulong part_groups");
    }
    const auto cap = head.min_blocks ? fmt::format(", {}", head.min_blocks) : "";
    w.put(fmt::format(fmt::runtime(d.kernel), head.launch.work_items, cap));
    auto begin = fmt::format("void {}(", head.name);
    const std::string align(begin.size(), ' ');
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        w.put(begin + arguments[i] + (i + 1 < arguments.size() ? "," : ")"));
        begin = align;
    }
    w.open();
    if (groups_in_part(d, head.launch) > 1) {
        w.put("if (get_group_id(0) >= get_num_groups(0))");
        w.put("    return; // the last part may have too many");
    }
    if (d.enqueues_parts && !head.workspace.empty())
        put_workspace_of_row(w, head);
}

} // namespace gpufft
