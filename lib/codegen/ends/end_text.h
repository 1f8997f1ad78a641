/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_ENDS_END_TEXT_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_ENDS_END_TEXT_H

#include "codegen/text/dialect.h"
#include "codegen/text/source_writer.h"
#include "plan/ir/pass.h"
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief One end of a pass, as the emitters of its functions see it
 *
 * Knows how an element is spelled: what it is stored as, and where it lies.
 */
class end_text
{
public:
    using texts = std::vector<std::string>;

    static end_text load(source_writer& w, const dialect& d, const pass& p);
    static end_text store(source_writer& w, const dialect& d, const pass& p);

    source_writer& w;
    const dialect& d;
    const pass& p;
    const end_operation& end;

    std::size_t rank() const { return p.dimensions.size(); }
    //! Of the dimension whose kind the end has: the last.
    std::int64_t length() const { return p.dimensions.back().caller_length; }
    std::string real() const { return real_type(p); }
    std::string complex() const { return complex_type(p); }
    //! "0.5f" or "0.5" of \p digits "0.5".
    std::string number(const char* digits) const;

    //! Names of a function's index parameters: "n", or "n1", "n2" ... of several
    //! dimensions; "k" for stores.
    texts indices() const;
    //! The last of them.
    std::string last_index() const { return indices().back(); }

    //! indices() with \p last for the last of them.
    texts indices_with(const std::string& last) const;

    //! Places along the dimensions that the indices stand for; rotated ones are declared.
    texts emit_places() const;

    //! Parameters every function of this end begins with: pointers, the line.
    texts pointers_and_line() const;
    //! Their names: the arguments.
    texts pointer_names() const;
    std::string twiddles_parameter() const;

    //! Element of the row at \p places along the dimensions.
    std::string at(const texts& places) const;
    std::string at(const std::string& place) const { return at(texts{ place }); }

    //! Elements between points along a dimension.
    std::int64_t stride(std::size_t dimension) const;
    std::string read_complex(const std::string& at) const;
    std::string read_real(const std::string& at) const;
    //! The statement that writes a real.
    std::string real_write(const std::string& at, const std::string& value) const;
    //! Writes a complex value, which is given the name where it is needed twice.
    void write_complex(const std::string& at,
                       const std::string& name,
                       const std::string& value) const;

    //! Elements 2n and 2n + 1 along the last dimension begin at an even one of the
    //! memory, next to each other, so that they come as one vector.
    bool has_aligned_pairs() const;
    //! Those elements, n being indices() and the end one of reals.
    std::string read_pair() const;
    void write_pair(const std::string& value) const;

    //! Opens the function `type name(parameters)`.
    void open_function(const std::string& type,
                       const std::string& name,
                       const texts& parameters) const;
    void close_function() const;

private:
    end_text(source_writer& w, const dialect& d, const pass& p, bool is_load);

    void write_complex(const std::string& at, const std::string& value) const;
    std::string pair_base() const;

    bool d_is_load;
};

//! Elements that global memory holds at \p end: "float2", "half" ...
std::string element_type(const pass& p, const end_operation& end);

//! "a, b, c"
std::string joined(const std::vector<std::string>& parts);

//! In parentheses where it is more than a word.
std::string grouped(const std::string& expression);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_ENDS_END_TEXT_H */
