/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMT_BULK_ROWS_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMT_BULK_ROWS_H

#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>

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
//! So much for rows that are staged for Rader; for other passes, suits_bulk_tiles().
bool comes_in_bulk(const pass& p);
//! A workgroup's rows are staged for Rader and one run of elements of the output, of
//! which the store operation exchanges parts at most.
bool leaves_in_bulk(const pass& p);

//! Elements of a workgroup's rows at an end, \p stride apart and rows at \p distance, are
//! one run.
bool are_one_run(const pass& p, std::int64_t stride, std::int64_t distance);

//! Devices that have clusters copy in bulk, too: a driver has words for both or neither.
bool has_bulk_copies(const device_limits& limits);

//! Takes bulk copies from the ends of \p p that have no use for them, or from both where
//! the device has none.
void drop_unfit_bulk(pass& p, const device_limits& limits);

//! \p p copies in bulk, and its rows may begin at odd elements.
bool has_odd_rows(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMT_BULK_ROWS_H */
