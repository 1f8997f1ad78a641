/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_KERNEL_EMIT_STAGE_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_KERNEL_EMIT_STAGE_H

#include "codegen/simt/simt_context.h"
#include <cstddef>
#include <string>

namespace gpufft::simt {

//! Loads, twiddles and butterflies of step \p i, and its stores where it is the last. A
//! turnaround step takes the next one along.
void emit_step(simt_context& c, std::size_t i);

//! Opens the block of step \p i for the work-items that are active in it.
void open_step(simt_context& c, std::size_t i);

//! Declares what the work-item's number is made of in step \p i.
void emit_lanes(simt_context& c, std::size_t i);

//! From the registers of step \p i to those of the next, one part at a time.
void emit_split_exchange(simt_context& c, std::size_t i);

//! Element of the exchange buffer that a register of step \p i has, after emit_lanes()
//! and emit_slot().
std::string slot_text(const simt_context& c, std::size_t i, int r, int f);

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_KERNEL_EMIT_STAGE_H */
