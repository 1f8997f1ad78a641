/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/saturated.h"
#include "plan/request/io_view.h"
#include "plan/request/overlap.h"
#include "plan/request/refuse.h"
#include "plan/request/validate.h"
#include <algorithm>

namespace gpufft {

namespace {

std::uint64_t planes(const transform& t, const side& s)
{
    return t.*s.layout == complex_layout::planar ? 2 : 1;
}

std::string in_mebibytes(std::uint64_t bytes)
{
    return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1 << 20));
}

} // namespace

void check_overlap(const transform& full, const side& s, std::uint64_t rows)
{
    auto axes = view_axes(full, s);
    if (rows > 1)
        axes.push_back({ static_cast<std::int64_t>(rows), full.*s.distance });
    const auto found = find_overlap(axes);
    if (found == overlap::none)
        return;
    std::string layout;
    for (const auto& axis : axes)
        layout +=
            fmt::format("{}{} x {}", layout.empty() ? "" : ", ", axis.count, axis.stride);
    if (found == overlap::some) {
        refuse("two {} elements share an address (count x stride: {}); a stride must "
               "step over what smaller ones reach",
               s.name,
               layout);
    }
    refuse(
        "whether two {} elements share an address would take too long to find out "
        "(count x stride: {}); sure are strides that step over what smaller ones reach",
        s.name,
        layout);
}

void check_rows(const transform& t, std::uint64_t rows)
{
    const auto full = packed(t);
    for (const auto* s : { &INPUT_VIEW, &OUTPUT_VIEW }) {
        const auto bytes = static_cast<std::int64_t>(element_bytes(t, *s));
        const auto most = (INT64_MAX / bytes - MAX_ROW_EXTENT) / (full.*s->distance) + 1;
        if (rows > static_cast<std::uint64_t>(most)) {
            refuse("{} rows of {} bytes are more than 64 bits can count; split them into "
                   "calls of {} rows at most",
                   rows,
                   saturated_product(full.*s->distance, bytes),
                   most);
        }
    }
    check_overlap(full, OUTPUT_VIEW, rows);
    if (full.in_place)
        check_overlap(full, INPUT_VIEW, rows);
}

void check_device(const transform& t,
                  const device_limits& limits,
                  std::uint64_t workspace_bytes)
{
    if (t.number == precision::float64 && !limits.has_float64) {
        refuse("float64 was asked for, but the device has no double precision; use "
               "float32, or a device that has it (`gpufft devices` says which)");
    }
    const auto input = input_extent(t) * input_element_bytes(t);
    const auto output = output_extent(t) * output_element_bytes(t);
    const auto largest = std::max<std::uint64_t>({ input, output, workspace_bytes });
    const auto total = input * planes(t, INPUT_VIEW) +
                       (t.in_place ? 0 : output * planes(t, OUTPUT_VIEW)) +
                       workspace_bytes;
    const auto whole = static_cast<std::uint64_t>(limits.global_memory_bytes);
    const auto one = static_cast<std::uint64_t>(limits.max_allocation_bytes);
    if (total > whole || largest > one) {
        refuse("a row of {} takes {} on the device, {} in one buffer; it has {}, {} in "
               "one buffer. Use a larger device, or a smaller transform",
               to_string(t),
               in_mebibytes(total),
               in_mebibytes(largest),
               in_mebibytes(whole),
               in_mebibytes(one));
    }
}

} // namespace gpufft
