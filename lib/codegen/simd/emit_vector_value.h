/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_VECTOR_VALUE_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_VECTOR_VALUE_H

#include "codegen/simd/simd_context.h"
#include <string>

/*!
 * The caller's expressions in vector kernels: load_values() and store_values() change the
 * vectors of elements that were loaded, or of outputs before they are stored, in place.
 * Lanes are neighbouring places of a row, or rows, as the kernel's are.
 */
namespace gpufft::simd {

//! The functions of the pass' expressions, before the kernel.
void emit_value_functions(simd_context& c);

//! What a call changes: texts of pointers to vectors.
struct changed_vectors {
    std::string re;
    std::string im = ""; //!< "": elements are real, and what becomes of them
};

//! The call for the elements at \p place and after of row \p row of the pass: of each of
//! the neighbouring rows the one at \p place where lanes are rows. Nothing where there is
//! no expression.
void emit_load_values(simd_context& c,
                      const changed_vectors& of,
                      const std::string& place,
                      const std::string& row);
void emit_store_values(simd_context& c,
                       const changed_vectors& of,
                       const std::string& place,
                       const std::string& row);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_VECTOR_VALUE_H */
