/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/length_split.h"
#include <string>

namespace gpufft {

namespace {

//! Weight of digit k_\p i (0-based) in the output: the passes before it.
std::int64_t output_weight(const length_split& split, std::size_t i)
{
    std::int64_t weight = 1;
    for (std::size_t j = 0; j < i; ++j)
        weight *= split[j];
    return weight;
}

//! Weight of digit j_\p i (0-based) in the input: the passes after it.
std::int64_t input_weight(const length_split& split, std::size_t i)
{
    std::int64_t weight = 1;
    for (std::size_t j = i + 1; j < split.size(); ++j)
        weight *= split[j];
    return weight;
}

//! An axis over \p size values in steps of \p step values of digit k_(\p i + 1).
axis done_digit(const length_split& split,
                std::size_t i,
                bool is_last_pass,
                std::int64_t size,
                std::int64_t step)
{
    const auto in = input_weight(split, i) * step;
    const auto out = output_weight(split, i) * step;
    return {
        "pass" + std::to_string(i + 1) + "_k", size, in, is_last_pass ? out : in, out
    };
}

pass middle_pass(const length_split& split, std::size_t i, std::int64_t c)
{
    pass p;
    const auto below = input_weight(split, i);
    p.input_stride = p.output_stride = below;
    p.columns = { "column", c, 1, 1, 0 };
    p.grid.push_back({ "column_tile", below / c, c, c, 0 });
    for (std::size_t j = i; j-- > 0;)
        p.grid.push_back(done_digit(split, j, false, split[j], 1));
    return p;
}

pass last_pass(const length_split& split, std::int64_t c)
{
    const std::size_t i = split.size() - 1;
    pass p;
    p.input_stride = 1;
    p.output_stride = output_weight(split, i);
    p.columns = done_digit(split, 0, true, c, 1);
    p.columns.name = "column";
    p.grid.push_back(done_digit(split, 0, true, split[0] / c, c));
    p.grid.back().name = "column_tile";
    for (std::size_t j = i; j-- > 1;)
        p.grid.push_back(done_digit(split, j, true, split[j], 1));
    return p;
}

} // namespace

std::int64_t column_extent(const length_split& split, std::size_t i)
{
    return i + 1 < split.size() ? input_weight(split, i) : split[0];
}

pass shape_pass(const length_split& split, std::size_t i, std::int64_t columns)
{
    const bool is_last = i + 1 == split.size();
    pass p = is_last ? last_pass(split, columns) : middle_pass(split, i, columns);
    p.twiddle_order = i == 0 ? 1 : output_weight(split, i + 1);
    p.from = i == 0 ? place::caller : place::scratch;
    p.to = is_last ? place::caller : place::scratch;
    p.in_place = p.from == p.to;
    return p;
}

} // namespace gpufft
