/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_HOST_TRANSFORM_H
#define INCLUDED_GPUFFT_LIB_EXEC_HOST_TRANSFORM_H

#include "exec/host_arrays.h"
#include "math/roots.h"
#include <gpufft/transform.h>
#include <complex>
#include <cstddef>
#include <vector>

namespace gpufft {

/*!
 * \brief Rows computed by the host, in double precision, while kernels are compiled
 *
 * c2c, r2c and c2r of one dimension whose length host_fft() is quick with: one core takes
 * 10 to 30 million points a second, a half of that where a side is real.
 */
class host_transform
{
public:
    static bool can(const transform& what);

    //! \param what  one that it can
    //! \param taps  of a window, one a point, or none
    host_transform(const transform& what, std::vector<double> taps);

    //! Returns when the outputs are there. Safe from several threads.
    void operator()(const host_arrays& arrays, std::size_t rows) const;

private:
    using points = std::vector<std::complex<double>>;

    template <typename number>
    void run(const host_arrays& arrays, std::size_t rows) const;
    template <typename number>
    points load(const number* row) const;
    template <typename number>
    void store(const points& y, number* row) const;

    transform d_what; //!< with strides and distances
    std::vector<double> d_taps;
    double d_scale;
    std::size_t d_length;
    roots_of_order d_roots;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_HOST_TRANSFORM_H */
