/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_MATH_FACTOR_H
#define INCLUDED_GPUFFT_LIB_MATH_FACTOR_H

#include <cstdint>
#include <vector>

namespace gpufft {

//! Prime factors in ascending order, with repetition; none for 1. \p n >= 1
std::vector<std::int64_t> prime_factors(std::int64_t n);

//! Divisors in ascending order, 1 and \p n among them. \p n >= 1
std::vector<std::int64_t> divisors(std::int64_t n);
//! Divisors of \p n up to \p most, in ascending order; 1 is always among them.
std::vector<std::int64_t> divisors(std::int64_t n, std::int64_t most);

//! Largest prime factor of a fast length.
constexpr std::int64_t LARGEST_PRIME = 13;

//! Largest prime factor that a stage covers; beyond, Rader and Bluestein do.
constexpr std::int64_t LARGEST_RADIX_PRIME = 31;

//! No prime factor above LARGEST_PRIME.
bool is_smooth(std::int64_t n);

//! No prime factor above LARGEST_RADIX_PRIME: stages alone can transform \p n points.
bool is_covered(std::int64_t n);

//! Smallest smooth number >= \p n. \p n >= 1
std::int64_t next_smooth(std::int64_t n);

//! Largest smooth number <= \p n. \p n >= 1
std::int64_t previous_smooth(std::int64_t n);

//! Smooth numbers from \p low to \p high, ascending. In time of odd ones up to \p high.
std::vector<std::int64_t> smooth_between(std::int64_t low, std::int64_t high);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_MATH_FACTOR_H */
