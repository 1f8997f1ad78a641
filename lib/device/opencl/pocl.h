/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_H

#include "device/opencl/cl_headers.h"
#include <cstdio>
#include <string>
#include <vector>

//! PoCL has a CPU device that computes in the thread that enqueues, beside the one with
//! threads of its own, and shows it where POCL_DEVICES names it.
namespace gpufft::opencl {

//! A PoCL that says this of itself has CPU devices and no others, of which POCL_DEVICES
//! could hide some.
bool has_cpu_devices_only(const std::string& platform_version);

/*!
 * \brief Whether several threads may launch kernels on one buffer at once
 *
 * Where threads launch on one buffer, PoCL 3.0, which PyPI has, goes to copy the buffer
 * from a device for which it has no queue: SciPy's tests ended in a segmentation fault in
 * pocl_create_command_struct, four times of four. With PoCL 3.1 and 6.0 they pass.
 *
 * \param version  "OpenCL 3.0 PoCL 3.1+debian  Linux, ...", a platform's, or
 * "3.1+debian", a driver's
 */
inline bool takes_launches_of_threads(const std::string& version)
{
    const std::string name = "PoCL ";
    const auto at = version.find(name);
    int major = 0, minor = 0;
    const auto* text = version.c_str() + (at == std::string::npos ? 0 : at + name.size());
    const int read = std::sscanf(text, "%d.%d", &major, &minor);
    return read == 2 && (major > 3 || (major == 3 && minor >= 1));
}

//! All devices of \p platform, PoCL, in its order. The first time in this process, and
//! where the user leaves it to us, the environment names both while PoCL looks.
std::vector<cl::Device> list_pocl_devices(const cl::Platform& platform);

//! Where PoCL compiles; "": it has not been asked for its devices.
std::string pocl_folder_in_use();

//! What is wrong where it lists none.
std::string why_no_pocl_device();

//! \p device, PoCL's, computes in the thread that enqueues.
bool computes_in_calling_thread(const cl::Device& device);

//! A device of PoCL's as ours.
struct pocl_device {
    cl::Device handle;
    cl::Device single; //!< computes for it in the calling thread; none: it does itself
};

//! The devices among \p all, PoCL's, that are devices of ours: not one that is only there
//! to compute for another, where the user did not name it.
std::vector<pocl_device> pair_pocl_devices(const std::vector<cl::Device>& all);

} // namespace gpufft::opencl

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_H */
