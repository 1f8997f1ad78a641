/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_POOLED_QUEUE_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_POOLED_QUEUE_H

#include "device/opencl/device.h"
#include "device/threads/thread_pool.h"

namespace gpufft::opencl {

//! A queue whose calls return when their work is done.
class pooled_queue : public queue
{
public:
    //! \param pool  helps with launches, as far as \p on has threads
    pooled_queue(std::shared_ptr<opencl_device> on, thread_pool& pool);

    void upload(buffer& to,
                std::size_t to_offset,
                const void* from,
                std::size_t bytes) override;
    void download(void* to,
                  const buffer& from,
                  std::size_t from_offset,
                  std::size_t bytes) override;
    void copy(buffer& to,
              std::size_t to_offset,
              const buffer& from,
              std::size_t from_offset,
              std::size_t bytes) override;
    void launch(kernel& launched,
                std::uint64_t groups,
                const std::vector<kernel_argument>& arguments) override;
    void launch_rows(const std::vector<kernel_launch>& list,
                     std::uint32_t rows,
                     std::uint32_t in_slice) override;
    std::shared_ptr<event> record() override;
    std::shared_ptr<event> record_timed() override { return record(); }
    void wait_for(event&) override {}
    void wait_all() override {}

private:
    std::shared_ptr<opencl_device> d_device;
    thread_pool& d_pool;
    cl::CommandQueue d_handle; //!< for copies
};

} // namespace gpufft::opencl

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_POOLED_QUEUE_H */
