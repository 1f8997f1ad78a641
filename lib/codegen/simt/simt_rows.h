/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_SIMT_ROWS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_SIMT_ROWS_H

#include "codegen/simt/simt_context.h"

//! What tells a workgroup the row or frame that it is at.
namespace gpufft::simt {

//! Declares `from`, the row of the tile in local memory.
void emit_row_in_tile(simt_context& c);

//! Declares `frame`, the number of the frame that the lane's row is at.
void emit_frame(simt_context& c);

bool has_one_row(const simt_context& c);

//! The function afresh(), for loops over frames: numbers that the compiler does not know
//! beforehand, so that it leaves loads that depend on them within the loop.
void emit_afresh(simt_context& c);

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_SIMT_ROWS_H */
