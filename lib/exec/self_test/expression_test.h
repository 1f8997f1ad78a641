/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_EXPRESSION_TEST_H
#define INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_EXPRESSION_TEST_H

#include "exec/executor/executor.h"
#include <cstdint>

namespace gpufft {

/*!
 * \brief Runs an executor whose transform has expressions on noise, for calls of up to \p
 * most_rows rows, and compares the outputs with those of the host
 *
 * Expressions are not linear: each row is computed for itself, some of them where a call
 * has many. How much rounding an expression may show is found by evaluating it with fewer
 * digits, and beside the value that it gets.
 *
 * \throws wrong_values  outputs are not what they should be
 */
void test_expressions(const executor& e, std::uint32_t most_rows);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_EXPRESSION_TEST_H */
