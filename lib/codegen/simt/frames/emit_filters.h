/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FRAMES_EMIT_FILTERS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FRAMES_EMIT_FILTERS_H

#include "codegen/simt/simt_context.h"

/*!
 * Kernels in which some work-items filter frames while others transform those before
 * (plan/ir/forms/filter_items.h). A subgroup of the latter waits at its barrier `full`
 * until the filter items have left its rows in local memory; they wait at its barrier
 * `empty` until it has taken these into registers.
 */
namespace gpufft::simt {

//! Functions that the kernel takes.
std::string filter_helpers();

//! What the filter items do, from the head of the kernel on; then opens the loop over the
//! workgroup's tiles, `group`, in which other work-items go through the stages.
void open_filtered_tiles(simt_context& c);

//! The points of the rows are in registers: the rows are for the next frames.
void emit_rows_taken(simt_context& c);

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FRAMES_EMIT_FILTERS_H */
