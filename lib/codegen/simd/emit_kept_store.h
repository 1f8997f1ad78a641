/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_KEPT_STORE_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_KEPT_STORE_H

#include "codegen/simd/simd_context.h"
#include <string>

//! The store operation of a convolution of whose points some are kept
//! (store_operation::kept), where lanes are neighbouring points in the SIMD form. A
//! vector may be cut by the first or the last point that is kept.
namespace gpufft::simd {

//! Function store_kept(), where c.p keeps some points.
void emit_kept_function(simd_context& c);

//! Stores those of y{v} that are kept: points \p n and after of those that the fold
//! leaves.
void emit_kept_store(simd_context& c, int v, const std::string& n);

//! Stores those of y{v} that are kept, where lanes are columns: output \p k of the pass.
void emit_kept_column_store(simd_context& c, int v, const std::string& k);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_KEPT_STORE_H */
