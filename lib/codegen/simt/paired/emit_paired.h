/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_PAIRED_EMIT_PAIRED_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_PAIRED_EMIT_PAIRED_H

#include "codegen/simt/simt_context.h"
#include "codegen/simt/simt_io.h"
#include <string>

/*!
 * Steps whose registers hold conjugate butterflies, plan/simt/conjugate_pairs.h: x0 ..
 * x{R-1} are those of butterfly `pair`, x{R} .. of butterfly `opposite`.
 */
namespace gpufft::simt {

//! Declares `pair`, and where there are two butterflies `opposite`. Of paired columns
//! that is the first one's first output, which stands for it, and `first` is its number.
void emit_pair_numbers(simt_context& c, std::size_t i);
//! Declares the output of the stage that a cluster shares out pairs of.
void emit_paired_output(simt_context& c, std::size_t i);
//! Number of the first butterfly.
std::string first_butterfly(const simt_context& c);
//! Declares `slot` and `opposite_slot`.
void emit_pair_slots(simt_context& c, std::size_t i);

//! Declares the registers of the first step, where the step has them to itself.
void emit_pair_registers(simt_context& c);
//! Declares the pointer to the caller's row of step \p i, which loads from it or stores
//! to it. \return where the row of the work-item begins
std::string emit_callers_row(simt_context& c, std::size_t i, pass_io io);

//! Rows come into local memory as they lie behind each other, and leave it.
void emit_paired_staging(simt_context& c);
void emit_paired_postprocess(simt_context& c);

//! Loads the registers of the first step.
void emit_paired_loads(simt_context& c);
//! Loads them from the bins of a c2r.
void emit_paired_bins(simt_context& c);
//! Loads, and stores, what a dct4 or dst4 has in neighbouring reals.
void emit_paired_dct4_loads(simt_context& c);
void emit_paired_dct4_stores(simt_context& c);
//! Stores those of the last step as the reals of a dct3 or dst3.
void emit_paired_reals(simt_context& c);
//! Stores what those of the last step give, pair by pair.
void emit_paired_stores(simt_context& c);

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_PAIRED_EMIT_PAIRED_H */
