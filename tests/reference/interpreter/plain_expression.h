/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PLAIN_EXPRESSION_H
#define INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PLAIN_EXPRESSION_H

#include "reference/interpreter/pass_memory.h"

namespace gpufft {

//! What the load (store) expression of \p p makes of the value of element \p at, counted
//! from the first row; empty: there is none. Rows must not overlap.
element_change plain_load_expression(const pass& p, const pass_memory& m);
element_change plain_store_expression(const pass& p, const pass_memory& m);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PLAIN_EXPRESSION_H */
