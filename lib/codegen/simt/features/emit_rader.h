/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_RADER_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_RADER_H

#include "codegen/simt/simt_context.h"
#include <string>

/*!
 * A SIMT pass that convolves by Rader. Its points are in the order of powers of a
 * generator, so that neighbouring work-items would read places all over the row. Where
 * rows are staged, they come and leave as they lie, through local memory behind the
 * exchange buffer, and the order is looked up there: once before the first step and once
 * after the last, to the same rows.
 */
namespace gpufft::simt {

//! Staged rows: from the input to local memory, ends with a barrier.
void emit_rows_load(simt_context& c);
//! From local memory to the output.
void emit_rows_store(simt_context& c);
//! An element of the staged rows: \p place, which may be empty, and `column`.
std::string row_place(const simt_context& c, const std::string& place);
//! The registers of step \p i, the first, from staged rows.
void emit_gather_points(simt_context& c, std::size_t i);
//! The registers of step \p i, the last, to staged rows.
void emit_scatter_points(simt_context& c, std::size_t i);
//! In the turnaround step, `k` being declared: stores X[0] in the staged row and declares
//! `zero`, what x[0] adds to register 0 after the spectrum.
void emit_staged_zero(simt_context& c, std::size_t i);

//! In the turnaround step of rows that are not staged, `k` being declared: where `k` is
//! 0, stores X[0], and does all to register 0: times the spectrum, plus x[0], parts
//! exchanged.
void emit_rader_zero(simt_context& c, std::size_t i);

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_RADER_H */
