/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_KERNEL_EMIT_TWIDDLES_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_KERNEL_EMIT_TWIDDLES_H

#include "codegen/simt/simt_context.h"
#include <cstddef>

namespace gpufft::simt {

//! Loads the twiddles of step \p i ahead of its points.
void emit_early_twiddles(simt_context& c, std::size_t i);

//! Twiddles on the registers of step \p i: those before the pass for the first step,
//! those between stages for the others.
void emit_twiddles(simt_context& c, std::size_t i);

//! Twiddles between stages on the way back of a pass that convolves, after the
//! butterflies of step \p i.
void emit_twiddles_back(simt_context& c, std::size_t i);

//! Twiddles after the last step of a pass that convolves: those before the pass once
//! more.
void emit_twiddles_after(simt_context& c);

//! Multiplies the registers of a pass that convolves by the spectrum and exchanges their
//! parts, after the butterflies of step \p i.
void emit_spectrum(simt_context& c, std::size_t i);

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_KERNEL_EMIT_TWIDDLES_H */
