/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_TEST_SPECTRUM_H
#define INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_TEST_SPECTRUM_H

#include <gpufft/transform.h>
#include <complex>
#include <cstdint>
#include <random>
#include <vector>

namespace gpufft {

//! \brief The spectrum that a convolution is tested with: noise, of such a size that
//! outputs are as large as those of a DFT
struct test_spectrum {
    std::vector<double> taps;                  //!< as kernels take the spectrum
    std::vector<std::complex<double>> impulse; //!< what it is the DFT of

    //! None.
    test_spectrum() = default;
    //! For \p request, which is convolved.
    test_spectrum(const transform& request, std::mt19937& random);

    //! What input \p n of a row is multiplied by on its way to output \p k of \p request.
    std::complex<double>
    term(const transform& request, std::int64_t n, std::int64_t k) const;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_TEST_SPECTRUM_H */
