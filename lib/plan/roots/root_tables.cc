/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/chirp.h"
#include "math/roots.h"
#include "plan/roots/root_tables.h"

namespace gpufft {

namespace {

std::complex<double> entry(const root_series& s, std::int64_t e)
{
    return root_of_unity(-(s.first + s.step * e), s.order);
}

} // namespace

root_tables lay_out_roots(const root_series& series, std::int64_t offset)
{
    root_tables layout;
    layout.series = series;
    layout.end = offset;
    if (!series.count)
        return layout;
    layout.fine_offset = offset;
    if (series.count <= MOST_DIRECT_ROOTS || series.is_chirp) {
        layout.fine = series.count;
        layout.end = offset + series.count;
        return layout;
    }
    layout.fine = 1;
    while (layout.fine * layout.fine < series.count)
        layout.fine *= 2;
    layout.coarse_offset = offset + layout.fine;
    layout.end = layout.coarse_offset + (series.count + layout.fine - 1) / layout.fine;
    return layout;
}

root_tables lay_out_roots(std::int64_t order, std::int64_t offset)
{
    root_series all;
    all.order = order;
    all.count = order == 1 ? 0 : order;
    return lay_out_roots(all, offset);
}

void append_roots(std::vector<std::complex<double>>& table, const root_tables& layout)
{
    const auto& s = layout.series;
    if (s.is_chirp) {
        const auto before = table.size();
        table.resize(before + static_cast<std::size_t>(s.count));
        write_chirp(s.count, table.data() + before);
        return;
    }
    for (std::int64_t e = 0; e < layout.fine; ++e)
        table.push_back(entry(s, e));
    if (layout.is_direct())
        return;
    // The fine root brings the series' first exponent along.
    for (std::int64_t e = 0; e < s.count; e += layout.fine)
        table.push_back(root_of_unity(-s.step * e, s.order));
}

} // namespace gpufft
