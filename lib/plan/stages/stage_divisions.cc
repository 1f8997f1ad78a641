/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/codelet.h"
#include "math/factor.h"
#include "plan/stages/stage_divisions.h"
#include <algorithm>

namespace gpufft {

const stage_division& stage_divisions::of(std::int64_t length)
{
    for (const auto& known : d_made)
        if (known.length == length)
            return known.parts.back();
    return make(length);
}

namespace {

/*!
 * A divisor by the exponents of its primes, EXPONENT_BITS each, whose highest bits are
 * never set: integer divisions would take most of the time here.
 */
struct divisor {
    std::int64_t value = 1;
    std::uint64_t exponents = 0;
    std::size_t place = 0; //!< among all of them, in mixed radix

    bool divides(const divisor& other, std::uint64_t high) const
    {
        return (((other.exponents | high) - exponents) & high) == high;
    }
};

constexpr int EXPONENT_BITS = 7; // for 9 primes: a length has fewer different ones

struct all_divisors {
    std::vector<std::int64_t> primes; // different ones, ascending
    std::vector<divisor> all;         // ascending
    std::uint64_t high = 0;           // the highest bit of each exponent

    explicit all_divisors(std::int64_t length) : all(1)
    {
        for (const auto p : prime_factors(length)) {
            if (primes.empty() || primes.back() != p)
                primes.push_back(p);
        }
        for (std::size_t i = 0; i < primes.size(); ++i) {
            const auto one = std::uint64_t(1) << (EXPONENT_BITS * i);
            high |= one << (EXPONENT_BITS - 1);
            const auto count = all.size();
            for (std::size_t from = 0; length % primes[i] == 0; ++from) {
                length /= primes[i];
                for (std::size_t j = 0; j < count; ++j) {
                    const auto& less = all[from * count + j];
                    all.push_back({ less.value * primes[i],
                                    less.exponents + one,
                                    less.place + count });
                }
            }
        }
        std::sort(all.begin(), all.end(), [](const divisor& a, const divisor& b) {
            return a.value < b.value;
        });
    }

    bool is_prime(const divisor& d) const
    {
        return std::binary_search(primes.begin(), primes.end(), d.value);
    }

    std::int64_t largest_prime_of(const divisor& d) const
    {
        auto i = primes.size() - 1;
        while (!(d.exponents >> (EXPONENT_BITS * i)))
            --i;
        return primes[i];
    }
};

} // namespace

//! The rests that stages leave all divide \p length, so its divisors are all there are.
const stage_division& stage_divisions::make(std::int64_t length)
{
    const all_divisors divisors(length);
    const auto& rests = divisors.all;
    std::vector<std::size_t> number_at(rests.size()); // by the place
    for (std::size_t i = 0; i < rests.size(); ++i)
        number_at[rests[i].place] = i;
    const auto most = std::max<std::int64_t>(d_most_held, MAX_CODELET_PRIME);
    std::vector<std::size_t> radices; // that any of them may begin with, but for reals
    for (std::size_t i = 1; i < rests.size() && rests[i].value <= most; ++i) {
        if (rests[i].value <= d_most_held || divisors.is_prime(rests[i]))
            radices.push_back(i);
    }
    // Both stay where they are, since others point to them.
    divided_length all;
    all.length = length;
    all.parts.resize(rests.size());
    all.stages.reserve(rests.size() * (d_is_real ? 1 : radices.size()));
    for (std::size_t i = 1; i < rests.size(); ++i) {
        const auto alone = std::min<std::int64_t>(divisors.largest_prime_of(rests[i]),
                                                  MAX_CODELET_PRIME);
        auto& part = all.parts[i];
        part.number = i;
        part.fewest = d_most_stages + 1;
        part.first.begins = all.stages.data() + all.stages.size();
        const auto add = [&](const divisor& radix) {
            const auto& less = all.parts[number_at[rests[i].place - radix.place]];
            // Field by field: a whole one would wait for its parts on their way.
            auto& first = all.stages.emplace_back();
            first.radix = static_cast<int>(radix.value);
            first.rest = &less;
            part.fewest = std::min(part.fewest, 1 + less.fewest);
        };
        if (d_is_real)
            add(rests[i]);
        for (const auto j : radices) {
            const auto& radix = rests[j];
            if (d_is_real || j > i)
                break;
            if ((radix.value <= d_most_held || radix.value == alone) &&
                radix.divides(rests[i], divisors.high))
                add(radix);
        }
        part.first.ends = all.stages.data() + all.stages.size();
    }
    d_made.push_back(std::move(all));
    return d_made.back().parts.back();
}

} // namespace gpufft
