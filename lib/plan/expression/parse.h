/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_EXPRESSION_PARSE_H
#define INCLUDED_GPUFFT_LIB_PLAN_EXPRESSION_PARSE_H

#include "plan/expression/node.h"
#include <gpufft/transform.h>
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace gpufft {

//! The names that an expression may use, and what they are.
struct expression_names {
    std::string kind;       //!< "load" or "store", for messages; "": it is the only one
    std::string element;    //!< "x" or "y"
    bool has_real_element;  //!< else complex
    std::string index;      //!< "n" or "k"; of several dimensions n0, n1 ...
    std::size_t dimensions; //!< indices that there are
    const std::vector<expression_argument>& arguments;
    //! Several elements, x0, x1 ..., and which of them are real; {}: there is one.
    std::vector<bool> real_elements = {};

    std::size_t elements() const
    {
        return std::max<std::size_t>(1, real_elements.size());
    }
    bool is_real(std::size_t element_number) const
    {
        return real_elements.empty() ? has_real_element : real_elements[element_number];
    }
    std::string element_name(std::size_t number) const
    {
        return elements() > 1 ? element + std::to_string(number) : element;
    }
};

/*!
 * \brief \p text as a tree whose types are right
 *
 * \throws expression_error  quotes \p text and the place in it that is wrong, and says
 * what would be right
 */
node_pointer parse_expression(const std::string& text, const expression_names& names);

//! The names of \p arguments are words of their own, their lengths sizes of buffers.
//! \throws plan_error  they are not
void check_arguments(const std::vector<expression_argument>& arguments);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_EXPRESSION_PARSE_H */
