/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_MATH_HOST_STAGES_H
#define INCLUDED_GPUFFT_LIB_MATH_HOST_STAGES_H

#include "math/lanes.h"
#include "math/roots.h"
#include <complex>
#include <cstddef>
#include <vector>

namespace gpufft {

/*!
 * \brief Stages of a forward DFT in double, with their twiddles: what fits a cache
 *
 * Stockham, mixed radix, decimation in frequency. Any length; a prime factor p costs p
 * operations a point.
 */
class host_stages
{
public:
    //! \param roots  of an order that \p length divides
    host_stages(std::size_t length, std::size_t order, const roots_of_order& roots);

    std::size_t length() const { return d_length; }

    //! The DFTs of \p x, as [points][\p beside], in \p a or \p b, which is returned; each
    //! has room for all of it, and \p b may be \p x.
    template <typename number>
    const complex_of<number>* operator()(const complex_of<number>* x,
                                         complex_of<number>* a,
                                         complex_of<number>* b,
                                         std::size_t beside = 1) const;

private:
    struct stage {
        std::size_t radix;
        std::size_t done;                        //!< product of the radices before
        std::vector<std::complex<double>> roots; //!< of order radix, where that is odd
        //! Twiddles of the butterflies of one DFT of the stage, but for the first one:
        //! radix - 1 of each.
        std::vector<std::complex<double>> twiddles;
    };

    std::size_t d_length;
    std::vector<stage> d_stages;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_MATH_HOST_STAGES_H */
