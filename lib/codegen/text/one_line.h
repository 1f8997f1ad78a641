/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_ONE_LINE_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_ONE_LINE_H

#include <string_view>

namespace gpufft {

/*!
 * \brief That \p text stays one line of a kernel, whoever's words are in it
 *
 * A comment that went on in the next line would hide a statement, and a line's end in one
 * would make a statement of what follows: plans that others wrote are named in comments.
 * \throws plan_error  it holds a control character, or a comment in it does not end with
 * it
 */
void check_line(std::string_view text);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_ONE_LINE_H */
