/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_STATUS_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_STATUS_H

#include "device/opencl/cl_headers.h"
#include <gpufft/error.h>
#include <string>

namespace gpufft::opencl {

//! "CL_OUT_OF_RESOURCES (-5)"
std::string status_text(cl_int status);

//! "clCreateBuffer of 64 bytes: CL_OUT_OF_RESOURCES (-5)"; \p context is " of 64 bytes"
std::string describe(const cl::Error& error, const std::string& context = "");

//! Does \p call; a driver call in it that fails becomes a device_error.
//! \p what_of makes the text after the call's name, only when that is needed.
template <typename Call, typename WhatOf>
auto checked(Call&& call, WhatOf&& what_of)
{
    try {
        return call();
    } catch (const cl::Error& error) {
        throw device_error(describe(error, what_of()));
    }
}

template <typename Call>
auto checked(Call&& call)
{
    return checked(call, [] { return std::string(); });
}

} // namespace gpufft::opencl

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_STATUS_H */
