/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include <algorithm>

namespace gpufft {

std::vector<std::int64_t> prime_factors(std::int64_t n)
{
    std::vector<std::int64_t> factors;
    for (std::int64_t p = 2; p * p <= n; ++p) {
        for (; n % p == 0; n /= p)
            factors.push_back(p);
    }
    if (n > 1)
        factors.push_back(n);
    return factors;
}

std::vector<std::int64_t> divisors(std::int64_t n)
{
    std::vector<std::int64_t> found = { 1 };
    std::int64_t previous = 0;
    std::size_t first_new = 0; // where the multiples made for the previous prime begin
    for (const auto p : prime_factors(n)) {
        const std::size_t end = found.size();
        // A repeated prime extends only what its last occurrence added.
        const std::size_t begin = p == previous ? first_new : 0;
        for (std::size_t i = begin; i < end; ++i)
            found.push_back(found[i] * p);
        first_new = end;
        previous = p;
    }
    std::sort(found.begin(), found.end());
    return found;
}

bool is_smooth(std::int64_t n)
{
    for (std::int64_t p = 2; p <= LARGEST_PRIME; ++p) {
        while (n % p == 0)
            n /= p;
    }
    return n == 1;
}

std::int64_t next_smooth(std::int64_t n)
{
    while (!is_smooth(n))
        ++n;
    return n;
}

std::int64_t previous_smooth(std::int64_t n)
{
    while (!is_smooth(n))
        --n;
    return n;
}

} // namespace gpufft
