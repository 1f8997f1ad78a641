/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_H
#define INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_H

#include "exec/executor.h"

namespace gpufft {

/*!
 * \brief Runs the kernels once on known data, so that a miscompiled one is an error
 *
 * Few inputs that are not 0 check a sample of the outputs, single outputs of noise
 * computed directly in double check every input, and the sum of both checks linearity in
 * every output; above 1 Mi points a row just the first, so that it takes less time than
 * building the kernels. One row, then, where they do not interleave, as many as fill the
 * tiles of a pass, unscaled. Once for each executor::id() and device, as
 * passed_tests.h says; later calls return at once. Also warms up: what the driver
 * compiles at first launch is compiled afterwards.
 *
 * \throws build_error  an output is wrong
 */
void self_test(const executor& e);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_H */
