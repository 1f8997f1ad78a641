/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_IO_EMIT_IO_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_IO_EMIT_IO_H

#include "codegen/text/dialect.h"
#include "codegen/text/source_writer.h"
#include "plan/ir/pass.h"
#include "plan/simt/io_tables.h"
#include <string>
#include <vector>

/*!
 * The load and store operations of a pass, plan/ir/io_operations.h, as text. An operation
 * that does more than copy becomes functions of the kernel, load_point(), store_point()
 * or store_mirrored(), so that the text of the stages is one with and without it.
 *
 * The kernel has pointers `from` and `to` to the first element of the row, of planar
 * elements `from_re`, `from_im`, `to_re` and `to_im`, and its arguments `twiddles`, and
 * where the pass asks for them `window`, `indices` and `scale`.
 */
namespace gpufft {

//! Where a point of the inner DFT is, as expressions of the kernel.
struct point_text {
    std::string address; //!< its element in the row, where the operation is not indexed
    std::string line;    //!< the element that the dimensions' indices are counted from
    std::vector<std::string> index; //!< of a DFT point, for each dimension of the pass
};

//! The load (store) operation does more than copy a complex value.
bool load_is_function(const pass& p);
bool store_is_function(const pass& p);

//! Elements that the input (output) points to: "float2", "double", "half", "short2" ...
std::string input_type(const pass& p);
std::string output_type(const pass& p);

//! Functions that the load and store operations of \p p need; nothing where they only
//! copy.
void emit_io(source_writer& w, const dialect& d, const pass& p, const io_tables& t);

//! Expression that loads a point.
std::string load_expression(const pass& p, const point_text& point);

//! Expression that loads the sample at \p address, a number, of frames that slide
//! (plan/ir/forms/sliding_frames.h).
std::string sample_expression(const pass& p, std::int64_t address);

//! Statement that stores \p value, where the store operation needs no pairs.
std::string
store_statement(const pass& p, const point_text& point, const std::string& value);

//! Statement that stores all outputs that belong to index k alone, from outputs \p z of k
//! and \p mirror of -k of the inner DFT. Over all k each output is written exactly once.
std::string store_pair_statement(const pass& p,
                                 const std::string& line,
                                 const std::vector<std::string>& index,
                                 const std::string& z,
                                 const std::string& mirror);

//! Expression that loads point 0 of the inner DFT, and statement that stores \p value as
//! its output 0, for a convolution by Rader, which has neither among its points.
std::string load_first_expression(const pass& p, const std::string& line);
std::string
store_first_statement(const pass& p, const std::string& line, const std::string& value);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_IO_EMIT_IO_H */
