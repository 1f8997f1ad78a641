/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_HOST_HOST_VIEW_H
#define INCLUDED_GPUFFT_LIB_EXEC_HOST_HOST_VIEW_H

#include "plan/request/io_view.h"
#include <gpufft/transform.h>
#include <array>
#include <complex>
#include <cstddef>
#include <vector>

namespace gpufft {

/*!
 * \brief Rows of the input or output in memory of the host, as numbers in double
 * precision
 *
 * Elements of a row count as in its loops and shape, slowest first and without gaps;
 * strides, rotations, planes and precision stay in here.
 */
class host_view
{
public:
    using points = std::vector<std::complex<double>>;

    host_view(const transform& packed, const side& s);

    points load(const std::array<const void*, 2>& arrays, std::size_t row) const;
    //! Stores \p scale times \p row; of real rows, the real parts alone.
    void store(const points& row,
               double scale,
               const std::array<void*, 2>& arrays,
               std::size_t row_number) const;

private:
    template <typename number>
    points load_numbers(const std::array<const void*, 2>& arrays, std::size_t row) const;
    template <typename number>
    void store_numbers(const points& row,
                       double scale,
                       const std::array<void*, 2>& arrays,
                       std::size_t row_number) const;

    std::vector<std::size_t> d_places; // numbers before each element in its array
    std::size_t d_distance;            // numbers from a row to the next
    precision d_number;
    bool d_is_real;
    bool d_is_planar;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_HOST_HOST_VIEW_H */
