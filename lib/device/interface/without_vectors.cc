/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/without_vectors.h"
#include <utility>

namespace gpufft {

namespace {

class scalar_device : public device
{
public:
    explicit scalar_device(std::shared_ptr<device> of)
        : d_of(std::move(of)), d_info(d_of->info())
    {
        d_info.limits.vector_width = 1;
    }

    const device_info& info() const override { return d_info; }

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

    std::shared_ptr<kernel> build(const kernel_source& source) override
    {
        return d_of->build(source);
    }

private:
    std::shared_ptr<device> d_of;
    device_info d_info;
};

} // namespace

std::shared_ptr<device> without_vectors(std::shared_ptr<device> on)
{
    return std::make_shared<scalar_device>(std::move(on));
}

} // namespace gpufft
