/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_MATH_HOST_DFT_H
#define INCLUDED_GPUFFT_LIB_MATH_HOST_DFT_H

#include "math/host_fft.h"
#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft {

/*!
 * \brief host_fft() of many rows, with large prime factors as quick as without
 *
 * Where a factor is above 31, the rows are convolved with a chirp (Bluestein), padded to
 * a power of two.
 */
class host_dft
{
public:
    using points = std::vector<std::complex<double>>;

    explicit host_dft(std::int64_t length);

    //! y[k] = sum of x[n] exp(-2 pi i n k / N). Safe from several threads.
    points operator()(points x) const;

    //! Points that go through host_fft() for a row of \p length: as many, or padded ones
    //! there and back.
    static std::int64_t fft_points(std::int64_t length);

private:
    std::size_t d_length;
    host_fft_of_length d_fft; // of the padded length
    points d_chirp;           // exp(-pi i n^2 / N); none: nothing is convolved
    points d_spectrum;        // of the chirp that the rows are convolved with
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_MATH_HOST_DFT_H */
