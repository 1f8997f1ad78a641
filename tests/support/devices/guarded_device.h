/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_GUARDED_DEVICE_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_GUARDED_DEVICE_H

#include "oclgrind/limited_device.h"

namespace gpufft::testing {

//! A CPU device that copies arrays into buffers of its own, which guarded_buffers sees,
//! rather than compute where they lie.
class guarded_device : public limited_device
{
public:
    explicit guarded_device(const std::shared_ptr<device>& real)
        : limited_device(real, real->info().limits)
    {
    }
    //! A device that plans are made for as if it had \p claimed.
    guarded_device(const std::shared_ptr<device>& real, const device_limits& claimed)
        : limited_device(real, claimed)
    {
    }

    std::shared_ptr<buffer> wrap_host_memory(void*, std::size_t) override
    {
        return nullptr;
    }
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_GUARDED_DEVICE_H */
