/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_MIRRORED_BUFFER_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_MIRRORED_BUFFER_H

#include "device/interface/device.h"
#include <cstddef>
#include <cstdint>
#include <memory>

namespace gpufft {

//! \brief Memory on the device and on the host; one where the device works on that of the
//! host
class mirrored_buffer
{
public:
    mirrored_buffer(device& on, std::size_t bytes);

    buffer& on_device() { return *d_buffer; }
    template <class Number>
    const Number* on_host() const
    {
        return static_cast<const Number*>(d_host->data());
    }
    std::size_t bytes() const { return d_host->bytes(); }

    //! Queued: from the device to the host.
    void download(queue& q);
    //! Queued: bytes() bytes from \p values to both.
    void upload(queue& q, const void* values);
    //! Zeros on the host now, on the device queued.
    void clear(queue& q);

private:
    std::shared_ptr<host_buffer> d_host;
    std::shared_ptr<buffer> d_buffer;
};

//! A histogram on the device and on the host: float32[levels][bins].
struct histogram_state {
    histogram_state(device& on, std::size_t bytes) : memory(on, bytes) {}
    mirrored_buffer memory;
    //! Frames of the histogram that this is; 0 while it is under way.
    std::uint64_t frames = 0;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_MIRRORED_BUFFER_H */
