/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_SYNTHESIZERS_SYNTHESIZER_SHAPE_H
#define INCLUDED_GPUFFT_LIB_EXEC_SYNTHESIZERS_SYNTHESIZER_SHAPE_H

#include <gpufft/transform.h>
#include <cstdint>
#include <vector>

namespace gpufft {

//! What a synthesizer is asked for: M samples out for one of each channel.
struct synthesizer_request {
    std::vector<double> taps;  //!< of the prototype filter
    std::int64_t channels = 1; //!< M
    bool is_doubled = false;   //!< 2 M channels, each at twice the rate of its width
};

//! \throws plan_error  no channels, or too many, an odd number that is to be doubled; no
//! taps, or too many, or one that is not finite
void validate(const synthesizer_request& request);

/*!
 * \brief The rows of a synthesizer and the samples that they make
 *
 * Of N points, row r is a sample of each channel, s[r][c], and adds to the output
 *
 *     y[t] = sum over r of taps[t - r M] v[r][(t + N - M) mod N],
 *     v[r][n] = sum over c of s[r][c] exp(2 pi i n c / N)
 *
 * with taps of numbers below 0 and above the last 0: each channel's samples are spread M
 * apart, filtered by the taps, and moved to c / N of the output's rate.
 */
struct synthesizer_shape {
    std::int64_t channels = 1; //!< M, outputs for a row
    std::int64_t points = 1;   //!< N: M, or 2 M

    explicit synthesizer_shape(const synthesizer_request& request);

    //! Point of v that the first of output samples r M .. r M + M - 1 comes from.
    std::int64_t first_point(std::int64_t r) const
    {
        return ((r + 1) * channels) % points;
    }
};

//! The transform of a row of \p s: inverse, and not scaled.
transform transform_of(const synthesizer_shape& s);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_SYNTHESIZERS_SYNTHESIZER_SHAPE_H */
