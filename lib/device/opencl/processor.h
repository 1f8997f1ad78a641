/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_PROCESSOR_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_PROCESSOR_H

#include <string>

/*!
 * What the host's processor says of itself, which is the CPU device's. OpenCL has no
 * query for how fast a vector is, just for how wide.
 */
namespace gpufft::opencl {

struct processor {
    std::string vendor; //!< "AuthenticAMD"; "": not known
    int family = 0;
    bool has_avx512 = false;
};

//! What the instruction CPUID says of this processor; nothing where there is none.
processor this_processor();

//! What the processor can do besides computing as all do: flags as numbers, as a text.
std::string processor_features();

//! "zen4" or "zen5"; "": none that plans differ for.
std::string architecture_of(const processor& p);

} // namespace gpufft::opencl

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_PROCESSOR_H */
