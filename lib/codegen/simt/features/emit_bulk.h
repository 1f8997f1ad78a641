/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_BULK_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_BULK_H

#include "codegen/simt/simt_io.h"
#include <string>

/*!
 * Rader's rows by bulk copies (plan/simt/bulk_rows.h), as CUDA's PTX has them from sm_90
 * on. `row` and the pointer to it are declared before, `from` or `to`.
 */
namespace gpufft::simt {

//! Functions that the others call.
std::string bulk_helpers(const pass& p);

//! Declares `shift` where rows may begin at an odd element: so much further on they stand
//! in local memory.
void emit_shift(simt_context& c);

//! The condition that a bulk copy can move the rows of \p io; empty: it always can.
std::string fits_bulk(const simt_context& c, pass_io io);

//! The rows to local memory; ends with all of them there.
void emit_bulk_load(simt_context& c);

//! Said by every work-item before the barrier ahead of emit_bulk_store().
void emit_bulk_fence(simt_context& c);
void emit_bulk_store(simt_context& c);

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_BULK_H */
