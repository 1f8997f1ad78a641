/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_ROW_EXTENT_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_ROW_EXTENT_H

#include "plan/ir/pass_io_view.h"
#include <cstdint>
#include <vector>

/*!
 * Kernels find the row, and its part of the workspace, in 64 bits, and each element from
 * there on in 32 bits, twice as many for its parts. validate() sees to that in the
 * caller's memory; in the workspace, where points are padded, whoever makes or reads
 * passes does.
 */
namespace gpufft {

//! Elements from the row's first to the last one that \p s touches; the largest number
//! where it would overflow.
std::int64_t row_extent(const pass& p, const pass_io_view& s);

//! No side of \p passes has a row_extent() of more than MAX_ROW_EXTENT elements.
bool have_near_places(const std::vector<pass>& passes);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_ROW_EXTENT_H */
