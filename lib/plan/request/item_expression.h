/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_REQUEST_ITEM_EXPRESSION_H
#define INCLUDED_GPUFFT_LIB_PLAN_REQUEST_ITEM_EXPRESSION_H

#include "plan/request/fused_expression.h"
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

//! What the samples of an item are, as GNU Radio has them: of 8, 4, 4, 2 and 1 bytes.
enum class item_type { complex_float, real_float, int32, int16, int8 };

std::size_t sample_bytes(item_type t);

/*!
 * \brief An expression that makes an item out of one of each of several streams
 *
 * Sample n of the output is computed from samples n of the inputs, x0, x1 ..., in
 * float32; `row` is the number of the item. Whole numbers are taken as they are; those of
 * an output are rounded to the nearest, halves to the even one, and limited to what the
 * type holds, 0 for NaN.
 */
struct item_expression {
    std::vector<item_type> inputs;
    item_type output = item_type::complex_float;
    std::size_t length = 1; //!< samples of an item
    std::vector<expression_argument> arguments;
    //! Its `arguments` are all of those; it has no digits.
    fused_expression value;

    std::size_t input_bytes(std::size_t i) const //!< of an item
    {
        return length * sample_bytes(inputs[i]);
    }
    std::size_t output_bytes() const { return length * sample_bytes(output); }
};

using item_expression_pointer = std::shared_ptr<const item_expression>;

//! Most streams that an expression reads.
constexpr std::size_t MOST_INPUTS = 32;

/*!
 * \param inputs     1 to MOST_INPUTS of them
 * \param length     samples of an item, 1 or more; no item has 2^31 bytes
 * \param arguments  all of them in the expression
 * \param lines      the expression, in any number of them
 * \throws expression_error  it is wrong, and quoted
 * \throws plan_error        something else is
 */
item_expression_pointer
make_item_expression(const std::string& lines,
                     const std::vector<item_type>& inputs,
                     item_type output,
                     std::size_t length = 1,
                     const std::vector<expression_argument>& arguments = {});

//! Types by their letters, "c", "f", "i", "s" and "b"; \p side for messages: "inputs".
//! \throws plan_error  there is another one
std::vector<item_type> parse_item_types(const std::string& letters, const char* side);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_REQUEST_ITEM_EXPRESSION_H */
