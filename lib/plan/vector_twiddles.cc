/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/roots.h"
#include "plan/vector_twiddles.h"
#include <algorithm>

namespace gpufft {

namespace {

using entries = std::vector<std::complex<double>>;

//! K of butterfly group \p group of stage \p i, over the outputs of the stages from
//! \p first on; the group's number counts with the first of them the slowest.
std::int64_t
output_number(const pass& p, std::size_t first, std::size_t i, std::int64_t group)
{
    std::int64_t weight = 1;
    for (std::size_t j = first; j < i; ++j)
        weight *= p.stages[j].radix;
    std::int64_t number = 0;
    for (std::size_t j = i; j-- > first;) {
        weight /= p.stages[j].radix;
        number += group % p.stages[j].radix * weight;
        group /= p.stages[j].radix;
    }
    return number;
}

//! A vector of real parts and one of imaginary parts of root \p lane = 0, 1 ... of
//! \p order, each \p step further than \p start.
void append_vectors(
    entries& table, int lanes, std::int64_t start, std::int64_t step, std::int64_t order)
{
    std::vector<double> parts(2 * static_cast<std::size_t>(lanes));
    for (int lane = 0; lane < lanes; ++lane) {
        const auto w = root_of_unity(-(start + lane * step), order);
        parts[lane] = w.real();
        parts[lanes + lane] = w.imag();
    }
    for (std::size_t i = 0; i < parts.size(); i += 2)
        table.emplace_back(parts[i], parts[i + 1]);
}

} // namespace

vector_twiddles lay_out_vector_twiddles(const pass& p)
{
    vector_twiddles layout;
    std::int64_t next = 0;
    if (p.lanes_are_columns) {
        layout.points = p.points();
        layout.has_lane_roots = p.twiddle_order > 1 && p.columns.twiddle_weight != 0;
        if (layout.has_lane_roots)
            next = layout.points * p.lanes;
    } else {
        layout.first_stage = 1;
        layout.points = p.points() / p.lanes;
        layout.tiles = (layout.points + p.lanes - 1) / p.lanes;
        next = layout.tiles * (p.lanes - 1) * p.lanes;
    }
    layout.offsets.assign(p.stages.size(), 0);
    layout.groups.assign(p.stages.size(), 1);
    std::int64_t groups = 1;
    for (std::size_t i = layout.first_stage; i < p.stages.size(); ++i) {
        layout.offsets[i] = next;
        layout.groups[i] = groups;
        if (i > layout.first_stage)
            next += groups * (p.stages[i].radix - 1);
        groups *= p.stages[i].radix;
    }
    layout.roots = lay_out_roots(p.twiddle_order, next);
    return layout;
}

std::int64_t first_column(const pass& p, std::int64_t tile)
{
    return std::min(tile * p.lanes, p.points() / p.lanes - p.lanes);
}

std::vector<std::complex<double>> vector_twiddle_table(const pass& p)
{
    const auto layout = lay_out_vector_twiddles(p);
    entries table;
    if (layout.has_lane_roots) {
        for (std::int64_t j = 0; j < layout.points; ++j)
            append_vectors(
                table, p.lanes, 0, j * p.columns.twiddle_weight, p.twiddle_order);
    }
    for (std::int64_t tile = 0; layout.first_stage && tile < layout.tiles; ++tile) {
        for (int k = 1; k < p.lanes; ++k)
            append_vectors(table, p.lanes, k * first_column(p, tile), k, p.points());
    }
    for (std::size_t i = layout.first_stage + 1; i < p.stages.size(); ++i) {
        const auto order = layout.groups[i] * p.stages[i].radix;
        for (std::int64_t group = 0; group < layout.groups[i]; ++group) {
            const auto k = output_number(p, layout.first_stage, i, group);
            for (int v = 1; v < p.stages[i].radix; ++v)
                table.push_back(root_of_unity(-v * k, order));
        }
    }
    append_roots(table, layout.roots);
    if (table.empty()) // a buffer of no bytes cannot be made
        table.emplace_back(1.0, 0.0);
    return table;
}

} // namespace gpufft
