/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODELET_COSINE_H
#define INCLUDED_GPUFFT_LIB_CODELET_COSINE_H

#include "codelet/codelet.h"

namespace gpufft {

//! A DCT or DST of real numbers, unnormalized, in SciPy's convention.
struct cosine_kind {
    int type = 2; //!< 2, 3 or 4
    bool is_sine = false;
};

//! A codelet is made for this: no large odd factor that the algorithm takes by
//! definition.
bool has_cosine_codelet(cosine_kind kind, int length);

/*!
 * \brief Straight-line code for a DCT or DST of fixed length
 *
 * Its numbers are real, two to a point of struct codelet: number j is the real part of
 * point j / 2 where j is even, the imaginary one where it is odd. So length() is half of
 * \p length, rounded up, and the last part of an odd one is neither read nor written.
 *
 * Type 2 halves: even outputs are a type 2 of sums, odd ones a type 4 of differences;
 * type 3 is that in reverse; type 4 is a complex DFT of half the points between twiddles.
 *
 * \throws plan_error  has_cosine_codelet() says no
 */
const codelet& cosine_codelet(cosine_kind kind, int length);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODELET_COSINE_H */
