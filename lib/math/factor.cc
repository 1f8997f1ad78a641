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

std::vector<std::int64_t> divisors(std::int64_t n, std::int64_t most)
{
    std::vector<std::int64_t> found = { 1 };
    std::int64_t previous = 0;
    std::size_t first_new = 0; // where the multiples made for the previous prime begin
    for (const auto p : prime_factors(n)) {
        const std::size_t end = found.size();
        // A repeated prime extends only what its last occurrence added.
        const std::size_t begin = p == previous ? first_new : 0;
        for (std::size_t i = begin; i < end; ++i)
            if (found[i] <= most / p)
                found.push_back(found[i] * p);
        first_new = end;
        previous = p;
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<std::int64_t> divisors(std::int64_t n) { return divisors(n, n); }

namespace {

//! \p n without its factors up to \p most
std::int64_t strip(std::int64_t n, std::int64_t most)
{
    for (std::int64_t p = 2; p <= most; ++p) {
        while (n % p == 0)
            n /= p;
    }
    return n;
}

} // namespace

bool is_smooth(std::int64_t n) { return strip(n, LARGEST_PRIME) == 1; }

bool is_covered(std::int64_t n) { return strip(n, LARGEST_RADIX_PRIME) == 1; }

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

std::vector<std::int64_t> smooth_between(std::int64_t low, std::int64_t high)
{
    // Odd ones, each times the powers of two that bring it there.
    std::vector<std::int64_t> odd = { 1 };
    for (const std::int64_t p : { 3, 5, 7, 11, 13 }) {
        for (std::size_t i = 0; i < odd.size(); ++i) { // grows: powers of p as well
            if (odd[i] <= high / p)
                odd.push_back(odd[i] * p);
        }
    }
    std::vector<std::int64_t> found;
    for (auto n : odd) {
        while (n < low)
            n *= 2;
        for (; n <= high; n *= 2)
            found.push_back(n);
    }
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace gpufft
