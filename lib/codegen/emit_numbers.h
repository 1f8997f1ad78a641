/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_EMIT_NUMBERS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_EMIT_NUMBERS_H

#include "codegen/source_writer.h"
#include "plan/pass.h"
#include <string>

/*!
 * Numbers in the caller's input as vectors of those that a pass computes with: where
 * they are stored as something else, the macros LOAD_INPUT, of `lanes` neighbours, and
 * INPUT, of a single one, convert them.
 */
namespace gpufft {

//! What a number of the input is stored as: "float", "double", "short", "char", "uchar".
std::string input_number(const pass& p);

//! The macros, before the kernel; nothing where numbers are stored as they are computed
//! with.
void emit_input_numbers(source_writer& w, const pass& p);

//! Text of the vector that begins at \p address of the input.
std::string input_vector(const pass& p, const std::string& address);

//! Text of the number \p stored of the input.
std::string input_scalar(const pass& p, const std::string& stored);

//! Bytes of a number of the input.
std::int64_t input_number_bytes(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_EMIT_NUMBERS_H */
