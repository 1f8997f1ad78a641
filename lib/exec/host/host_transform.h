/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_HOST_HOST_TRANSFORM_H
#define INCLUDED_GPUFFT_LIB_EXEC_HOST_HOST_TRANSFORM_H

#include "exec/host/host_arrays.h"
#include "exec/host/host_dft_1d.h"
#include "exec/host/host_expression.h"
#include "exec/host/host_view.h"
#include <gpufft/transform.h>
#include <complex>
#include <cstddef>
#include <vector>

namespace gpufft {

//! Adds up the branches of \p x, whose elements lie \p length apart: rows with several
//! taps a branch become their points.
void fold_branches(std::vector<std::complex<double>>& x, std::int64_t length);

/*!
 * \brief Rows computed by the host, in double precision, while kernels are compiled
 *
 * Any transform, a dimension after the other, whose rows do not take too long.
 */
class host_transform
{
public:
    //! A row takes at most some 100 ms.
    static bool can(const transform& request);

    //! \param request  one that it can
    //! \param taps   of a window, one a point, or none; of a convolution its spectrum, as
    //! plan/request/taps.h has it
    //! \param given  what the expressions name, where there are some
    host_transform(const transform& request,
                   std::vector<double> taps,
                   std::shared_ptr<const argument_values> given = nullptr);

    //! Returns when the outputs are there. Outputs may overwrite inputs: all are read
    //! first, as by kernels. Safe from several threads.
    //! \param first_row  number of the first one, for expressions
    void operator()(const host_arrays& arrays,
                    std::size_t rows,
                    std::int64_t first_row = 0) const;

private:
    using points = std::vector<std::complex<double>>;

    points convolved(points x) const;
    points transformed(points x) const;
    points along(std::size_t d, points x) const;
    void compute(const host_arrays& arrays, std::size_t rows, std::int64_t first) const;

    transform d_request; // packed
    double d_scale;
    std::vector<double> d_taps;
    host_view d_in, d_out;
    host_expression d_load, d_store;
    std::vector<host_dft_1d> d_lines; // of each dimension
    bool d_goes_backwards;            // from the last dimension to the first
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_HOST_HOST_TRANSFORM_H */
