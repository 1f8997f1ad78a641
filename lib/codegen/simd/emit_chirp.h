/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_CHIRP_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_CHIRP_H

#include "codegen/simd/simd_context.h"
#include <string>

//! Bluestein's load and store operations in the SIMD form, where lanes are neighbouring
//! points. A vector may be cut by the end of the row, which is of any length.
namespace gpufft::simd {

//! Functions that the load and store operations of c.p call, where they multiply by the
//! chirp.
void emit_chirp_functions(simd_context& c);

//! Declares the vectors x{v}_re and x{v}_im of point \p j of the pass: times the chirp,
//! zero beyond the row.
void emit_chirp_load(simd_context& c, int v, const std::string& j);

//! Stores y{v} as output \p k of the pass, where the row has it.
void emit_chirp_store(simd_context& c, int v, const std::string& k);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_CHIRP_H */
