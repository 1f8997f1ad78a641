/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_VECTOR_CODELET_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_VECTOR_CODELET_H

#include "codegen/simd/simd_context.h"

namespace gpufft::simd {

//! The codelet of \p radix from x{v}_re, x{v}_im to y{v}_re, y{v}_im.
void emit_vector_codelet(simd_context& c, int radix);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_VECTOR_CODELET_H */
