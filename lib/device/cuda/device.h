/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_DEVICE_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_DEVICE_H

#include "device/cuda/context.h"
#include "device/cuda/event_pool.h"
#include "device/cuda/nvrtc/compiler.h"
#include "device/cuda/nvrtc/kept_compiler.h"
#include "device/interface/device.h"
#include "device/kernels/built_kernels.h"
#include "device/kernels/kernel_cache.h"
#include <string>

namespace gpufft::cuda {

//! A GPU of the driver, and what its kernels are compiled with and for.
struct gpu {
    std::shared_ptr<const driver> with;
    std::shared_ptr<const compiler>
        compiled_by;             //!< nullptr: there are kept kernels alone
    std::string why_no_compiler; //!< and what to install
    CUdevice handle = 0;
    int architecture = 0;  //!< 90 for sm_90
    kept_compiler kernels; //!< what compiles them, or has compiled those kept
    device_info info;
};

class cuda_device : public device
{
public:
    explicit cuda_device(const gpu& on);
    //! In a context of the caller's, who keeps it.
    cuda_device(const gpu& on, CUcontext callers);

    const device_info& info() const override { return d_gpu.info; }
    std::shared_ptr<buffer> make_buffer(std::size_t bytes) override;
    bool takes_slices() const override { return true; }
    std::shared_ptr<buffer> part_of(const std::shared_ptr<buffer>& whole,
                                    std::size_t offset,
                                    std::size_t bytes) override;
    std::shared_ptr<buffer> wrap_host_memory(void* memory, std::size_t bytes) override;
    std::shared_ptr<buffer> borrow_memory(void* memory, std::size_t bytes) override;
    std::shared_ptr<buffer> borrow_array(const device_memory& m,
                                         std::size_t bytes,
                                         memory_use use,
                                         std::size_t alignment) override;
    bool can_borrow() const override { return true; }
    std::shared_ptr<callers_queue>
    make_callers_queue(const callers_queue_settings& settings) override;
    std::shared_ptr<host_buffer> make_host_buffer(std::size_t bytes) override;
    std::shared_ptr<host_registration> register_host_memory(void* memory,
                                                            std::size_t bytes) override;
    std::shared_ptr<queue> make_queue() override;
    const dialect& kernel_dialect() const override { return cuda_dialect(); }
    std::shared_ptr<kernel> build(const kernel_source& source) override;
    std::shared_ptr<kernel> build_for_trial(const kernel_source& source) override;

    const context& in() const { return d_context; }
    event_pool& events() { return d_events; }
    CUdevice handle() const { return d_gpu.handle; }
    const gpu& compiles_as() const { return d_gpu; }
    const std::string& target() const { return d_gpu.kernels.target; }

private:
    std::shared_ptr<cuda_device> self();
    std::shared_ptr<kernel> build_with(const kernel_cache& cache,
                                       const kernel_source& source);

    gpu d_gpu;
    context d_context;
    event_pool d_events{ d_context };
    kernel_cache d_cache;
    built_kernels d_kernels;
};

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_DEVICE_H */
