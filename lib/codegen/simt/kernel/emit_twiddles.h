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

//! Of a pass that convolves: those between stages after the butterflies of step \p i, on
//! the way back.
void emit_twiddles_back(simt_context& c, std::size_t i);

//! Of a pass that convolves: those before the pass once more, after its last step.
void emit_twiddles_after(simt_context& c);

//! Of a pass that convolves: the registers times the spectrum, parts exchanged.
void emit_spectrum(simt_context& c, std::size_t i);

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_KERNEL_EMIT_TWIDDLES_H */
