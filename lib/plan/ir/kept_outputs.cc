/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/kept_outputs.h"
#include <numeric>

namespace gpufft {

std::optional<convolved_outputs> kept_of(const transform& t)
{
    if (!t.convolved || t.rank() != 1)
        return std::nullopt;
    const auto length = t.shape.front().length;
    const auto which = outputs_of(*t.convolved, length);
    const bool are_all = which.first == 0 && which.step == 1 && which.count == length;
    return are_all ? std::nullopt : std::optional(which);
}

int spectrum_fold(const pass& p)
{
    if (!p.store.kept || !p.callers_spectrum || !p.lanes_are(lane_kind::row_points))
        return 1;
    const auto& kept = *p.store.kept;
    const auto radix = p.stages.back().radix;
    const auto most = std::gcd(std::gcd(kept.step, kept.first), std::int64_t(radix));
    const auto vectors = p.points() / p.lanes();
    for (auto fold = most; fold > 1; --fold)
        if (most % fold == 0 && vectors / fold >= p.lanes())
            return static_cast<int>(fold);
    return 1;
}

convolved_outputs kept_of_folded(const pass& p)
{
    const auto fold = spectrum_fold(p);
    auto kept = p.store.kept.value_or(convolved_outputs{ 0, p.points(), 1 });
    kept.first /= fold;
    kept.step /= fold;
    return kept;
}

} // namespace gpufft
