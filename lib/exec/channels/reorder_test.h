/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_REORDER_TEST_H
#define INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_REORDER_TEST_H

#include "exec/channels/device_reorder.h"

namespace gpufft {

/*!
 * \brief Runs the kernel of device_reorder on known rows, so that a miscompiled one is an
 * error
 *
 * The text of the kernel knows neither rows nor values nor the map, so few of them tell
 * whether it is right. What has passed on a device is not tested again.
 *
 * \throws wrong_values  a value is wrong
 * \throws build_error, device_error
 */
void test_reorder(const std::shared_ptr<device>& on);

//! A device_reorder for \p map, of a kernel that test_reorder() has passed; nullptr:
//! there is none, which the log says. \throws device_error
std::shared_ptr<const device_reorder> tested_reorder(const std::vector<int>& map,
                                                     const std::shared_ptr<device>& on);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_REORDER_TEST_H */
