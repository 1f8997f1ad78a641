/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_OCLGRIND_LIMITED_DEVICE_H
#define INCLUDED_GPUFFT_TESTS_OCLGRIND_LIMITED_DEVICE_H

#include "device/interface/device.h"
#include <memory>
#include <utility>

namespace gpufft::testing {

//! A device that claims other limits, so that plans for machines that are not there run
//! on the one that is.
class limited_device : public device
{
public:
    limited_device(std::shared_ptr<device> real, const device_limits& claimed)
        : d_real(std::move(real)), d_info(d_real->info())
    {
        d_info.limits = claimed;
    }

    const device_info& info() const override { return d_info; }

    std::shared_ptr<buffer> make_buffer(std::size_t bytes) override
    {
        return d_real->make_buffer(bytes);
    }

    std::shared_ptr<buffer> part_of(const std::shared_ptr<buffer>& whole,
                                    std::size_t offset,
                                    std::size_t bytes) override
    {
        return d_real->part_of(whole, offset, bytes);
    }

    std::shared_ptr<buffer> wrap_host_memory(void* memory, std::size_t bytes) override
    {
        return d_real->wrap_host_memory(memory, bytes);
    }

    std::shared_ptr<host_buffer> make_host_buffer(std::size_t bytes) override
    {
        return d_real->make_host_buffer(bytes);
    }

    std::shared_ptr<queue> make_queue() override { return d_real->make_queue(); }

    const dialect& kernel_dialect() const override { return d_real->kernel_dialect(); }

    std::shared_ptr<kernel> build(const kernel_source& source) override
    {
        return d_real->build(source);
    }

private:
    std::shared_ptr<device> d_real;
    device_info d_info;
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_OCLGRIND_LIMITED_DEVICE_H */
