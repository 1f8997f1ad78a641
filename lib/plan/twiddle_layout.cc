/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/roots.h"
#include "plan/twiddle_layout.h"
#include "plan/vector_twiddles.h"

namespace gpufft {

namespace {

int base_of(twiddle_source source) { return source == twiddle_source::m2 ? 2 : 4; }

} // namespace

int first_factor(twiddle_source source, int v)
{
    if (source == twiddle_source::full)
        return v;
    int power = 1;
    while (power * base_of(source) <= v)
        power *= base_of(source);
    return power;
}

std::vector<int> loaded_rows(twiddle_source source, int radix)
{
    std::vector<int> rows;
    for (int v = 1; v < radix; ++v) {
        if (first_factor(source, v) == v)
            rows.push_back(v);
    }
    return rows;
}

root_tables lay_out_roots(std::int64_t order, std::int64_t offset)
{
    root_tables layout;
    layout.end = offset;
    if (order == 1)
        return layout;
    layout.fine = 1;
    while (layout.fine * layout.fine < order)
        layout.fine *= 2;
    layout.fine_offset = offset;
    layout.coarse_offset = offset + layout.fine;
    layout.end = layout.coarse_offset + (order + layout.fine - 1) / layout.fine;
    return layout;
}

void append_roots(std::vector<std::complex<float>>& table,
                  std::int64_t order,
                  const root_tables& layout)
{
    const auto append = [&](std::int64_t e) {
        table.push_back(static_cast<std::complex<float>>(root_of_unity(-e, order)));
    };
    if (!layout.fine)
        return;
    for (std::int64_t e = 0; e < layout.fine; ++e)
        append(e);
    for (std::int64_t e = 0; e < order; e += layout.fine)
        append(e);
}

twiddle_layout lay_out_twiddles(const pass& p)
{
    twiddle_layout layout;
    std::int64_t next = 0;
    std::int64_t count = 1;
    for (const auto& s : p.stages) {
        stage_twiddles twiddles;
        twiddles.offset = next;
        twiddles.count = count;
        if (count > 1)
            twiddles.rows = loaded_rows(s.twiddles, s.radix);
        next += count * static_cast<std::int64_t>(twiddles.rows.size());
        count *= s.radix;
        layout.stages.push_back(std::move(twiddles));
    }
    layout.roots = lay_out_roots(p.twiddle_order, next);
    return layout;
}

std::vector<std::complex<float>> twiddle_table(const pass& p)
{
    if (p.form == kernel_form::simd)
        return vector_twiddle_table(p);
    const auto layout = lay_out_twiddles(p);
    std::vector<std::complex<float>> table;
    table.reserve(layout.roots.end + 1);
    const auto append = [&table](std::int64_t k, std::int64_t order) {
        table.push_back(static_cast<std::complex<float>>(root_of_unity(-k, order)));
    };
    for (std::size_t i = 0; i < p.stages.size(); ++i) {
        const auto& s = layout.stages[i];
        for (const int v : s.rows) {
            for (std::int64_t k = 0; k < s.count; ++k)
                append(k * v, s.count * p.stages[i].radix);
        }
    }
    append_roots(table, p.twiddle_order, layout.roots);
    if (table.empty()) // a buffer of no bytes cannot be made
        table.emplace_back(1.0F, 0.0F);
    return table;
}

} // namespace gpufft
