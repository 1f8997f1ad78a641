/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_FFTW3_REQUEST_EFFORTS_H
#define INCLUDED_GPUFFT_LIB_FFTW3_REQUEST_EFFORTS_H

#include <gpufft/effort.h>

namespace gpufft::fftw3 {

//! How hard the engine looks for a plan by FFTW's \p flags, within \p timelimit_s
//! seconds; a negative one is none. \throws plan_error  default_effort() does
effort effort_of(unsigned flags, double timelimit_s);

} // namespace gpufft::fftw3

#endif /* INCLUDED_GPUFFT_LIB_FFTW3_REQUEST_EFFORTS_H */
