/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_REQUEST_FUSED_EXPRESSION_H
#define INCLUDED_GPUFFT_LIB_PLAN_REQUEST_FUSED_EXPRESSION_H

#include "plan/expression/node.h"
#include <gpufft/transform.h>
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft {

//! An argument of a transform that an expression uses.
struct used_argument {
    int number = 0; //!< among the transform's
    expression_argument argument;
};

/*!
 * \brief The load or store expression of a transform, as its first or last pass computes
 * it
 *
 * A pass knows the caller's element by its place in the row, in elements from the row's
 * first one. Places are numbers in mixed radix of the axes of that side: the axis with
 * the greatest stride is the first digit.
 */
struct fused_expression {
    //! Loops and dimensions of more than one element, the greatest stride first.
    struct digit {
        std::int64_t count = 1;
        std::int64_t stride = 1;
        std::int64_t rotation = 0; //!< index n lies at (n + rotation) mod count
        int dimension = -1;        //!< of the transform; negative: a loop
    };

    bool is_load = true;
    node_pointer value;
    std::string text;                     //!< as it would be parsed again
    std::vector<used_argument> arguments; //!< that it uses, in the transform's order
    std::vector<digit> digits;
    std::vector<std::int64_t> counts; //!< elements along each dimension
    bool has_real_element = false;    //!< of what is loaded, or what the transform makes
    bool has_real_result = false;     //!< wanted of it
    std::int64_t rows = std::int64_t(1) << 32; //!< row is less
    bool uses_index = false;
    bool uses_row = false;
};

using fused_pointer = std::shared_ptr<const fused_expression>;

//! The load (store) expression of \p t, with strides filled in; nullptr: \p t has none.
//! \throws expression_error  it is wrong
//! \throws plan_error        its indices cannot be told from places
fused_pointer fused_load(const transform& t);
fused_pointer fused_store(const transform& t);

//! The expression of \p t as it would be parsed again; "": there is none.
std::string load_text(const transform& t);
std::string store_text(const transform& t);

//! \p t has a load or a store expression.
bool has_expressions(const transform& t);

//! Both, or neither, of the same text and arguments.
bool are_same(const fused_pointer& a, const fused_pointer& b);

//! The arguments among \p arguments that \p whole uses.
std::vector<used_argument>
used_arguments(const node& whole, const std::vector<expression_argument>& arguments);

//! Whether all that indices of buffers are computed from is within -\p most .. \p most.
bool has_indices_within(const fused_expression& e, std::int64_t most);

//! Some part of \p whole is \p does.
bool has_operation(const node& whole, operation does);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_REQUEST_FUSED_EXPRESSION_H */
