/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_PROGRAM_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_PROGRAM_H

#include "device/opencl/device.h"
#include <string>

namespace gpufft::opencl {

/*!
 * \brief The built program of \p source: from \p cache, else compiled and put there, if
 * it may be
 *
 * \throws build_error   the compiler refused the text
 * \throws device_error  another driver call failed
 */
cl::Program build_program(const opencl_device& on,
                          const kernel_source& source,
                          const kernel_cache& cache);

//! Names the compiler of \p on, and the folder that it writes to as far as that is
//! known.
std::string compiler_of(const opencl_device& on);

} // namespace gpufft::opencl

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_PROGRAM_H */
