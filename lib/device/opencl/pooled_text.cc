/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/opencl/pooled_text.h"
#include <fmt/format.h>
#include <algorithm>

namespace gpufft::opencl {

namespace {

// A launch takes as long as some thousand work-items that do little. A workgroup takes
// its time however few it has, and parts of very few workgroups balance no better.
constexpr int ITEMS_WORTH_A_LAUNCH = 4096;
constexpr int MOST_GROUPS = 64;
constexpr int FEWEST_GROUPS = 4;

} // namespace

bool shares_its_work(const kernel_source& source)
{
    return source.made_from.form == kernel_form::simd;
}

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
    // Neither macro is expanded within itself.
    const auto words = fmt::format(
        "// A launch is enqueued part by part. A part's offset is its first work-item, "
        "and\n"
        "// in dimension 1 the number of workgroups that all parts have.\n"
        "#define get_group_id(d) (get_global_offset(0) / {} + get_group_id(d))\n"
        "#define get_num_groups(d) get_global_offset(1)\n\n",
        source.work_items);
    const char* guard = groups_in_part(source) > 1
                            ? "\n    if (get_group_id(0) >= get_num_groups(0))\n"
                              "        return; // the last part may have too many\n"
                            : "";
    return text.substr(0, head) + words + text.substr(head, body - head) + guard +
           text.substr(body);
}

} // namespace gpufft::opencl
