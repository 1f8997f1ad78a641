/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_SYNTHESIZERS_BRANCH_SUMS_TEST_H
#define INCLUDED_GPUFFT_LIB_EXEC_SYNTHESIZERS_BRANCH_SUMS_TEST_H

#include "device/interface/device.h"
#include "exec/synthesizers/fused_branch_sums.h"
#include <memory>

namespace gpufft {

/*!
 * \brief Runs the kernel of device_branch_sums on known rows, so that a miscompiled one
 * is an error
 *
 * The text of the kernel does not know how many branches or taps there are, so few of
 * both tell whether it is right. What has passed on a device is not tested again.
 *
 * \param is_doubled  rows have two points for each branch
 * \throws wrong_values  an output is wrong
 * \throws build_error, device_error
 */
void test_branch_sums(const std::shared_ptr<device>& on, bool is_doubled);

/*!
 * \brief Runs \p kernel on known rows in place of those of a synthesizer, with taps of
 * its own
 *
 * Rows are some more than two workgroups take. What has passed on a device is not tested
 * again.
 *
 * \throws wrong_values  an output is wrong
 * \throws build_error, device_error
 */
void test_branch_sums(const fused_branch_sums& kernel);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_SYNTHESIZERS_BRANCH_SUMS_TEST_H */
