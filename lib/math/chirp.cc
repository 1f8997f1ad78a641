/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/in_parts.h"
#include "math/chirp.h"
#include "math/roots.h"

namespace gpufft {

namespace {

constexpr std::size_t POINTS_WORTH_A_THREAD = 1 << 15;

} // namespace

void write_chirp(std::int64_t length, std::complex<double>* to)
{
    const auto order = 2 * length;
    const roots_of_order root(order);
    in_parts(static_cast<std::size_t>(length),
             POINTS_WORTH_A_THREAD,
             [&](std::size_t begin, std::size_t end) {
                 auto n = static_cast<std::int64_t>(begin);
                 auto square = n * n % order;
                 for (; n < static_cast<std::int64_t>(end); ++n) {
                     to[n] = root(square);
                     square += 2 * n + 1; // less than twice the order
                     square -= square < order ? 0 : order;
                 }
             });
}

} // namespace gpufft
