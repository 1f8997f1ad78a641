/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_KERNEL_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_KERNEL_H

#include "device/cuda/program.h"

namespace gpufft::cuda {

class cuda_kernel : public kernel
{
public:
    //! Also writes the kernel's files, where the user wants them.
    cuda_kernel(std::shared_ptr<cuda_device> on,
                const kernel_source& source,
                built_program built);

    const kernel_source& source() const override { return d_source; }
    kernel_resources resources() const override;

    //! No other kernel of the process, of any device, ever has the same.
    std::uint64_t number() const { return d_number; }

    //! \throws device_error
    void enqueue(CUstream on,
                 std::uint64_t groups,
                 const std::vector<kernel_argument>& arguments) const;

private:
    void take_local_memory();
    void take_cluster();
    std::string resources_text() const;

    std::shared_ptr<cuda_device> d_device;
    kernel_source d_source;
    std::unique_ptr<program> d_program;
    CUfunction d_handle = nullptr;
    std::uint64_t d_number;
};

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_KERNEL_H */
