/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_KERNEL_STACK_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_KERNEL_STACK_H

#include "codegen/text/kernel_source.h"
#include "device/kernels/compiler_call.h"
#include <atomic>
#include <cstddef>

namespace gpufft::opencl {

//! What a launch of a kernel takes of the stack of the thread that computes it. PoCL also
//! calls its compiler at the first one.
class kernel_stack
{
public:
    explicit kernel_stack(const launch_facts& launch);

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
