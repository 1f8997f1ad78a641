/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_POOLED_DEVICE_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_POOLED_DEVICE_H

#include "device/opencl/device.h"
#include "device/threads/thread_pool.h"

namespace gpufft::opencl {

/*!
 * \brief A CPU device that computes in the calling thread and a pool of ours
 *
 * Its info is that of the device it stands for, whose threads the driver would have to
 * wake for each launch.
 */
class pooled_device : public opencl_device
{
public:
    //! \param single  a driver's device that computes in the thread that enqueues
    //! \param cores   of the machine: what the pool of the process has, this thread's
    //!                included, from the first time on
    pooled_device(const cl::Device& single, const device_info& info, int cores);

    std::shared_ptr<buffer> make_buffer(std::size_t bytes) override;
    std::shared_ptr<queue> make_queue() override;
    const dialect& kernel_dialect() const override { return pocl_dialect(); }

private:
    std::shared_ptr<kernel> make_kernel(const kernel_source& source,
                                        const built_program& program) override;

    thread_pool& d_pool;
};

} // namespace gpufft::opencl

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_POOLED_DEVICE_H */
