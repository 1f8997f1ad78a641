/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAKE_BANKS_H
#define INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAKE_BANKS_H

#include "device/interface/device.h"
#include <functional>

namespace gpufft {

//! \return whether \p what is a kernel of banks of filters: branch_kernels.h,
//! reorder_kernel.h or receiver_kernels.h of codegen/helpers
bool is_of_banks(const kernel_source& what);

/*!
 * \brief What the launch of such a kernel is going to do, with its arguments checked
 * \throws device_error  they do not fit the signature, or the workgroups do not fit the
 *                       elements, or two of them share memory
 */
std::function<void()> prepare_bank(const kernel_source& what,
                                   std::uint64_t groups,
                                   const std::vector<kernel_argument>& arguments);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAKE_BANKS_H */
