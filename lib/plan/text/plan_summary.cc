/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/simt/tile.h"
#include "plan/text/plan_summary.h"
#include <fmt/format.h>

namespace gpufft {

namespace {

std::string radices(const pass& p)
{
    std::string text;
    for (const auto& s : p.stages) {
        if (!text.empty())
            text += "·";
        text += std::to_string(s.radix);
        if (s.per_item > 1)
            text += fmt::format("(x{})", s.per_item);
    }
    return text;
}

std::string to_string(const pass& p)
{
    if (p.is_pointwise())
        return "pointwise";
    auto text = radices(p);
    if (p.convolves)
        text += " and back";
    if (p.is_vector()) {
        if (p.vector().inner_batch > 1)
            text += fmt::format(", {} columns interleaved", p.vector().inner_batch);
        return text +
               fmt::format(", {} lanes, {} workgroups", p.lanes(), p.vector().workgroups);
    }
    text += fmt::format(", {}, {} work-items", columns_text(p), p.launched_items());
    if (p.workgroup().filter_items)
        text += fmt::format(", {} of them filter", p.workgroup().filter_items);
    if (p.workgroup().cluster.size > 1)
        text += fmt::format(" in clusters of {} after stage {}",
                            p.workgroup().cluster.size,
                            p.workgroup().cluster.after);
    if (const auto bytes = local_memory_bytes(p))
        text += fmt::format(", local {:.1f} KiB", static_cast<double>(bytes) / 1024);
    if (p.workgroup().parts == exchange::split && p.uses_local_memory())
        text += " split";
    if (p.workgroup().has_constant_geometry)
        text += ", constant geometry";
    if (p.workgroup().staged_input || p.workgroup().staged_output)
        text += ", staged";
    return text;
}

} // namespace

std::string columns_text(const pass& p)
{
    const auto size = p.columns.size;
    return fmt::format(
        "{} {}{}", size, p.columns_are_rows() ? "row" : "column", size == 1 ? "" : "s");
}

std::string to_string(const plan& p)
{
    auto text = fmt::format("{}: {}", to_string(p.request), p.strategy);
    const char* separator = " ";
    for (const auto& one : p.passes) {
        text += separator + to_string(one);
        separator = " | ";
    }
    if (p.slice_rows)
        text += fmt::format("; {} row{} at a time, {} slice{} side by side",
                            p.slice_rows,
                            p.slice_rows == 1 ? "" : "s",
                            p.concurrent_slices,
                            p.concurrent_slices == 1 ? "" : "s");
    return text + fmt::format("; {} {}",
                              p.passes.size(),
                              p.passes.size() == 1 ? "pass" : "passes");
}

std::string to_string(const power_plan& p)
{
    return to_string(p.front) +
           (p.is_fused ? ", which accumulates powers" : ", then powers are accumulated");
}

} // namespace gpufft
