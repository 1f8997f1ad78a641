/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_KERNELS_KERNEL_FILES_H
#define INCLUDED_GPUFFT_LIB_DEVICE_KERNELS_KERNEL_FILES_H

#include "codegen/text/kernel_source.h"
#include <string>

namespace gpufft {

//! Writes <name>.<suffix> and <name>.log into $GPUFFT_DUMP_DIR where that is set. What
//! cannot be written is logged, once in a process, and otherwise ignored.
void dump_kernel(const kernel_source& source, const std::string& build_log);

/*!
 * \brief Text of a build_error: where the kernel lies, and the first error in it
 *
 * The kernel is written to $GPUFFT_DUMP_DIR, else to a new file in the folder for
 * temporary ones.
 * \param compiler  e.g. "the OpenCL compiler of opencl:0 (NVIDIA H200)"
 */
std::string refusal_text(const kernel_source& source,
                         const std::string& compiler,
                         const std::string& build_log);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_KERNELS_KERNEL_FILES_H */
