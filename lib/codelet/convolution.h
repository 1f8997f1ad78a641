/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODELET_CONVOLUTION_H
#define INCLUDED_GPUFFT_LIB_CODELET_CONVOLUTION_H

#include "codelet/toeplitz.h"

//! Short convolutions of values with constants, for Rader's algorithm.
namespace gpufft {

//! y[i] = addend + sum over j of h[(i - j) mod m] u[j]
values
convolve_cyclic(expression_graph& g, const values& u, const constants& h, value addend);

//! Skew convolution: y[i] = sum over j of h[i - j] u[j], where h[i - m] = -h[i]
values convolve_skew(expression_graph& g, const values& u, const constants& h);

//! Sum of \p u in the order in which convolve_cyclic() makes partial sums of it.
value sum_of(expression_graph& g, const values& u);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODELET_CONVOLUTION_H */
