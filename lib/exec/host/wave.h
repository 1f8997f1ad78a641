/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_HOST_WAVE_H
#define INCLUDED_GPUFFT_LIB_EXEC_HOST_WAVE_H

#include <gpufft/transform.h>
#include <cstdint>

namespace gpufft {

/*!
 * \brief A DCT or DST, as transform.h defines it without scale: what its matrix is of
 *
 * The cosine, or the sine, of 2 pi (input_factor n + input_offset)
 * (output_factor k + output_offset) / order, times input_weight(), over
 * output_divisor().
 */
struct wave {
    std::int64_t order;
    int input_factor, input_offset;
    int output_factor, output_offset;
    bool is_sine;
};

wave wave_of(transform_kind k, std::int64_t length);

//! 2, or less of an input that is counted once.
double
input_weight(transform_kind of, bool orthogonalize, std::int64_t n, std::int64_t length);

//! Above 1 of an output whose row of the matrix is longer than the others.
double output_divisor(transform_kind of,
                      bool orthogonalize,
                      std::int64_t k,
                      std::int64_t length);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_HOST_WAVE_H */
