/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAKE_LAUNCH_H
#define INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAKE_LAUNCH_H

#include "device/interface/device.h"
#include <functional>

namespace gpufft {

/*!
 * \brief What a launch is going to do, with its arguments checked
 * \throws device_error  they do not fit the signature that kernel_source.h gives, the
 *                       workgroups do not fit the rows, or input and output are one
 *                       buffer and the pass does not allow that
 */
std::function<void()> prepare_launch(const kernel_source& what,
                                     std::uint64_t groups,
                                     const std::vector<kernel_argument>& arguments);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAKE_LAUNCH_H */
