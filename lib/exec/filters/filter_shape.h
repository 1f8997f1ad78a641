/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FILTERS_FILTER_SHAPE_H
#define INCLUDED_GPUFFT_LIB_EXEC_FILTERS_FILTER_SHAPE_H

#include "plan/ir/power.h"
#include <gpufft/transform.h>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft {

//! What a FIR filter of a stream is asked for.
struct filter_request {
    std::vector<std::complex<double>>
        taps;                    //!< 1 .. MOST_TAPS, tap 0 for the newest sample
    std::int64_t decimation = 1; //!< every so many samples an output, from the first
    bool is_real = false;        //!< samples, outputs and taps are reals
    //! What complex samples are; of whole numbers full scale becomes 1.
    sample_kind samples = sample_kind::complex_float;
    //! Complex samples are mixed before the filter, so that what is around `center` comes
    //! to 0.
    bool is_mixed = false;
    double center = 0; //!< turns a sample
};

//! 2^24.
constexpr std::int64_t MOST_TAPS = std::int64_t(1) << 24;

/*!
 * \brief How a stream is cut into rows
 *
 * A row transforms `length` points. Point `first` is the first output's sample, and the
 * `hop` samples from there on are new: hop / decimation outputs. The next row begins hop
 * samples further. Points before `first` are of the row before: one less than there are
 * taps, at least.
 */
struct filter_shape {
    std::int64_t length = 1;
    std::int64_t first = 0;
    std::int64_t hop = 1;
    std::int64_t decimation = 1;
    bool is_real = false;
    bool is_mixed = false;
    sample_kind samples = sample_kind::complex_float; //!< where they are not real

    std::int64_t outputs() const { return hop / decimation; } //!< of a row
    std::int64_t most_taps() const { return first + 1; }
};

//! \throws plan_error  no taps, too many, one that is not finite, a decimation below 1,
//! or a center that is not finite
void validate(const filter_request& request);

/*!
 * \brief The shape that takes least time a sample, by a model
 *
 * On CPU devices a row costs length * log2(length) and some, more where its points and
 * the spectrum leave a cache, and less where decimation folds the way back; on GPUs its
 * way through memory. The outputs that it brings grow with its length.
 */
filter_shape choose_shape(const filter_request& request, bool is_cpu);

/*!
 * \brief The convolution that a row of \p s is
 *
 * Real samples are rows in pairs: the real parts are one row, the imaginary parts the
 * next (a planar transform whose planes lie a hop apart), which real taps keep apart.
 */
transform transform_of(const filter_shape& s);

/*!
 * \brief The transform_of() a shape that is mixed, with outputs turned as they are stored
 *
 * Mixer and filter are a filter around the center, and a turn of each output: output k of
 * row r is multiplied by complex(re, im), rows[r] and outputs[k], of which the first
 * turns back what is before the submission. At most MOST_TURNED_ROWS rows.
 */
transform turning_transform_of(const filter_shape& s);
constexpr std::int64_t MOST_TURNED_ROWS = 4096;

//! The DFT of the request's taps, at most s.most_taps() and around its center, as rows of
//! \p s are multiplied by.
std::vector<std::complex<double>> spectrum_of(const filter_request& request,
                                              const filter_shape& s);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FILTERS_FILTER_SHAPE_H */
