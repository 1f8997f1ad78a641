/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_SIMT_IO_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_SIMT_IO_H

#include "codegen/io/emit_io.h"
#include "codegen/simt/simt_context.h"
#include <string>
#include <vector>

/*!
 * Where the load and store operations of a SIMT pass find a point: the pointer to its
 * row, and inside that an element, or the index along each dimension where the operation
 * asks for it.
 */
namespace gpufft::simt {

enum class pass_io { input, output };

//! Declares the numbers that \p of is made of, lowest first.
void emit_numbers(simt_context& c, const char* of, const std::vector<atom>& atoms);

//! The kernel's name for the output of earlier passes that a column stands for.
const char* column_name(const simt_context& c);

/*!
 * Declares `row` and the pointers to the first element of it. The numbers that tell rows
 * and columns apart are declared before; those beyond the last are loaded from the last.
 */
void emit_input_row(simt_context& c);
void emit_output_row(simt_context& c);

//! The pointers alone, `row` being declared.
void emit_row_pointers(simt_context& c);
void emit_input_pointers(simt_context& c);
void emit_output_pointers(simt_context& c);

//! Moves the pointers of \p io on by \p elements.
void emit_advance(simt_context& c, pass_io io, const std::string& elements);

//! The condition that a row or column is not beyond the last; empty: it cannot be.
std::string is_within(const simt_context& c);

//! The element that register 0 of step \p i is, of an operation that is not indexed.
std::string first_text(const simt_context& c, std::size_t i, pass_io io);

//! Finds register 0 of step \p i: moves the pointers there, or declares `line` and
//! `index`.
void emit_first(simt_context& c, std::size_t i, pass_io io);

//! Register (point \p r of butterfly \p f) of step \p i, after emit_first().
point_text register_point(const simt_context& c, std::size_t i, pass_io io, int r, int f);

//! The point that \p atoms number, without anything declared.
point_text point_of(const simt_context& c, pass_io io, const std::vector<atom>& atoms);

//! Stores the registers of the last step, but those beyond the last row or column.
void emit_stores(simt_context& c, std::size_t i, bool parts_are_exchanged);

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_SIMT_IO_H */
