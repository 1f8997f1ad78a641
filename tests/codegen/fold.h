/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_CODEGEN_FOLD_H
#define INCLUDED_GPUFFT_TESTS_CODEGEN_FOLD_H

#include <string>
#include <vector>

/*!
 * Kernel text as a person reviews it: what repeats itself is a line, and nothing is lost.
 * Two texts that differ fold to texts that differ.
 */
namespace gpufft::testing {

using text_lines = std::vector<std::string>;

/*!
 * \brief Each codelet as one line that names it
 *
 * A run of declarations is a codelet's if the library prints these very lines for its
 * points, type and names of inputs. Other declarations stay, so that a codelet which is
 * called with wrong names shows in full.
 */
text_lines fold_codelets(const text_lines& lines);

/*!
 * \brief Lines that differ by numbers in equal steps as the first two of them and a count
 *
 * The same for groups of up to 16 lines. At least four in a row are folded, and only if
 * that saves two lines.
 */
text_lines fold_runs(const text_lines& lines);

//! Both, of a whole text.
std::string folded(const std::string& text);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_CODEGEN_FOLD_H */
