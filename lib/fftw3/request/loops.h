/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_FFTW3_REQUEST_LOOPS_H
#define INCLUDED_GPUFFT_LIB_FFTW3_REQUEST_LOOPS_H

#include "fftw3/request/problem.h"
#include <cstdint>
#include <vector>

namespace gpufft::fftw3 {

//! The loops of a problem, as few as say the same, the one with the longest steps first.
struct plain_loops {
    std::vector<axis> loops; //!< of more than one iteration
    //! Numbers from the caller's first element to the first in memory: loops that go
    //! backwards in both input and output are reversed.
    std::int64_t input_offset = 0;
    std::int64_t output_offset = 0;
};

plain_loops plain(std::vector<axis> loops);

} // namespace gpufft::fftw3

#endif /* INCLUDED_GPUFFT_LIB_FFTW3_REQUEST_LOOPS_H */
