/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_EMIT_NUMBERS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_EMIT_NUMBERS_H

#include "codegen/text/source_writer.h"
#include "plan/ir/pass.h"
#include <string>

/*!
 * Numbers in the caller's memory as vectors of those that a pass computes with. Where
 * they are stored as something else, macros convert `lanes` neighbours, LOAD_INPUT,
 * STORE_OUTPUT and STREAM_OUTPUT, or a single one, INPUT, with the arguments of LOAD,
 * STORE and STREAM.
 */
namespace gpufft {

//! What a number of the input is stored as: "float", "double", "half", "short", "char",
//! "uchar".
std::string input_number(const pass& p);

//! What a number of the output is stored as: "float", "double", "half".
std::string output_number(const pass& p);

//! The macros, before the kernel; nothing where numbers are stored as they are computed
//! with.
void emit_numbers(source_writer& w, const pass& p);

//! Text of the vector that begins at \p address of the input.
std::string input_vector(const pass& p, const std::string& address);

//! Text of number \p index of those at \p pointer into the input.
std::string
input_scalar(const pass& p, const std::string& pointer, const std::string& index);

//! The macro that stores a vector into the output.
const char* output_store(const pass& p);

//! The macro of a non-temporal store of a vector into the output.
const char* output_stream(const pass& p);

//! Statement that stores \p value as number \p index of those at \p pointer into the
//! output.
std::string output_scalar(const pass& p,
                          const std::string& pointer,
                          const std::string& index,
                          const std::string& value);


} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_EMIT_NUMBERS_H */
