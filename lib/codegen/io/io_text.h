/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_IO_IO_TEXT_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_IO_IO_TEXT_H

#include "codegen/io/place_text.h"
#include "codegen/text/dialect.h"
#include "codegen/text/source_writer.h"
#include "plan/ir/pass.h"
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief The load or store operation of a pass, as the emitters of its functions see it
 *
 * Knows how an element is spelled: what it is stored as, and where it lies.
 */
class io_text
{
public:
    using texts = std::vector<std::string>;

    static io_text load(source_writer& w, const dialect& d, const pass& p);
    static io_text store(source_writer& w, const dialect& d, const pass& p);

    source_writer& w;
    const dialect& d;
    const pass& p;
    const io_operation& op;

    std::size_t rank() const { return p.dimensions.size(); }
    //! The caller's length of the last dimension, whose kind the operation has.
    std::int64_t length() const { return p.dimensions.back().caller_length; }
    std::string real() const { return real_type(p); }
    std::string complex() const { return complex_type(p); }
    //! "0.5f" or "0.5" of \p digits "0.5".
    std::string number(const char* digits) const;

    //! Names of a function's index parameters: "n", or "n1", "n2" ... of several
    //! dimensions; "k" for stores.
    texts indices() const;
    //! The last of indices().
    std::string last_index() const { return indices().back(); }

    //! indices() with \p last for the last of them.
    texts indices_with(const std::string& last) const;
    //! Places along the dimensions that are the indices.
    std::vector<place_text> places() const;
    std::vector<place_text> places_with(const place_text& last) const;

    //! Places along the dimensions that the indices stand for; rotated ones are declared.
    texts emit_places() const;

    //! Parameters that point to elements of this operation, with \p suffix in their
    //! names.
    texts element_pointers(const char* suffix = "") const;
    //! element_pointers(), and what the expression takes.
    texts pointers() const;
    //! Parameters that most functions of this operation begin with: pointers, the line.
    texts pointers_and_line() const;
    //! Names of element_pointers() alone, and of pointers(): the arguments of a call in a
    //! function of the operation, or in the kernel.
    texts element_names() const;
    texts pointer_names() const;
    texts kernel_names() const;
    //! Names of what the expression takes, the pointer to the row's first element being
    //! \p origin.
    texts expression_names(const std::string& origin) const;
    std::string twiddles_parameter() const;

    /*!
     * Element of the row at \p places along the dimensions.
     *
     * Places that may fall below 0 are added to the pointer, and not to an index of 32
     * bits: of "to[line + 3 * (77 - 2 * k)]" for k, k + 8 ..., each under its own
     * condition, NVIDIA's compilers (13.0) make one address of the lowest, which wraps
     * for the k that it is not meant for, and add the rest to that in 64.
     *
     * A constant is taken from the index, as a signed number of 32 bits, which every
     * place of a row fits. Taken in 64 bits, from a pointer or an unsigned number, it is
     * all that NVRTC 11.8 to 12.4 leave: "*(from + line + m - 1)" for m = 2 * n + 1
     * becomes "from[-1]".
     */
    element_text at(const std::vector<place_text>& places) const;
    element_text at(const texts& places) const
    {
        return at(std::vector<place_text>(places.begin(), places.end()));
    }
    //! What is \p place along the last dimension away from a pointer.
    element_text along_last(const place_text& place) const;

    //! Elements between points along a dimension.
    std::int64_t stride(std::size_t dimension) const;
    std::string read_complex(const element_text& at) const;
    std::string read_real(const element_text& at) const;
    //! What is at \p address, text of a pointer.
    std::string read_real_at(const std::string& address) const;
    //! What is loaded as \p raw from \p at, through the expression.
    std::string loaded(const std::string& raw, const element_text& at) const;
    //! What is stored at \p at of \p value, through the expression.
    std::string stored(const std::string& value, const element_text& at) const;
    //! The statement that writes a real.
    std::string real_write(const element_text& at, const std::string& value) const;
    //! Writes a complex value, which is given the name where it is needed twice.
    void write_complex(const element_text& at,
                       const std::string& name,
                       const std::string& value) const;

    //! Elements 2n and 2n + 1 along the last dimension begin at an even one of the
    //! memory, next to each other, so that they come as one vector.
    bool has_aligned_pairs() const;
    //! Text that reads elements 2n and 2n + 1 along the last dimension as one complex
    //! value, and statements that write them, n being the last of indices(). The
    //! operation is one of reals.
    std::string read_pair() const;
    void write_pair(const std::string& value) const;

    //! Opens the function `type name(parameters)`.
    void open_function(const std::string& type,
                       const std::string& name,
                       const texts& parameters) const;
    void close_function() const;

private:
    io_text(source_writer& w, const dialect& d, const pass& p, bool is_load);

    void write_complex(const element_text& at, const std::string& value) const;
    std::string real_write_as_is(const element_text& at, const std::string& value) const;
    std::string read_real_as_is(const element_text& at) const;
    std::string read_complex_as_is(const element_text& at) const;
    std::string read_pair_as_is() const;
    void write_pair_as_is(const std::string& value) const;
    //! Arguments of load_value() or store_value() for the element \p at.
    texts value_arguments_at(const element_text& at) const;
    std::string pair_base() const;
    //! What \p place along dimension \p i adds to a pointer; "" where to an index.
    std::string added_to_pointer(const place_text& place, std::size_t i) const;
    //! In parentheses where it is multiplied.
    std::string grouped_at(const std::string& place, std::size_t i) const;

    bool d_is_load;
};

//! Elements that global memory holds for operation \p op: "float2", "half" ...
std::string element_type(const pass& p, const io_operation& op);

//! "a, b, c"
std::string joined(const std::vector<std::string>& parts);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_IO_IO_TEXT_H */
