/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/histogram_text.h"
#include <fmt/format.h>
#include <utility>

namespace gpufft {

std::string vector_of(const char* type, int lanes)
{
    return lanes > 1 ? type + std::to_string(lanes) : type;
}

std::string
vector_at(int lanes, const char* qualifiers, const char* type, const char* pointer)
{
    return fmt::format("*({} {}*)({})", qualifiers, vector_of(type, lanes), pointer);
}

launch_facts shared_launch()
{
    launch_facts launch;
    launch.shares_work = true;
    return launch;
}

void begin_histogram_text(source_writer& w,
                          const std::string& name,
                          const std::vector<const char*>& says)
{
    w.line("// gr-gpufft {}, {}", GPUFFT_VERSION, name);
    w.put("//");
    for (const auto* line : says)
        w.line("// {}", line);
    w.blank();
}

void open_shares(source_writer& w, const dialect& d, const char* unit, std::int64_t units)
{
    w.line("const {} group = {}, groups = {};", d.wide_unsigned, d.group, d.group_count);
    w.line("const uint end = (uint)({} * (group + 1) / groups);", units);
    w.open(fmt::format(
        "for (uint {0} = (uint)({1} * group / groups); {0} < end; ++{0})", unit, units));
}

void emit_first_bin(source_writer& w, const histogram_blocks& b)
{
    if (b.shape.bins % b.lanes == 0) {
        w.line("const uint first = block * {};", b.lanes);
        return;
    }
    w.line("const uint first = min(block * {}, {}u);", b.lanes, b.shape.bins - b.lanes);
    w.line("const uint shared = block * {} - first; // that the block before has",
           b.lanes);
}

kernel_source histogram_source(const std::string& name,
                               const source_writer& w,
                               helper_kernel which,
                               const histogram_blocks& b,
                               const dialect& d)
{
    computation computes;
    computes.helper = which;
    computes.histogram = b.shape;
    computes.histogram_lanes = static_cast<int>(b.lanes);
    return { name,
             w.str(),
             d.suffix,
             shared_launch(),
             std::make_shared<const computation>(std::move(computes)) };
}

} // namespace gpufft
