/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_CONSTANT_PLACES_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_CONSTANT_PLACES_H

#include "codegen/simt/simt_context.h"
#include <string>

/*!
 * Constant geometry (plan/ir/forms/constant_geometry.h): a work-item finds its points in
 * the same places of local memory in every step, and leaves them in the same others, so
 * both are computed once. Between the first and the last step, a step then needs nothing
 * of its digits but the entry of its twiddles.
 */
namespace gpufft::simt {

//! Declares `slot`, where every step finds its first point, and `next_slot`, where it
//! leaves that.
void emit_constant_places(simt_context& c);

//! Element of the exchange buffer that step \p i leaves a register in.
std::string next_slot_text(const simt_context& c, std::size_t i, int r, int f);

//! Step \p i takes points from global memory, or puts them there.
bool needs_numbers(const simt_context& c, std::size_t i);

//! Text of the table's entry that a work-item's twiddles of step \p i begin with: the
//! finished digits as they lie, which are the lowest.
std::string entry_text(const simt_context& c, std::size_t i);

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_CONSTANT_PLACES_H */
