/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_IO_EMIT_VALUE_FUNCTION_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_IO_EMIT_VALUE_FUNCTION_H

#include "codegen/io/io_text.h"
#include <string>
#include <vector>

/*!
 * The caller's expressions as functions of a kernel: load_value(), what an element that
 * was loaded becomes, and store_value(), what becomes of an output before it is stored.
 * Indices are computed from the element's place in the row, which every load and store
 * operation knows; the compiler takes that apart again.
 */
namespace gpufft {

//! load_value() or store_value() of an operation that has an expression; else nothing.
void emit_value_function(const io_text& t);

//! The expression of \p p needs the place of an element in its row; the row's number.
bool needs_place(const fused_expression& e);
bool needs_row(const fused_expression& e, const pass& p);

//! The kernel's name for the pointer to the row's first element of the input (output).
const char* origin_name(bool is_load);

//! Declares what indices along the dimensions \p place, elements from the row's first
//! one, stands for, their names beginning with \p prefix. \return their texts
std::vector<std::string> emit_indices(source_writer& w,
                                      const fused_expression& e,
                                      const std::string& place,
                                      const std::string& prefix);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_IO_EMIT_VALUE_FUNCTION_H */
