/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODELET_BUILD_H
#define INCLUDED_GPUFFT_LIB_CODELET_BUILD_H

#include "codelet/expression.h"

//! The initializer: each function adds the forward DFT of its inputs to the graph, by
//! one algorithm. Sub-transforms are built by whatever algorithm is cheapest for them.
namespace gpufft {

//! By the cheapest algorithm for this many points.
complex_values build_dft(expression_graph& g, const complex_values& x);

//! By definition, with points n and length - n taken together; 1, 2 or odd lengths.
complex_values build_direct(expression_graph& g, const complex_values& x);

//! Cooley-Tukey: length / radix transforms of radix points, twiddles, then the others.
complex_values build_mixed_radix(expression_graph& g, const complex_values& x, int radix);

//! Conjugate-pair split radix; lengths divisible by 4.
complex_values build_split_radix(expression_graph& g, const complex_values& x);

//! Good-Thomas: no twiddles; \p first and length / first have no common factor.
complex_values
build_prime_factor(expression_graph& g, const complex_values& x, int first);

//! As convolutions of (length - 1) / 2 points; odd primes.
complex_values build_rader(expression_graph& g, const complex_values& x);

using real_values = std::vector<value>;

//! DCTs of types 2, 3 and 4 of real inputs, unnormalized.
real_values build_dct2(expression_graph& g, const real_values& x);
real_values build_dct3(expression_graph& g, const real_values& x);
real_values build_dct4(expression_graph& g, const real_values& x);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODELET_BUILD_H */
