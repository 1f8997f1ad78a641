/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_MATH_DIVIDED_UP_H
#define INCLUDED_GPUFFT_LIB_MATH_DIVIDED_UP_H

#include <cstdint>

namespace gpufft {

//! The least whole number that is not below \p a / \p b; \p a >= 0, \p b > 0, both of any
//! size.
constexpr std::int64_t divided_up(std::int64_t a, std::int64_t b)
{
    return a / b + (a % b != 0);
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_MATH_DIVIDED_UP_H */
