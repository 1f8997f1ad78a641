/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/codelet.h"
#include "math/factor.h"
#include "plan/stage_divisions.h"
#include <algorithm>

namespace gpufft {

const stage_division& stage_divisions::of(std::int64_t length)
{
    const auto found = d_made.find(length);
    if (found != d_made.end())
        return found->second;
    stage_division made;
    if (length > 1) {
        made.fewest = d_most_stages + 1;
        const auto largest = static_cast<int>(
            std::min<std::int64_t>(prime_factors(length).back(), MAX_CODELET_PRIME));
        for (const auto d : divisors(length)) {
            if (d_is_real ? d == length : d > 1 && (d <= d_most_held || d == largest)) {
                const auto& rest = of(length / d);
                made.first.push_back({ static_cast<int>(d), &rest });
                made.fewest = std::min(made.fewest, 1 + rest.fewest);
            }
        }
    }
    return d_made.emplace(length, std::move(made)).first->second;
}

} // namespace gpufft
