/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_KERNEL_STACK_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_KERNEL_STACK_H

#include "base/stack_thread.h"
#include "codegen/text/kernel_source.h"
#include <atomic>
#include <cstddef>

namespace gpufft::opencl {

//! Bytes of stack that a thread needs to call a driver's compiler. PoCL also calls it at
//! the first launch, and prepares it while it looks for devices.
constexpr std::size_t COMPILER_STACK = gpufft::stack_thread::STACK_BYTES / 2;

//! What a launch of a kernel takes of the stack of the thread that computes it.
class kernel_stack
{
public:
    explicit kernel_stack(const kernel_source& source);

    std::size_t bytes() const
    {
        return d_has_run.load(std::memory_order_relaxed) ? d_bytes : COMPILER_STACK;
    }
    bool has_run() const { return d_has_run.load(std::memory_order_relaxed); }
    //! A launch has ended, so that it is compiled.
    void note_launch() { d_has_run.store(true, std::memory_order_relaxed); }

private:
    std::size_t d_bytes;
    std::atomic<bool> d_has_run{ false };
};

} // namespace gpufft::opencl

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_KERNEL_STACK_H */
