/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_MEMORY_ROW_COPY_H
#define INCLUDED_GPUFFT_LIB_EXEC_MEMORY_ROW_COPY_H

#include "plan/request/io_view.h"
#include <gpufft/transform.h>
#include <cstddef>
#include <vector>

namespace gpufft {

/*!
 * \brief Copies the elements of rows between two arrays of one layout
 *
 * What lies between the elements is neither read nor written: it may be other people's,
 * and rows of other submissions may lie there.
 */
class row_copy
{
public:
    //! Copies one array of \p s; where \p s is planar, each of its two arrays takes a
    //! copy of its own.
    row_copy(const transform& packed, const side& s);

    //! From the first to behind the last element of \p rows rows.
    std::size_t bytes(std::size_t rows) const;
    //! From a row to the next.
    std::size_t row_bytes() const { return d_distance * d_element_bytes; }

    //! Nothing lies between the elements.
    bool is_one_run(std::size_t rows) const;

    void operator()(void* to, const void* from, std::size_t rows) const;

private:
    std::vector<view_axis> runs_of(std::size_t rows) const;

    std::vector<view_axis> d_row; //!< loops and dimensions
    std::size_t d_distance;       //!< elements between rows
    std::size_t d_element_bytes;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_MEMORY_ROW_COPY_H */
