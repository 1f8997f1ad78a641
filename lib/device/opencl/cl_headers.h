/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_CL_HEADERS_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_CL_HEADERS_H

// OpenCL 1.2 is the most that every driver of the last ten years offers.
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_CL_HEADERS_H */
