/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_PROGRAM_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_PROGRAM_H

#include "device/opencl/device.h"
#include <string>

namespace gpufft::opencl {

//! A program, and what its kernel is called there.
struct built_program {
    cl::Program handle;
    //! With a PoCL that was tried, a name that kernels of another text have not; else the
    //! name of the source.
    std::string kernel;
};

/*!
 * \brief The built program of \p source: from \p cache, else compiled and put there, if
 * it may be
 *
 * \throws build_error   the compiler refused the text
 * \throws device_error  another driver call failed
 */
built_program build_program(const opencl_device& on,
                            const kernel_source& source,
                            const kernel_cache& cache);

//! Names the compiler of \p on, and the folder that it writes to as far as that is
//! known.
std::string compiler_of(const opencl_device& on);

} // namespace gpufft::opencl

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_PROGRAM_H */
