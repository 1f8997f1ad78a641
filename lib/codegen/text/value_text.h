/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_VALUE_TEXT_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_VALUE_TEXT_H

#include "codegen/text/dialect.h"
#include "codegen/text/source_writer.h"
#include "plan/ir/pass.h"
#include <functional>
#include <string>
#include <vector>

namespace gpufft {

//! A value of a kernel: texts of its parts. A real one has no imaginary part.
struct value_parts {
    std::string re, im;
};

//! What an expression's value is computed from, and in which form.
struct value_context {
    source_writer& w;
    const dialect& d;
    const pass& p;
    const fused_expression& e;
    //! "float", "double" or "vec", whose `lanes` values are computed at once.
    std::string type;
    int lanes = 1;
    //! Functions vector_log() and vector_log10() are declared, and faster than log().
    bool has_vector_logarithms = false;
    std::vector<value_parts> elements = {}; //!< one, of a load or store expression
    //! Text of the index along dimension \p d in lane number \p lane, an unsigned number.
    std::function<std::string(int d, int lane)> index = nullptr;
    std::function<std::string(int lane)> row = nullptr;
    //! The index is the same in all lanes.
    std::function<bool(int d)> is_uniform_index = [](int) { return true; };
    bool is_uniform_row = true;
    //! Vectors of the elements of buffer \p name from the index \p first on, one a lane
    //! in the order of the lanes, where index() rises so from lane to lane. Null: it does
    //! not.
    std::function<value_parts(
        const std::string& name, const std::string& first, bool is_complex)>
        run = nullptr;
};

//! Name of an argument in a kernel: no word of the language, nor of the kernel's.
std::string name_in_kernel(const expression_argument& a);

//! Parameters and arguments of the functions that compute \p e: buffers and numbers.
std::vector<std::string>
value_parameters(const fused_expression& e, const dialect& d, const pass& p);
std::vector<std::string> value_arguments(const fused_expression& e);

//! A parameter of a kernel or of a function of it.
std::string value_parameter(const expression_argument& a,
                            const dialect& d,
                            const pass& p,
                            const char* star);

//! Declares what the expression of \p c is computed from.
//! \return its value; complex with both parts, real with the first alone
value_parts emit_value(const value_context& c);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_VALUE_TEXT_H */
