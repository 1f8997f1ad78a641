/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAKE_HELPERS_H
#define INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAKE_HELPERS_H

#include "device/interface/device.h"
#include <functional>

namespace gpufft {

/*!
 * \brief What the launch of a kernel of codegen/helpers/power_kernels.h is going to do,
 * with its arguments checked \throws device_error  they do not fit the signature, the
 * workgroups do not fit the elements, or two of them share memory
 */
std::function<void()> prepare_helper(const kernel_source& what,
                                     std::uint64_t groups,
                                     const std::vector<kernel_argument>& arguments);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAKE_HELPERS_H */
