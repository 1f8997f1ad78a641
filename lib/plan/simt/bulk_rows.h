/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMT_BULK_ROWS_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMT_BULK_ROWS_H

#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>

/*!
 * Rader's staged rows by bulk copies: a unit of the device moves them between global and
 * local memory, and work-items spend neither instructions nor registers on them. It moves
 * whole BULK_BYTES from multiples of them to multiples of them, so rows that begin at an
 * odd element are put into local memory an element further on, and a work-item moves the
 * element that is left over at either end of the run.
 */
namespace gpufft {

constexpr std::int64_t BULK_BYTES = 16;

//! A workgroup's rows are one run of elements of the input, and the load operation at
//! most exchanges parts: work-items do that when they take elements from local memory.
//! This is for rows that are staged for Rader's algorithm; for other passes, see
//! suits_bulk_tiles().
bool comes_in_bulk(const pass& p);
//! A workgroup's rows are staged for Rader's algorithm and are one run of elements of the
//! output, and the store operation at most exchanges parts.
bool leaves_in_bulk(const pass& p);

//! The elements of a workgroup's rows in the input (output), \p stride apart and rows at
//! \p distance, are one run.
bool are_one_run(const pass& p, std::int64_t stride, std::int64_t distance);

//! Devices that have clusters copy in bulk, too: a driver has words for both or neither.
bool has_bulk_copies(const device_limits& limits);

//! Takes bulk copies from the load and store operations of \p p that have no use for
//! them, or from both where the device has none.
void drop_unfit_bulk(pass& p, const device_limits& limits);

//! \p p copies in bulk, and its rows may begin at odd elements.
bool has_odd_rows(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMT_BULK_ROWS_H */
