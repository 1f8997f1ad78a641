/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_KERNEL_EMIT_POWER_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_KERNEL_EMIT_POWER_H

#include "codegen/simt/simt_context.h"

/*!
 * A SIMT pass that stores power: its stages stand inside a loop over the frames of its
 * rows, and a register of the last step accumulates the powers of its bin in s0, s1 ...
 *
 * Rows of one workgroup may be of unlike many frames. All of them go through the loop as
 * often as the longest row does, since they meet at barriers; beyond its last frame a row
 * loads that again and accumulates nothing.
 */
namespace gpufft::simt {

//! Declares the accumulators, and opens the loop.
void open_frames(simt_context& c);
//! Adds the powers of the registers of the last step.
void emit_accumulate(simt_context& c, std::size_t i);
//! Closes the loop and stores what was accumulated.
void close_frames(simt_context& c);

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_KERNEL_EMIT_POWER_H */
