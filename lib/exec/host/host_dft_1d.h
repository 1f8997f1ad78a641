/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_HOST_HOST_DFT_1D_H
#define INCLUDED_GPUFFT_LIB_EXEC_HOST_HOST_DFT_1D_H

#include "math/host_dft.h"
#include <gpufft/transform.h>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft {

/*!
 * \brief A transform along one dimension, computed by the host in double precision
 *
 * As transform.h defines each kind, without scale, window and rotations. Reals have no
 * imaginary part.
 */
class host_dft_1d
{
public:
    using points = std::vector<std::complex<double>>;

    //! Transforms along dimension \p d of \p request.
    host_dft_1d(const transform& request, std::size_t d);

    std::size_t inputs() const { return d_inputs; }
    std::size_t outputs() const { return d_outputs; }

    points operator()(points x) const;

    //! Points of the DFT that a transform of \p length points takes.
    static std::int64_t dft_length(transform_kind effective, std::int64_t length);

private:
    void weigh_trigonometric(bool orthogonalize);
    points trigonometric(const points& x) const;
    points real_from_bins(points x) const;

    transform_kind d_kind;
    bool d_is_inverse;
    std::size_t d_length;
    std::size_t d_inputs, d_outputs;
    host_dft d_dft;
    // What the inputs of a DCT or DST are multiplied by, and the outputs; and where the
    // first input and the first output stand in the DFT.
    points d_before, d_behind;
    std::size_t d_first_input = 0, d_first_output = 0;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_HOST_HOST_DFT_1D_H */
