/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simt/frames/point_loop.h"
#include "codegen/text/index_text.h"

namespace gpufft::simt {

void open_shared_points(simt_context& c, std::int64_t all)
{
    auto& w = c.w;
    const std::int64_t items = c.p.work_items();
    if (all > items) {
        w.open(fmt::format("for (uint i = t; i < {}; i += {})", all, items));
        return;
    }
    if (all < items)
        w.open(fmt::format("if (t < {})", all));
    else
        w.open();
    w.put("const uint i = t;");
}

std::int64_t emit_place_of_point(simt_context& c,
                                 const std::vector<atom>& order,
                                 const std::string& in_row)
{
    std::vector<atom> point;
    std::int64_t row = 0;
    for (const auto& a : order) {
        if (a.digit)
            point.push_back(a);
        else
            row = a.local_weight;
    }
    for (const auto& text : split_number("n", point))
        c.w.put(text);
    index_sum at;
    at.add(point, &atom::local_weight);
    if (!in_row.empty())
        at.add(in_row, row);
    declare_slot(c, "place", at.str());
    return row;
}

} // namespace gpufft::simt
