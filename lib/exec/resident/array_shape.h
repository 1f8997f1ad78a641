/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_RESIDENT_ARRAY_SHAPE_H
#define INCLUDED_GPUFFT_LIB_EXEC_RESIDENT_ARRAY_SHAPE_H

#include "plan/request/io_view.h"
#include <gpufft/transform.h>
#include <cstdint>
#include <vector>

namespace gpufft {

//! Which bytes the elements of one array of a side have, from its first one on.
class array_shape
{
public:
    array_shape(const transform& packed, const side& s);

    //! From the first to behind the last element of \p rows rows.
    std::uint64_t bytes(std::uint64_t rows) const
    {
        return (rows - 1) * d_distance + d_row_bytes;
    }
    std::uint64_t element_bytes() const { return d_element_bytes; }

    /*!
     * \brief Elements of \p a at \p at_a and of \p b at \p at_b may share a byte
     *
     * False is certain. It is found for arrays behind each other and for arrays that take
     * turns: real and imaginary parts, neighbouring channels, rows, columns.
     */
    static bool may_share(const array_shape& a,
                          std::uint64_t at_a,
                          const array_shape& b,
                          std::uint64_t at_b,
                          std::uint64_t rows);

private:
    struct axis {
        std::uint64_t count = 1;
        std::uint64_t step = 0; //!< in bytes
    };

    //! From the first to behind the last element, along the axes whose steps are no
    //! multiples of \p period.
    std::uint64_t bytes_within(std::uint64_t period, std::uint64_t rows) const;

    std::vector<axis> d_axes; //!< of a row, with more than one element each
    std::uint64_t d_distance; //!< bytes from a row to the next
    std::uint64_t d_element_bytes;
    std::uint64_t d_row_bytes;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_RESIDENT_ARRAY_SHAPE_H */
