/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/opencl/copy_commands.h"
#include "device/opencl/memory.h"
#include "device/opencl/status.h"
#include <fmt/format.h>

namespace gpufft::opencl {

void write_buffer(cl::CommandQueue& by,
                  buffer& to,
                  std::size_t to_offset,
                  const void* from,
                  std::size_t bytes,
                  cl_bool blocking,
                  cl::Event* done)
{
    if (bytes == 0)
        return;
    const auto& target = static_cast<opencl_buffer&>(to);
    checked(
        [&] {
            by.enqueueWriteBuffer(
                target.handle(), blocking, to_offset, bytes, from, nullptr, done);
        },
        [&] {
            return fmt::format(
                " of {} bytes to offset {} of {}", bytes, to_offset, target.bytes());
        });
}

void read_buffer(cl::CommandQueue& by,
                 void* to,
                 const buffer& from,
                 std::size_t from_offset,
                 std::size_t bytes,
                 cl_bool blocking,
                 cl::Event* done)
{
    if (bytes == 0)
        return;
    const auto& source = static_cast<const opencl_buffer&>(from);
    checked(
        [&] {
            by.enqueueReadBuffer(
                source.handle(), blocking, from_offset, bytes, to, nullptr, done);
        },
        [&] {
            return fmt::format(
                " of {} bytes from offset {} of {}", bytes, from_offset, source.bytes());
        });
}

void copy_buffer(cl::CommandQueue& by,
                 buffer& to,
                 std::size_t to_offset,
                 const buffer& from,
                 std::size_t from_offset,
                 std::size_t bytes,
                 cl_bool blocking,
                 cl::Event* done)
{
    if (bytes == 0)
        return;
    const auto& target = static_cast<opencl_buffer&>(to);
    const auto& source = static_cast<const opencl_buffer&>(from);
    checked(
        [&] {
            by.enqueueCopyBuffer(source.handle(),
                                 target.handle(),
                                 from_offset,
                                 to_offset,
                                 bytes,
                                 nullptr,
                                 done);
            if (blocking)
                by.finish();
        },
        [&] {
            return fmt::format(" of {} bytes from offset {} of {} to offset {} of {}",
                               bytes,
                               from_offset,
                               source.bytes(),
                               to_offset,
                               target.bytes());
        });
}

bool is_wrapped_at(const buffer& from, std::size_t from_offset, const void* to)
{
    const auto wrapped = static_cast<const opencl_buffer&>(from).wrapped();
    return wrapped && static_cast<const char*>(wrapped) + from_offset == to;
}

} // namespace gpufft::opencl
