/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_MATH_MODULAR_H
#define INCLUDED_GPUFFT_LIB_MATH_MODULAR_H

#include <cstdint>
#include <vector>

//! Arithmetic of remainders, for Rader's algorithm.
namespace gpufft {

bool is_prime(std::int64_t n);

//! base^exponent mod \p modulus; \p exponent >= 0, modulus from 1 to 2^31
std::int64_t power_modulo(std::int64_t base, std::int64_t exponent, std::int64_t modulus);

//! The powers of \p g modulo \p prime are all of 1 .. prime - 1.
bool is_generator(std::int64_t g, std::int64_t prime);

//! The smallest number whose powers modulo \p prime are all of 1 .. prime - 1.
std::int64_t generator_modulo(std::int64_t prime);

//! base^0, base^1, ... base^(modulus - 2), modulo \p modulus, which is at most 2^31.
std::vector<std::int64_t> powers_modulo(std::int64_t base, std::int64_t modulus);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_MATH_MODULAR_H */
