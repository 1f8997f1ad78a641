/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_STAGES_EMIT_CONVOLUTION_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_STAGES_EMIT_CONVOLUTION_H

#include "codegen/simd/simd_context.h"

namespace gpufft::simd {

/*!
 * \brief The stages of a pass that convolves in the SIMD form, there and back
 *
 * The stages run in place over the stack buffer, or from columns that the first stage
 * loads. The stages there leave outputs in the order of their digits, and the spectrum
 * stands in that order, so the last of them, the spectrum and the first one back are one
 * step in registers. The stages back are those there transposed: each butterfly before
 * its twiddles.
 *
 * Leaves the points of the store operation in the stack buffer, in their natural order.
 */
void emit_convolution(simd_context& c);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_STAGES_EMIT_CONVOLUTION_H */
