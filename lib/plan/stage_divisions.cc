/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/codelet.h"
#include "math/factor.h"
#include "plan/stage_divisions.h"
#include <algorithm>

namespace gpufft {

const stage_division& stage_divisions::of(std::int64_t length)
{
    for (const auto& known : d_made)
        if (known.length == length)
            return known.parts.back();
    return made(length);
}

//! Whatever stages leave divides \p length, so its divisors are all there is.
const stage_division& stage_divisions::made(std::int64_t length)
{
    const auto rests = divisors(length);
    const auto primes = prime_factors(length);
    const auto most = std::max<std::int64_t>(d_most_held, MAX_CODELET_PRIME);
    std::size_t radices = 0;
    while (radices < rests.size() && (d_is_real || rests[radices] <= most))
        ++radices;
    // Both stay where they are, since others point to them.
    divided_length all;
    all.length = length;
    all.parts.resize(rests.size());
    all.stages.reserve(rests.size() * radices);
    for (std::size_t i = 1; i < rests.size(); ++i) {
        const auto points = rests[i];
        const auto largest = std::find_if(
            primes.rbegin(), primes.rend(), [&](auto p) { return points % p == 0; });
        const auto alone = std::min<std::int64_t>(*largest, MAX_CODELET_PRIME);
        auto& part = all.parts[i];
        part.number = i;
        part.fewest = d_most_stages + 1;
        part.first.begins = all.stages.data() + all.stages.size();
        std::size_t rest = i;
        for (std::size_t j = d_is_real ? i : 1; j <= i && j < radices; ++j) {
            const auto radix = rests[j];
            const bool is_radix = d_is_real || radix <= d_most_held || radix == alone;
            if (!is_radix || points % radix)
                continue;
            while (rests[rest] > points / radix)
                --rest;
            const auto& less = all.parts[rest];
            all.stages.push_back({ static_cast<int>(radix), &less });
            part.fewest = std::min(part.fewest, 1 + less.fewest);
        }
        part.first.ends = all.stages.data() + all.stages.size();
    }
    d_made.push_back(std::move(all));
    return d_made.back().parts.back();
}

} // namespace gpufft
