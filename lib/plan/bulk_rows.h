/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_BULK_ROWS_H
#define INCLUDED_GPUFFT_LIB_PLAN_BULK_ROWS_H

#include "plan/pass.h"

/*!
 * Rader's staged rows by bulk copies: a unit of the device moves them between global and
 * local memory, and work-items spend neither instructions nor registers on them. It moves
 * whole BULK_BYTES from multiples of them to multiples of them, so rows are put into
 * local memory an element further on where they begin at an odd one, and the element that
 * is left over at one of the ends is moved by a work-item.
 */
namespace gpufft {

constexpr std::int64_t BULK_BYTES = 16;

//! A workgroup's rows are one run of elements of the input, of which the load operation
//! exchanges parts at most: work-items do that when they take them from local memory.
bool comes_in_bulk(const pass& p);
//! Likewise of the output.
bool leaves_in_bulk(const pass& p);

//! Takes bulk copies from the ends of \p p that have no use for them.
void drop_unfit_bulk(pass& p);

//! \p p copies in bulk, and its rows may begin at odd elements.
bool has_odd_rows(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_BULK_ROWS_H */
