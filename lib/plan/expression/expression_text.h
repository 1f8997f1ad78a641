/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_EXPRESSION_EXPRESSION_TEXT_H
#define INCLUDED_GPUFFT_LIB_PLAN_EXPRESSION_EXPRESSION_TEXT_H

#include "plan/expression/parse.h"
#include <string>

namespace gpufft {

//! \p whole as it would be parsed again, without spaces: equal trees have equal texts.
std::string expression_text(const node& whole, const expression_names& names);

//! "complex h[4096]; number scale", and back. No arguments have an empty text.
//! \throws plan_error  \p text is none
std::string arguments_text(const std::vector<expression_argument>& arguments);
std::vector<expression_argument> parse_arguments(const std::string& text);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_EXPRESSION_EXPRESSION_TEXT_H */
