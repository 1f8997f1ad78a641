/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAKE_HISTOGRAM_H
#define INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAKE_HISTOGRAM_H

#include "device/interface/device.h"
#include <functional>

namespace gpufft {

//! \return whether \p what is a kernel of codegen/helpers/histogram_kernels.h
bool is_histogram(const kernel_source& what);

/*!
 * \brief What the launch of such a kernel is going to do, with its arguments checked
 * \throws device_error  they do not fit the signature, or the workgroups do not fit the
 *                       histogram, or two of them share memory
 */
std::function<void()> prepare_histogram(const kernel_source& what,
                                        std::uint64_t groups,
                                        const std::vector<kernel_argument>& arguments);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAKE_HISTOGRAM_H */
