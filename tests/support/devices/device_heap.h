/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_DEVICE_HEAP_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_DEVICE_HEAP_H

#include "support/judges/host_rows.h"
#include "support/run_on.h"
#include <gpufft/device_memory.h>
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

namespace gpufft::testing {

//! Memory that a caller of the library has on a device; it goes with this.
class device_heap
{
public:
    virtual ~device_heap() = default;
    virtual device_memory make(std::size_t bytes) = 0;
    virtual void write(const device_memory& to, const void* from, std::size_t bytes) = 0;
    //! Waits for what wrote it, and copies.
    virtual void read(void* to, const device_memory& from, std::size_t bytes) = 0;
};

//! The host's, where a device computes in that.
class host_heap : public device_heap
{
public:
    device_memory make(std::size_t bytes) override
    {
        const auto rounded = std::max<std::size_t>(1, (bytes + 63) / 64) * 64;
        d_all.emplace_back(std::aligned_alloc(64, rounded));
        return d_all.back().get();
    }
    void write(const device_memory& to, const void* from, std::size_t bytes) override
    {
        std::memcpy(const_cast<void*>(to.handle), from, bytes);
    }
    void read(void* to, const device_memory& from, std::size_t bytes) override
    {
        std::memcpy(to, from.handle, bytes);
    }

private:
    struct release {
        void operator()(void* memory) const { std::free(memory); }
    };
    std::vector<std::unique_ptr<void, release>> d_all;
};

//! Arrays of a batch on a device, of just as many bytes as it takes.
class rows_on_device
{
public:
    rows_on_device(host_rows& data, device_heap& heap) : d_data(data), d_heap(heap)
    {
        const auto& t = data.request();
        const auto rows = static_cast<std::int64_t>(data.rows());
        d_in_bytes = input_extent(t, rows) * input_element_bytes(t);
        d_out_bytes = output_extent(t, rows) * output_element_bytes(t);
        const auto bytes = t.in_place ? std::max(d_in_bytes, d_out_bytes) : d_in_bytes;
        d_arrays.in = copied(data.in(), bytes);
        d_arrays.in_imaginary = copied(data.in_imaginary(), bytes);
        d_arrays.out = t.in_place ? d_arrays.in : copied(data.out(), d_out_bytes);
        d_arrays.out_imaginary = t.in_place ? d_arrays.in_imaginary
                                            : copied(data.out_imaginary(), d_out_bytes);
    }

    const device_arrays& arrays() const { return d_arrays; }
    device_arrays& arrays() { return d_arrays; }

    //! Brings what is there into the batch.
    void fetch()
    {
        const auto bytes =
            d_data.request().in_place ? std::max(d_in_bytes, d_out_bytes) : d_out_bytes;
        d_heap.read(d_data.out(), d_arrays.out, bytes);
        if (d_data.out_imaginary())
            d_heap.read(d_data.out_imaginary(), d_arrays.out_imaginary, bytes);
    }

private:
    //! Gaps and outputs come along: what is written between outputs shows.
    device_memory copied(const void* from, std::size_t bytes)
    {
        if (!from)
            return {};
        const auto made = d_heap.make(bytes);
        d_heap.write(made, from, bytes);
        return made;
    }

    host_rows& d_data;
    device_heap& d_heap;
    std::size_t d_in_bytes = 0, d_out_bytes = 0;
    device_arrays d_arrays;
};

//! Noise through \p call on a device, judged.
inline verdict judged_on_device(const transform& t,
                                std::size_t rows,
                                unsigned seed,
                                device_heap& heap,
                                const std::function<void(const device_arrays&)>& call)
{
    std::mt19937 random(seed);
    host_rows data(t, rows);
    data.fill(random);
    rows_on_device there(data, heap);
    call(there.arrays());
    there.fetch();
    return judge(data);
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_DEVICE_HEAP_H */
