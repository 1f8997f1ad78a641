/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_MATH_HALF_H
#define INCLUDED_GPUFFT_LIB_MATH_HALF_H

#include <cstdint>

namespace gpufft {

//! The number that the bits of an IEEE binary16 stand for.
double from_half(std::uint16_t bits);

//! The nearest half, ties to even; beyond the largest one infinity.
std::uint16_t to_half(double value);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_MATH_HALF_H */
