/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/butterfly_cost.h"

namespace gpufft {

namespace {

//! Operations on reals that cost as much as an exchange: local memory takes a point in
//! and out while a multiprocessor does about so many.
constexpr double OPERATIONS_AN_EXCHANGE = 30;

//! Operations a point that a prime factor p of a butterfly comes to, twiddles included:
//! genfft's counts to 13, and beyond about what Rader's algorithm needs.
double operations(std::int64_t p)
{
    switch (p) {
    case 2:
        return 2.5;
    case 3:
        return 5.3;
    case 5:
        return 8.8;
    case 7:
        return 13.7;
    case 11:
        return 21.8;
    case 13:
        return 22.3;
    default:
        return 1.8 * static_cast<double>(p);
    }
}

} // namespace

double butterfly_cost(std::int64_t points)
{
    double sum = 0;
    for (std::int64_t p = 2; p * p <= points; ++p) {
        for (; points % p == 0; points /= p)
            sum += operations(p);
    }
    if (points > 1)
        sum += operations(points);
    return sum / OPERATIONS_AN_EXCHANGE;
}

} // namespace gpufft
