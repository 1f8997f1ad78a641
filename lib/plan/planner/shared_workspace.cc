/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/saturated.h"
#include "plan/planner/shared_workspace.h"
#include <algorithm>
#include <map>

namespace gpufft {

namespace {

//! Elements in memory that a complex number has on the side that \p e loads or stores.
std::int64_t in_complex(const io_operation& e)
{
    return e.stored == element::real ? 2 : 1;
}

//! Calls body(distance, elements of a complex number) for each side of \p p in the
//! workspace.
template <typename Pass, typename Body>
void each_workspace_side(Pass& p, Body body)
{
    if (p.from == buffer_role::workspace)
        body(p.input_distance, in_complex(p.load));
    if (p.to == buffer_role::workspace)
        body(p.output_distance, in_complex(p.store));
}

//! Columns that are rows lie where the rows do.
void set_row_weights(pass& p)
{
    if (p.is_pointwise() || !p.columns_are_rows())
        return;
    p.columns.input_weight = p.input_distance;
    p.columns.output_weight = p.output_distance;
}

} // namespace

void set_workspace_distances(plan& p)
{
    std::map<std::int64_t, std::int64_t> most; // complex elements, by the row factor
    for (const auto& one : p.passes) {
        each_workspace_side(one, [&](std::int64_t distance, std::int64_t units) {
            auto& known = most[one.row_factor];
            known = std::max(known, (distance + units - 1) / units);
        });
    }
    if (const auto found = most.find(1); found != most.end())
        found->second = p.workspace_points();
    for (auto& one : p.passes) {
        each_workspace_side(one, [&](std::int64_t& distance, std::int64_t units) {
            distance = most[one.row_factor] * units;
        });
        set_row_weights(one);
    }
}

bool rows_differ(const std::vector<pass>& passes)
{
    return std::any_of(passes.begin(), passes.end(), [&](const pass& p) {
        return p.row_factor != passes.front().row_factor;
    });
}

std::int64_t plan::workspace_points() const
{
    std::int64_t most = 0;
    for (const auto& p : passes) {
        each_workspace_side(p, [&](std::int64_t distance, std::int64_t units) {
            const auto elements = saturated_product(distance, p.row_factor);
            most = std::max(most, elements / units + (elements % units != 0));
        });
    }
    return most;
}

} // namespace gpufft
