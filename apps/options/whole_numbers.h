/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_APPS_OPTIONS_WHOLE_NUMBERS_H
#define INCLUDED_GPUFFT_APPS_OPTIONS_WHOLE_NUMBERS_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gpufft::app {

//! What variables stand for, by their names: expressions themselves.
using python_variables = std::map<std::string, std::string>;

//! Characters of an expression.
constexpr std::size_t MOST_EXPRESSION = 10000;
//! Brackets, powers and variables in each other.
constexpr int MOST_EXPRESSION_DEPTH = 200;

/*!
 * \brief What expressions in Python's notation are: one whole number, or several between
 * commas, in brackets or not
 *
 * Numbers, names of variables, their sums, differences, products, whole quotients and
 * powers, and int() of these; or the name of a variable that is several. Each variable is
 * computed once, whoever refers to it: what it is does not depend on who was first.
 */
class whole_numbers
{
public:
    explicit whole_numbers(python_variables known = {}) : d_known(std::move(known)) {}

    //! \throws usage_error  it is something else, or beyond the bounds above
    std::vector<std::int64_t> of(const std::string& text);

private:
    friend class expression;

    //! A variable, once somebody has asked for it.
    struct result {
        bool is_done = false; //!< else it is being computed
        std::vector<std::int64_t> values;
        std::string failure; //!< why there are none
        int levels = 0;      //!< that it has in each other, as far as it was read
    };

    //! \param depth  of where it is referred to
    //! \throws usage_error  it is too deep there, or needs itself
    const result& variable(const std::string& name, int depth);

    const python_variables d_known;
    std::map<std::string, result> d_results;
};

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_APPS_OPTIONS_WHOLE_NUMBERS_H */
