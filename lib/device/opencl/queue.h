/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_QUEUE_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_QUEUE_H

#include "device/opencl/device.h"

namespace gpufft::opencl {

//! One in-order command queue of the driver.
class opencl_queue : public queue
{
public:
    explicit opencl_queue(std::shared_ptr<opencl_device> on);
    ~opencl_queue() override;
    opencl_queue(const opencl_queue&) = delete;
    opencl_queue& operator=(const opencl_queue&) = delete;

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
    std::shared_ptr<event> record() override;
    std::shared_ptr<event> record_timed() override;
    void wait_for(event& e) override;
    void wait_all() override;

private:
    cl::Event* noted(); //!< where the event of a command goes; nullptr: nowhere

    std::shared_ptr<opencl_device> d_device;
    cl::CommandQueue d_handle;
    cl::Event d_latest;      //!< of the last command, where events are noted
    bool d_is_timed = false; //!< the driver notes when each command ran
};

} // namespace gpufft::opencl

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_QUEUE_H */
