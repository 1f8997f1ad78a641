/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_EXPRESSION_EVALUATE_H
#define INCLUDED_GPUFFT_LIB_PLAN_EXPRESSION_EVALUATE_H

#include "plan/expression/node.h"
#include <complex>
#include <cstdint>
#include <vector>

namespace gpufft {

//! The values of a transform's arguments in double precision, in their order: a number
//! has one.
using argument_values = std::vector<std::vector<std::complex<double>>>;

//! Where an expression is evaluated.
struct evaluated_at {
    std::complex<double> element;
    const std::vector<std::int64_t>& index; //!< along each dimension
    std::int64_t row = 0;
    const argument_values& arguments;
    //! The elements of an expression that has several; {}: there is one.
    std::vector<std::complex<double>> elements = {};
};

//! The value of \p whole, an integer: an index, `row`, or what is between brackets.
std::int64_t evaluate_integer(const node& whole,
                              const std::vector<std::int64_t>& index,
                              std::int64_t row);

//! The value of \p whole, each operation rounded as \p number is: float, double, long
//! double. Of a real one the imaginary part is 0. An index beyond a buffer's ends is that
//! of its nearest element.
template <class number>
std::complex<double> evaluate_as(const node& whole, const evaluated_at& at);

//! evaluate_as<double>(). Templates are not exported to tests.
std::complex<double> evaluate(const node& whole, const evaluated_at& at);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_EXPRESSION_EVALUATE_H */
