/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BASE_SATURATED_H
#define INCLUDED_GPUFFT_LIB_BASE_SATURATED_H

#include <cstdint>
#include <limits>

//! Sums and products for checks: where one would overflow it is the largest number, which
//! no bound lets through.
namespace gpufft {

//! a * b; 0 where one of them is not positive: who needs them positive says so elsewhere.
constexpr std::int64_t saturated_product(std::int64_t a, std::int64_t b)
{
    constexpr auto MOST = std::numeric_limits<std::int64_t>::max();
    if (a <= 0 || b <= 0)
        return 0;
    return b > MOST / a ? MOST : a * b;
}

//! a * b * ...
template <class... Numbers>
constexpr std::int64_t saturated_product(std::int64_t a, std::int64_t b, Numbers... more)
{
    return saturated_product(saturated_product(a, b), more...);
}

//! a + b, where b is not negative.
constexpr std::int64_t saturated_sum(std::int64_t a, std::int64_t b)
{
    constexpr auto MOST = std::numeric_limits<std::int64_t>::max();
    return a > MOST - b ? MOST : a + b;
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_BASE_SATURATED_H */
