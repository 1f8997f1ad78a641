/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_MATH_HOST_FFT_H
#define INCLUDED_GPUFFT_LIB_MATH_HOST_FFT_H

#include "math/host_stages.h"
#include "math/lanes.h"
#include "math/roots.h"
#include <complex>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace gpufft {

/*!
 * \brief y[k] = sum of x[n] exp(-2 pi i n k / N) in double, for tables and for who waits
 *
 * N = A B points are A rows of B. The columns are transformed a few at a time, a lane
 * each, and multiplied by exp(-2 pi i k1 n2 / N); then the rows are transformed. So
 * stages work in vectors, and in the cache whatever N is: there are two memory passes, on
 * several cores where N is long. Where N does not split, all stages take all points, one
 * by one.
 */
class host_fft_of_length
{
public:
    //! Any length; a prime factor p costs p operations a point.
    explicit host_fft_of_length(std::size_t length);

    //! In place; takes as much memory again. Safe from several threads.
    void operator()(std::complex<double>* x) const;

private:
    using wide = complex_of<lanes>;

    //! Transforms packs \p begin to \p end - 1 of the columns of \p x, and leaves them,
    //! times twiddles, in \p y as [tiles of k1][n2][packs of k1].
    void run_columns(const std::complex<double>* x,
                     wide* y,
                     std::size_t begin,
                     std::size_t end) const;
    //! Transforms rows, packs \p begin to \p end - 1 of k1, from \p y to \p x.
    void run_rows(const wide* y,
                  std::complex<double>* x,
                  std::size_t begin,
                  std::size_t end) const;

    std::size_t d_length;
    roots_of_order d_roots;
    std::optional<host_stages> d_along_columns; //!< nullopt: it does not split
    host_stages d_along_rows;
};

//! \return the DFT of \p x as host_fft_of_length makes it, for who has one row
std::vector<std::complex<double>> host_fft(std::vector<std::complex<double>> x);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_MATH_HOST_FFT_H */
