/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/host/host_arrays.h"
#include "plan/request/io_view.h"
#include "plan/request/present_arrays.h"
#include "plan/request/refuse.h"
#include <vector>

namespace gpufft {

namespace {

struct byte_range {
    const char* begin;
    const char* end;
};

bool overlap_each_other(const byte_range& a, const byte_range& b)
{
    return a.begin < b.end && b.begin < a.end;
}

void add_ranges(std::vector<byte_range>& ranges,
                const void* const* arrays,
                std::size_t count,
                std::size_t bytes)
{
    for (std::size_t i = 0; i < count; ++i) {
        const auto* begin = static_cast<const char*>(arrays[i]);
        ranges.push_back({ begin, begin + bytes });
    }
}

std::vector<byte_range>
input_ranges(const transform& t, const host_arrays& arrays, std::size_t rows)
{
    std::vector<byte_range> ranges;
    add_ranges(
        ranges, arrays.in.data(), planes_of(t.input_layout), input_plane_bytes(t, rows));
    return ranges;
}

std::vector<byte_range>
output_ranges(const transform& t, const host_arrays& arrays, std::size_t rows)
{
    const std::array<const void*, 2> out = { arrays.out[0], arrays.out[1] };
    std::vector<byte_range> ranges;
    add_ranges(ranges,
               out.data(),
               planes_of(t.output_layout),
               output_extent(t, static_cast<std::int64_t>(rows)) *
                   output_element_bytes(t));
    return ranges;
}

//! Every output lies where an input of its own row does.
bool is_row_onto_itself(const transform& t, const host_arrays& arrays)
{
    if (t.input_layout != t.output_layout || arrays.in[0] != arrays.out[0])
        return false;
    if (planes_of(t.input_layout) > 1 && arrays.in[1] != arrays.out[1])
        return false;
    if (t.in_place)
        return true;
    const auto full = packed(t);
    if (has_real_input(t) == has_real_output(t)) {
        const auto in = view_axes(full, INPUT_VIEW), out = view_axes(full, OUTPUT_VIEW);
        bool is_same = full.input_distance == full.output_distance;
        for (std::size_t i = 0; i < in.size(); ++i)
            is_same = is_same && in[i].count == out[i].count &&
                      (in[i].count == 1 || in[i].stride == out[i].stride);
        if (is_same)
            return true;
    }
    // Or rows are blocks of memory, one after the other.
    const auto row = input_row_bytes(full);
    return row == output_row_bytes(full) &&
           input_extent(full) * input_element_bytes(full) <= row &&
           output_extent(full) * output_element_bytes(full) <= row;
}

void check_arrays_of(const char* side, const void* const* arrays, complex_layout layout)
{
    check_present(side,
                  { arrays[0] != nullptr, arrays[1] != nullptr },
                  static_cast<int>(planes_of(layout)),
                  "rows of elements");
}

} // namespace

bool some_input_is_overwritten(const transform& t,
                               const host_arrays& arrays,
                               std::size_t rows)
{
    for (const auto& in : input_ranges(t, arrays, rows))
        for (const auto& out : output_ranges(t, arrays, rows))
            if (overlap_each_other(in, out))
                return true;
    return false;
}

std::size_t planes_of(complex_layout layout)
{
    return layout == complex_layout::planar ? 2 : 1;
}

std::size_t input_plane_bytes(const transform& t, std::size_t rows)
{
    return input_extent(t, static_cast<std::int64_t>(rows)) * input_element_bytes(t);
}

host_arrays host_arrays::from_row(const transform& t, std::size_t row) const
{
    auto moved = *this;
    for (auto& array : moved.in)
        if (array)
            array = static_cast<const char*>(array) + row * input_row_bytes(t);
    for (auto& array : moved.out)
        if (array)
            array = static_cast<char*>(array) + row * output_row_bytes(t);
    return moved;
}

bool are_separate(const transform& t, const host_arrays& arrays, std::size_t rows)
{
    auto ranges = input_ranges(t, arrays, rows);
    for (const auto& range : output_ranges(t, arrays, rows))
        ranges.push_back(range);
    for (std::size_t i = 0; i < ranges.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (overlap_each_other(ranges[i], ranges[j]))
                return false;
    return true;
}

bool overwrites_later_rows(const transform& t,
                           const host_arrays& arrays,
                           std::size_t rows)
{
    return rows > 1 && some_input_is_overwritten(t, arrays, rows) &&
           !is_row_onto_itself(t, arrays);
}

void check_arrays(const transform& t,
                  const host_arrays& arrays,
                  std::size_t rows,
                  std::size_t together)
{
    check_arrays_of("input", arrays.in.data(), t.input_layout);
    const std::array<const void*, 2> out = { arrays.out[0], arrays.out[1] };
    check_arrays_of("output", out.data(), t.output_layout);
    if (rows <= together || !overwrites_later_rows(t, arrays, rows))
        return;
    refuse("{} rows of {} would overwrite inputs that are read later; use two buffers, "
           "one buffer with rows that begin at the same places, or at most {} rows",
           rows,
           to_string(t),
           together);
}

} // namespace gpufft
