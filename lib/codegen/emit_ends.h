/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_EMIT_ENDS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_EMIT_ENDS_H

#include "codegen/dialect.h"
#include "codegen/source_writer.h"
#include "plan/pass.h"
#include <string>

/*!
 * The caller's ends of a transform, fused into a pass. An end that does more than copy
 * becomes a function of the kernel's text, load_point() or store_point(), so that the
 * stages read the same with and without it. A row is reached through a pointer to its
 * first element.
 */
namespace gpufft {

//! Loads do more than copy a complex value.
bool load_is_function(const pass& p);
bool store_is_function(const pass& p);

//! Elements that the input points to: "float2" or "float".
std::string input_type(const pass& p);

//! The functions that this pass' ends need; nothing where they only copy.
void emit_ends(source_writer& w, const dialect& d, const pass& p);

//! Expression that reads point \p n of the row `from`.
std::string load_expression(const pass& p, const std::string& n);

//! Statement that writes \p value as output \p k of the row `to`.
std::string
store_statement(const pass& p, const std::string& k, const std::string& value);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_EMIT_ENDS_H */
