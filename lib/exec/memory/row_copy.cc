/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/memory/row_copy.h"
#include <algorithm>
#include <cstring>

namespace gpufft {

namespace {

//! In the order of addresses, with axes made one where the larger goes on where the
//! smaller ends, or before the end of a run, as rows of a stream that share samples do;
//! strides in bytes. The last is a run of bytes.
std::vector<view_axis> as_runs(std::vector<view_axis> axes, std::int64_t element_bytes)
{
    for (auto& a : axes)
        a.stride *= element_bytes;
    std::sort(axes.begin(), axes.end(), [](const view_axis& a, const view_axis& b) {
        return a.stride < b.stride;
    });
    std::vector<view_axis> runs = { { element_bytes, 1 } };
    for (const auto& a : axes) {
        auto& last = runs.back();
        if (a.count == 1)
            continue;
        if (a.stride == last.count * last.stride)
            last.count *= a.count;
        else if (last.stride == 1 && a.stride < last.count)
            last.count += (a.count - 1) * a.stride;
        else
            runs.push_back(a);
    }
    std::reverse(runs.begin(), runs.end());
    return runs;
}

void copy_runs(char* to, const char* from, const view_axis* axis, const view_axis* last)
{
    if (axis == last) {
        std::memcpy(to, from, static_cast<std::size_t>(axis->count));
        return;
    }
    for (std::int64_t i = 0; i < axis->count; ++i)
        copy_runs(to + i * axis->stride, from + i * axis->stride, axis + 1, last);
}

} // namespace

row_copy::row_copy(const transform& packed, const side& s)
    : d_row(view_axes(packed, s)),
      d_distance(static_cast<std::size_t>(packed.*s.distance)),
      d_element_bytes(element_bytes(packed, s))
{
}

std::size_t row_copy::bytes(std::size_t rows) const
{
    if (rows == 0)
        return 0;
    const auto elements =
        static_cast<std::size_t>(extent_of(d_row)) + (rows - 1) * d_distance;
    return elements * d_element_bytes;
}

std::vector<view_axis> row_copy::runs_of(std::size_t rows) const
{
    auto axes = d_row;
    axes.push_back(
        { static_cast<std::int64_t>(rows), static_cast<std::int64_t>(d_distance) });
    return as_runs(axes, static_cast<std::int64_t>(d_element_bytes));
}

bool row_copy::is_one_run(std::size_t rows) const { return runs_of(rows).size() == 1; }

void row_copy::operator()(void* to, const void* from, std::size_t rows) const
{
    const auto runs = runs_of(rows);
    copy_runs(static_cast<char*>(to),
              static_cast<const char*>(from),
              &runs.front(),
              &runs.back());
}

} // namespace gpufft
