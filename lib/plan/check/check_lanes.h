/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_CHECK_CHECK_LANES_H
#define INCLUDED_GPUFFT_LIB_PLAN_CHECK_CHECK_LANES_H

#include "plan/ir/pass.h"
#include <cstdint>

/*!
 * Whether the dimensions, the columns and the load and store operations of a pass suit
 * what its lanes are, a function for each kind. All throw plan_error.
 */
namespace gpufft {

//! A stack buffer of \p vectors vectors is no more than a work-item has.
void check_buffer_size(const pass& p, std::int64_t vectors);
void check_buffer_size(const pass& p, std::int64_t vectors, std::int64_t most);

//! A side of \p p is rotated.
bool is_turned(const pass& p);
//! The stages go through the dimensions in order, and cover each dimension.
bool covers_dimensions(const pass& p);
//! Checks several dimensions, all in one pass.
void check_whole_dimensions(const pass& p);

//! Checks lanes that are points of one row: length = lanes times vectors.
void check_point_lanes(const pass& p);
//! Checks lanes that are points of the last of several dimensions.
void check_vector_dimensions(const pass& p);
//! Checks lanes that are rows, or several short rows each.
void check_row_lanes(const pass& p);
//! Checks lanes that are N-d rows.
void check_nd_row_lanes(const pass& p);
//! Checks lanes that are columns.
void check_column_lanes(const pass& p);
//! Checks lanes that are columns of reals; the last tile may have fewer.
void check_real_column_lanes(const pass& p);
//! Checks lanes that are columns, convolved from load to store.
void check_convolved_columns(const pass& p);
//! Checks lanes that are columns of N-d rows, whose outputs follow one another.
void check_nd_row_columns(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_CHECK_CHECK_LANES_H */
