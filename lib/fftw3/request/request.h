/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_FFTW3_REQUEST_REQUEST_H
#define INCLUDED_GPUFFT_LIB_FFTW3_REQUEST_REQUEST_H

#include "exec/host/host_arrays.h"
#include "fftw3/request/problem.h"
#include <gpufft/transform.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace gpufft::fftw3 {

/*!
 * \brief A problem in the engine's words: the transform of a row, and the rows of a call
 */
struct request {
    transform computed;
    std::size_t rows = 1;
    //! The engine's real parts are the problem's imaginary ones, and the other way round.
    bool is_exchanged = false;
    //! Numbers from a pointer of the problem to the first that the engine counts: a loop
    //! may go backwards.
    std::int64_t input_offset = 0;
    std::int64_t output_offset = 0;

    //! \p at as the engine has them; nothing where they do not lie as those that were
    //! planned for.
    std::optional<host_arrays> arrays_of(const arrays& at) const;
};

/*!
 * \brief The request that computes \p p, or nothing where the engine has no words for it
 *
 * It has none for halfcomplex data, DHTs and kinds that differ between dimensions
 * (steps.h); for input strides of 0; for a dimension, or one side of a loop alone, that
 * goes backwards; for more than MAX_RANK dimensions or loops and rows; for in-place
 * problems that move points to other places, and for sides that overlap otherwise.
 */
std::optional<request> to_request(const problem& p);

} // namespace gpufft::fftw3

#endif /* INCLUDED_GPUFFT_LIB_FFTW3_REQUEST_REQUEST_H */
