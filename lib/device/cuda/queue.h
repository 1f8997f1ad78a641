/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_QUEUE_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_QUEUE_H

#include "device/cuda/launch_graphs.h"
#include <optional>

namespace gpufft::cuda {

//! One stream of the driver, which waits for no other.
class cuda_queue : public queue
{
public:
    explicit cuda_queue(std::shared_ptr<cuda_device> on);
    ~cuda_queue() override;
    cuda_queue(const cuda_queue&) = delete;
    cuda_queue& operator=(const cuda_queue&) = delete;

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
    void launch_all(const std::vector<kernel_launch>& list) override;
    std::shared_ptr<event> record() override;
    std::shared_ptr<event> record_timed() override;
    void wait_for(event& e) override;
    void wait_all() override;
    void* native_handle() override { return d_handle; }

private:
    std::shared_ptr<cuda_device> d_device;
    CUstream d_handle = nullptr;
    std::optional<launch_graphs> d_graphs; //!< made with the stream, gone before it
};

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_QUEUE_H */
