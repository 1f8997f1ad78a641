/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_RECEIVER_KERNELS_TEST_H
#define INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_RECEIVER_KERNELS_TEST_H

#include "exec/receivers/channels_on_device.h"

namespace gpufft {

/*!
 * \brief Runs \p kernels once on known bins and rows, so that a miscompiled one is an
 * error
 *
 * Their texts do not know any sizes. What has passed on a device is not tested again.
 *
 * \throws wrong_values  a value is wrong
 * \throws device_error
 */
void self_test(const receiver_kernels& kernels, device& on);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_RECEIVER_KERNELS_TEST_H */
