/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_HOST_HOST_ARRAYS_H
#define INCLUDED_GPUFFT_LIB_EXEC_HOST_HOST_ARRAYS_H

#include <gpufft/transform.h>
#include <array>
#include <cstddef>

namespace gpufft {

//! Rows in memory of the caller. A planar side has its real parts in the first array
//! and its imaginary parts in the second; other sides have just the first.
struct host_arrays {
    std::array<const void*, 2> in = {};
    std::array<void*, 2> out = {};

    //! These arrays from row \p row of \p t on.
    host_arrays from_row(const transform& t, std::size_t row) const;
};

//! Arrays that a side of \p t has: 1, or 2 where it is planar.
std::size_t planes_of(complex_layout layout);

//! Bytes that the first \p rows rows of \p t reach in an array of the input.
std::size_t input_plane_bytes(const transform& t, std::size_t rows);

//! \p rows rows have a byte of an input that is a byte of an output as well.
bool some_input_is_overwritten(const transform& t,
                               const host_arrays& arrays,
                               std::size_t rows);

//! Who writes one of \p rows rows before all are read may change one that is read later.
bool overwrites_later_rows(const transform& t,
                           const host_arrays& arrays,
                           std::size_t rows);

//! \p rows rows share no byte between any two of the arrays.
bool are_separate(const transform& t, const host_arrays& arrays, std::size_t rows);

/*!
 * \throws plan_error  an array is missing; or outputs would overwrite inputs of rows
 *                     that are read later, where at most \p together rows are read
 *                     before the first is written
 */
void check_arrays(const transform& t,
                  const host_arrays& arrays,
                  std::size_t rows,
                  std::size_t together);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_HOST_HOST_ARRAYS_H */
