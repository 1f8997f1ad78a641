/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_FFTW3_REQUEST_STEPS_H
#define INCLUDED_GPUFFT_LIB_FFTW3_REQUEST_STEPS_H

#include "fftw3/request/problem.h"
#include <vector>

namespace gpufft::fftw3 {

/*!
 * \brief Problems that compute \p p one after the other
 *
 * The first is from \p p's input to its output, the others are in place there. One is
 * enough unless dimensions of reals have different kinds, or there are more than MAX_RANK
 * of them.
 */
std::vector<problem> steps_of(const problem& p);

//! The arrays of a step; \p number counts from 0.
arrays arrays_of_step(const arrays& at, std::size_t number);

} // namespace gpufft::fftw3

#endif /* INCLUDED_GPUFFT_LIB_FFTW3_REQUEST_STEPS_H */
