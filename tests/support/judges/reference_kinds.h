/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_JUDGES_REFERENCE_KINDS_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_JUDGES_REFERENCE_KINDS_H

#include <gpufft/transform.h>
#include <complex>
#include <vector>

//! Every kind along one dimension, unscaled.
namespace gpufft::testing {

/*!
 * \brief \p kind of \p x, which has the input's elements of a dimension of \p length
 *
 * A DCT or DST is read off a longer DFT whose other points are 0; c2r fills in the
 * other half of the spectrum; c2c takes \p sign in the exponent.
 */
template <class real>
std::vector<std::complex<real>> transform_line(transform_kind kind,
                                               int sign,
                                               std::int64_t length,
                                               const std::vector<std::complex<real>>& x);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_JUDGES_REFERENCE_KINDS_H */
