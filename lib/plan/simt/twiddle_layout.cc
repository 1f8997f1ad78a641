/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/large_pages.h"
#include "math/roots.h"
#include "plan/ir/forms/constant_geometry.h"
#include "plan/roots/convolution.h"
#include "plan/roots/loaded_rows.h"
#include "plan/simt/twiddle_layout.h"
#include <algorithm>

namespace gpufft {

namespace {

//! Points of a work-item at the turnaround that share twiddles there and back: a compiler
//! keeps twiddles that it reads twice in registers, and for more points it has none left.
constexpr int MOST_TWICE = 10;

} // namespace

twiddle_layout lay_out_twiddles(const pass& p)
{
    twiddle_layout layout;
    std::int64_t next = 0;
    const std::size_t m = p.stages.size();
    std::vector<std::int64_t> counts;
    counts.assign(p.dimensions.size(), 1);
    for (std::size_t i = 0; i < m; ++i) {
        const auto& s = p.stages[i];
        auto& count = counts[s.dimension];
        stage_twiddles twiddles;
        twiddles.offset = next;
        twiddles.count = count;
        if (count > 1)
            twiddles.rows = loaded_rows(s.twiddles, s.radix);
        next += count * static_cast<std::int64_t>(twiddles.rows.size());
        if (!p.order.has_prime_factors)
            count *= s.radix;
        layout.steps.push_back(std::move(twiddles));
    }
    for (std::size_t i = m; i < p.steps(); ++i) {
        auto twiddles = layout.steps[p.stage_of(i)];
        if (i > m || p.points_per_item(i) > MOST_TWICE) {
            twiddles.offset = next;
            next += twiddles.count * static_cast<std::int64_t>(twiddles.rows.size());
        }
        layout.steps.push_back(std::move(twiddles));
    }
    layout.roots = lay_out_roots(p.twiddle_order, next);
    layout.roots_back =
        lay_out_roots(p.convolves ? p.twiddle_order : 1, layout.roots.end);
    layout.io = lay_out_io_tables(p, layout.roots_back.end);
    layout.spectrum_offset = layout.io.end;
    return layout;
}

std::vector<std::complex<double>> workgroup_table(const pass& p)
{
    const auto layout = lay_out_twiddles(p);
    std::vector<std::complex<double>> table;
    table.reserve(layout.io.end + 1 +
                  (p.convolves && !p.callers_spectrum ? p.dimensions[0].length : 0));
    ask_for_large_pages(table.data(), table.capacity() * sizeof(table[0]));
    for (std::size_t i = 0; i < p.steps(); ++i) {
        const auto& s = layout.steps[i];
        if (s.offset < static_cast<std::int64_t>(table.size()))
            continue; // already laid out for an earlier step
        const auto order = s.count * p.stages[p.stage_of(i)].radix;
        for (const int v : s.rows) {
            for (std::int64_t entry = 0; entry < s.count; ++entry) {
                const auto k = p.workgroup().has_constant_geometry
                                   ? twiddle_of_entry(p, entry, i)
                                   : entry;
                table.push_back(root_of_unity(-k * v, order));
            }
        }
    }
    append_roots(table, layout.roots);
    append_roots(table, layout.roots_back);
    append_io_tables(table, layout.io);
    if (p.convolves && !p.callers_spectrum)
        append_convolution_spectrum(table, p);
    if (table.empty()) // a buffer of no bytes cannot be made
        table.emplace_back(1.0, 0.0);
    return table;
}

} // namespace gpufft
