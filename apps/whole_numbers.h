/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_APPS_WHOLE_NUMBERS_H
#define INCLUDED_GPUFFT_APPS_WHOLE_NUMBERS_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gpufft::app {

//! What variables stand for, by their names: expressions themselves.
using python_variables = std::map<std::string, std::string>;

/*!
 * \brief What \p text is in Python's notation: one whole number, or several between
 * commas, in brackets or not
 *
 * Numbers, names of \p known, their sums, differences, products, whole quotients and
 * powers, and int() of these.
 *
 * \throws usage_error  it is something else
 */
std::vector<std::int64_t> whole_numbers(const std::string& text,
                                        const python_variables& known);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_APPS_WHOLE_NUMBERS_H */
