/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_SELF_TEST_H
#define INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_SELF_TEST_H

#include "exec/executor/executor.h"

namespace gpufft {

/*!
 * \brief Runs the kernels once on known data, so that a miscompiled one is an error
 *
 * Few inputs that are not 0 check a sample of the outputs, single outputs of noise
 * computed directly in double check every input, the host's transform of the noise, where
 * it is quick, every output of that, and the sum of both, scaled, checks linearity in
 * every output; above 1 Mi points a row just the first, with more of them, so that it
 * takes less time than building the kernels. That is one row. Then calls of several,
 * scaled, which are rows of noise and their multiples in an order without a pattern: as
 * many as test_counts.h says, so that whatever kernels do with other numbers of rows is
 * run. In place where the transform is. Once for each executor::id() and device, as
 * passed_tests.h says; later calls return at once. Also warms up: what the driver
 * compiles at first launch is compiled afterwards.
 *
 * \throws build_error  an output is wrong
 */
void self_test(const executor& e);
//! Tests the one plan of \p alone, in calls of up to \p most_rows rows: a plan_check.
void self_test_of(const executor& alone, std::uint32_t most_rows);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_SELF_TEST_H */
