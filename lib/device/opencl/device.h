/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_DEVICE_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_DEVICE_H

#include "device/interface/device.h"
#include "device/kernels/built_kernels.h"
#include "device/kernels/kernel_cache.h"
#include "device/opencl/cl_headers.h"
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>

namespace gpufft::opencl {

struct built_program;

class opencl_device : public device
{
public:
    //! \param build_option  of all programs besides those they all have
    opencl_device(const cl::Device& handle,
                  const device_info& info,
                  const std::string& build_option);
    //! In a context of the caller's, which \p handle is in.
    opencl_device(const cl::Device& handle,
                  const device_info& info,
                  const cl::Context& callers);

    const device_info& info() const override { return d_info; }
    std::shared_ptr<buffer> make_buffer(std::size_t bytes) override;
    std::shared_ptr<buffer> part_of(const std::shared_ptr<buffer>& whole,
                                    std::size_t offset,
                                    std::size_t bytes) override;
    std::shared_ptr<buffer> wrap_host_memory(void* memory, std::size_t bytes) override;
    std::shared_ptr<buffer> borrow_array(const device_memory& m,
                                         std::size_t bytes,
                                         memory_use use,
                                         std::size_t alignment) override;
    bool can_borrow() const override { return d_is_callers || d_info.limits.is_cpu; }
    std::shared_ptr<callers_queue>
    make_callers_queue(const callers_queue_settings& settings) override;
    std::shared_ptr<host_buffer> make_host_buffer(std::size_t bytes) override;
    std::shared_ptr<queue> make_queue() override;
    const dialect& kernel_dialect() const override { return opencl_dialect(); }
    std::shared_ptr<kernel> build(const kernel_source& source) override;
    std::shared_ptr<kernel> build_for_trial(const kernel_source& source) override;

    const cl::Device& handle() const { return d_handle; }
    const cl::Context& context() const { return d_context; }
    //! Its context is one of a caller's.
    bool is_callers() const { return d_is_callers; }
    const std::string& build_options() const { return d_build_options; }
    //! Numbers the events of all queues. \return that of this one
    std::uint64_t count_event() { return ++d_events; }
    //! The number of the last event of all queues.
    std::uint64_t events() const { return d_events; }
    //! Kernels write memory of the host that a buffer wraps, and no copy of it: nothing
    //! is to be done to see there what they wrote. PoCL's do.
    bool writes_wrapped_memory() const { return d_shared_queue() != nullptr; }
    //! A queue of the driver's, in order: a new one, or the one that all share.
    cl::CommandQueue driver_queue(bool is_timed);
    //! What a thread holds while it enqueues a command or a marker; nothing where the
    //! driver minds no other thread.
    std::unique_lock<std::mutex> lock_commands() const;

protected:
    std::shared_ptr<opencl_device> self();

private:
    std::shared_ptr<kernel> build_with(const kernel_cache& cache,
                                       const kernel_source& source);
    virtual std::shared_ptr<kernel> make_kernel(const kernel_source& source,
                                                const built_program& program);
    cl::CommandQueue new_queue(bool is_timed) const;

    cl::Device d_handle;
    device_info d_info;
    std::string d_build_options;
    cl::Context d_context;
    bool d_is_callers = false;
    bool d_enqueues_alone; //!< one thread of the process at a time
    kernel_cache d_cache;
    cl::CommandQueue d_shared_queue; //!< where they share one
    std::atomic<std::uint64_t> d_events{ 0 };
    std::mutex d_build_mutex;
    built_kernels d_kernels;
};

} // namespace gpufft::opencl

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_DEVICE_H */
