/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_POOLED_TEXT_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_POOLED_TEXT_H

#include "codegen/text/kernel_source.h"

namespace gpufft::opencl {

//! Workgroups that share out its work among them, be they as many as they will.
bool shares_its_work(const kernel_source& source);

//! Workgroups of a part of a launch: always as many, of one kernel.
int groups_in_part(const kernel_source& source);

/*!
 * \brief The text of \p source for launches of parts
 *
 * A part is an enqueued range of groups_in_part() workgroups. Two arguments behind the
 * kernel's own say which is its first workgroup, and how many the whole launch has, those
 * beyond doing nothing. Where a part is a row's, the global offset says in dimension 2
 * which row of the scratch is its own, from 1 on. Offsets are for small numbers alone:
 * PoCL 3.1 tells the compiler that they are below 65536 where the range is.
 */
std::string pooled_text(const kernel_source& source);

} // namespace gpufft::opencl

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_POOLED_TEXT_H */
