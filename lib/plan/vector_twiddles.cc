/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/roots.h"
#include "plan/vector_twiddles.h"
#include <algorithm>

namespace gpufft {

namespace {

//! K = k_2 + r_2 k_3 + ... of butterfly group \p group of stage \p i, whose number counts
//! with k_2 the slowest.
std::int64_t output_number(const pass& p, std::size_t i, std::int64_t group)
{
    std::int64_t weight = 1;
    for (std::size_t j = 1; j < i; ++j)
        weight *= p.stages[j].radix;
    std::int64_t number = 0;
    for (std::size_t j = i; j-- > 1;) {
        weight /= p.stages[j].radix;
        number += group % p.stages[j].radix * weight;
        group /= p.stages[j].radix;
    }
    return number;
}

} // namespace

vector_twiddles lay_out_vector_twiddles(const pass& p)
{
    vector_twiddles layout;
    layout.points = p.points() / p.lanes;
    layout.tiles = (layout.points + p.lanes - 1) / p.lanes;
    std::int64_t next = 0;
    std::int64_t groups = 1;
    for (std::size_t i = 0; i < p.stages.size(); ++i) {
        layout.offsets.push_back(next);
        layout.groups.push_back(groups);
        if (i == 0) {
            next += layout.tiles * (p.lanes - 1) * p.lanes;
            continue;
        }
        if (i > 1)
            next += groups * (p.stages[i].radix - 1);
        groups *= p.stages[i].radix;
    }
    return layout;
}

std::int64_t first_column(const pass& p, std::int64_t tile)
{
    return std::min(tile * p.lanes, p.points() / p.lanes - p.lanes);
}

std::vector<std::complex<float>> vector_twiddle_table(const pass& p)
{
    const auto layout = lay_out_vector_twiddles(p);
    std::vector<std::complex<float>> table;
    std::vector<float> parts(2 * static_cast<std::size_t>(p.lanes));
    for (std::int64_t tile = 0; tile < layout.tiles; ++tile) {
        for (int k = 1; k < p.lanes; ++k) {
            for (int lane = 0; lane < p.lanes; ++lane) {
                const auto w =
                    root_of_unity(-k * (first_column(p, tile) + lane), p.points());
                parts[lane] = static_cast<float>(w.real());
                parts[p.lanes + lane] = static_cast<float>(w.imag());
            }
            for (std::size_t i = 0; i < parts.size(); i += 2)
                table.emplace_back(parts[i], parts[i + 1]);
        }
    }
    for (std::size_t i = 2; i < p.stages.size(); ++i) {
        const auto order = layout.groups[i] * p.stages[i].radix;
        for (std::int64_t group = 0; group < layout.groups[i]; ++group) {
            for (int v = 1; v < p.stages[i].radix; ++v)
                table.push_back(static_cast<std::complex<float>>(
                    root_of_unity(-v * output_number(p, i, group), order)));
        }
    }
    return table;
}

} // namespace gpufft
