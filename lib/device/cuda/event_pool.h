/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_EVENT_POOL_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_EVENT_POOL_H

#include "device/cuda/context.h"
#include <mutex>
#include <vector>

namespace gpufft::cuda {

/*!
 * \brief Events of the driver without timing, used again and again
 *
 * To make an event that a thread may sleep on and to destroy it takes the driver longer
 * than to launch a kernel, and other threads wait for it meanwhile. Any thread.
 */
class event_pool
{
public:
    explicit event_pool(const context& of) : d_context(of) {}
    ~event_pool();
    event_pool(const event_pool&) = delete;
    event_pool& operator=(const event_pool&) = delete;

    //! \throws device_error
    CUevent take();
    //! Streams may still wait for what it was recorded for: a new record is no matter to
    //! them.
    void give_back(CUevent e);

private:
    const context& d_context;
    std::mutex d_mutex; // guards what follows
    std::vector<CUevent> d_spare;
};

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_EVENT_POOL_H */
