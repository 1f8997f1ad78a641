/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_COPY_COMMANDS_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_COPY_COMMANDS_H

#include "device/opencl/cl_headers.h"
#include "device/opencl/device.h"
#include <cstddef>

/*!
 * Copies as commands of a queue of the driver; of no bytes, which OpenCL 1.2 calls an
 * error, none. \p blocking is CL_TRUE or CL_FALSE; \p done, where there is one, becomes
 * the command's event. Errors say the sizes.
 */
namespace gpufft::opencl {

void write_buffer(cl::CommandQueue& by,
                  buffer& to,
                  std::size_t to_offset,
                  const void* from,
                  std::size_t bytes,
                  cl_bool blocking,
                  cl::Event* done = nullptr);

void read_buffer(cl::CommandQueue& by,
                 void* to,
                 const buffer& from,
                 std::size_t from_offset,
                 std::size_t bytes,
                 cl_bool blocking,
                 cl::Event* done = nullptr);

void copy_buffer(cl::CommandQueue& by,
                 buffer& to,
                 std::size_t to_offset,
                 const buffer& from,
                 std::size_t from_offset,
                 std::size_t bytes,
                 cl_bool blocking,
                 cl::Event* done = nullptr);

//! What would be read is the caller's own memory, wrapped at that very place.
bool is_wrapped_at(const buffer& from, std::size_t from_offset, const void* to);

} // namespace gpufft::opencl

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_COPY_COMMANDS_H */
