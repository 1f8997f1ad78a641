/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_WRAPPED_DEVICE_H
#define INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_WRAPPED_DEVICE_H

#include "device/interface/device.h"
#include <memory>
#include <utility>

namespace gpufft {

//! A device that hands all on to another one, for those that do some of it otherwise.
class wrapped_device : public device
{
public:
    explicit wrapped_device(std::shared_ptr<device> of) : d_of(std::move(of)) {}

    const device_info& info() const override { return d_of->info(); }

    std::shared_ptr<buffer> make_buffer(std::size_t bytes) override
    {
        return d_of->make_buffer(bytes);
    }

    std::shared_ptr<buffer> part_of(const std::shared_ptr<buffer>& whole,
                                    std::size_t offset,
                                    std::size_t bytes) override
    {
        return d_of->part_of(whole, offset, bytes);
    }

    std::shared_ptr<buffer> wrap_host_memory(void* memory, std::size_t bytes) override
    {
        return d_of->wrap_host_memory(memory, bytes);
    }

    std::shared_ptr<buffer> borrow_memory(void* memory, std::size_t bytes) override
    {
        return d_of->borrow_memory(memory, bytes);
    }

    std::shared_ptr<buffer> borrow_array(const device_memory& m,
                                         std::size_t bytes,
                                         memory_use use,
                                         std::size_t alignment) override
    {
        return d_of->borrow_array(m, bytes, use, alignment);
    }

    bool can_borrow() const override { return d_of->can_borrow(); }


    std::shared_ptr<callers_queue>
    make_callers_queue(const callers_queue_settings& settings) override
    {
        return d_of->make_callers_queue(settings);
    }

    std::shared_ptr<host_buffer> make_host_buffer(std::size_t bytes) override
    {
        return d_of->make_host_buffer(bytes);
    }

    std::shared_ptr<host_registration> register_host_memory(void* memory,
                                                            std::size_t bytes) override
    {
        return d_of->register_host_memory(memory, bytes);
    }

    std::shared_ptr<queue> make_queue() override { return d_of->make_queue(); }

    const dialect& kernel_dialect() const override { return d_of->kernel_dialect(); }

    bool takes_slices() const override { return d_of->takes_slices(); }

    std::shared_ptr<kernel> build(const kernel_source& source) override
    {
        return d_of->build(source);
    }

    std::shared_ptr<kernel> build_for_trial(const kernel_source& source) override
    {
        return d_of->build_for_trial(source);
    }

private:
    std::shared_ptr<device> d_of;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_WRAPPED_DEVICE_H */
