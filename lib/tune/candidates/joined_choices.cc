/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/forms/joined_stages.h"
#include "plan/stages/stage_per_item.h"
#include "tune/candidates/joined_choices.h"

namespace gpufft {

std::vector<pass> with_joined_stages(const pass& bare, int points)
{
    if (bare.stages.size() < 3)
        return {};
    auto joined = bare;
    choose_per_item(joined, points);
    auto& one = joined.stages.end()[-2];
    auto& other = joined.stages.end()[-1];
    if (one.dimension == other.dimension || points % (one.radix * other.radix))
        return {}; // of one dimension it would be a larger radix
    one.per_item = points / one.radix;
    other.per_item = points / other.radix;
    if (!has_joined_stages(joined))
        return {};
    // Their digits outermost, so that padding between them takes little.
    auto nested = joined;
    const auto m = static_cast<int>(joined.stages.size());
    for (int i = m - 2; i > 0; --i)
        nested.change_workgroup().exchange_order.push_back(i);
    nested.change_workgroup().exchange_order.push_back(m - 1);
    nested.change_workgroup().exchange_order.push_back(m);
    return { joined, nested };
}

} // namespace gpufft
