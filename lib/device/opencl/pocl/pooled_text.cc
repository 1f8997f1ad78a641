/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/opencl/pocl/pooled_text.h"
#include <fmt/format.h>
#include <algorithm>

namespace gpufft::opencl {

namespace {

// A launch takes as long as some thousand work-items that do little. A workgroup takes
// its time however few it has, and parts of very few workgroups balance no better.
constexpr int ITEMS_WORTH_A_LAUNCH = 4096;
constexpr int MOST_GROUPS = 64;
constexpr int FEWEST_GROUPS = 4;

//! Moves what the kernel has of the scratch, in the elements of \p end.
std::string
moved_scratch(const end_operation& end, const char* name, std::int64_t distance)
{
    std::string text;
    for (const char* part : { "_re", "_im" }) {
        const bool is_planar = end.stored == element::planar;
        text +=
            fmt::format(" {}{} += shift * {};", name, is_planar ? part : "", distance);
        if (!is_planar)
            break;
    }
    return text;
}

// Not the difference as one number: PoCL 3.1 has the compiler take offsets for numbers
// below 65536, and what is below zero is then 2^32 too large.
std::string moved_scratch(const kernel_source& source)
{
    const auto& p = source.made_from;
    std::string text;
    if (p.from == place::scratch)
        text += moved_scratch(p.load, "in", p.input_distance * p.row_factor);
    if (p.to == place::scratch)
        text += moved_scratch(p.store, "out", p.output_distance * p.row_factor);
    if (text.empty())
        return text;
    return fmt::format(
        " if (get_global_offset(2)) {{ const long shift = (long)get_global_offset(2) - 1 "
        "- (long)(get_group_id(0) / {});{} }}",
        shares_its_work(source) ? 1 : p.groups(1),
        text);
}

} // namespace

bool shares_its_work(const kernel_source& source) { return source.made_from.is_vector(); }

int groups_in_part(const kernel_source& source)
{
    // Where work-items meet, PoCL takes a condition around all of it badly.
    if (shares_its_work(source) || source.text.find("barrier(") != std::string::npos)
        return 1;
    return std::clamp(
        ITEMS_WORTH_A_LAUNCH / source.work_items, FEWEST_GROUPS, MOST_GROUPS);
}

std::string pooled_text(const kernel_source& source)
{
    const std::string& text = source.text;
    const auto head = text.find("__kernel");
    if (head == std::string::npos)
        return text;
    const auto body = std::min(text.find('{', head), text.size() - 1) + 1;
    const auto end = text.rfind(')', body); // of the arguments
    // No macro is expanded within itself.
    const char* words = "// A launch is enqueued part by part, which say what their "
                        "first workgroup is, and "
                        "how\n"
                        "// many all parts have.\n"
                        "#define get_group_id(d) (part_group + get_group_id(d))\n"
                        "#define get_global_id(d) (part_group * get_local_size(d) + "
                        "get_global_id(d))\n"
                        "#define get_num_groups(d) part_groups\n\n";
    const char* guard = groups_in_part(source) > 1
                            ? "\n    if (get_group_id(0) >= get_num_groups(0))\n"
                              "        return; // the last part may have too many\n"
                            : "";
    return text.substr(0, head) + words + text.substr(head, end - head) +
           ", const ulong part_group, const ulong part_groups" +
           text.substr(end, body - end) + guard + moved_scratch(source) +
           text.substr(body);
}

} // namespace gpufft::opencl
