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

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_SIMT_ROWS_H */
