/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAKE_MEMORY_H
#define INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAKE_MEMORY_H

#include "device/interface/device.h"
#include "reference/fake/fake_backend.h"
#include <cstring>
#include <vector>

namespace gpufft {

//! Adds itself to the buffers that are alive.
class counted_buffer
{
public:
    explicit counted_buffer(std::shared_ptr<fake_control> control)
        : d_control(std::move(control))
    {
        ++d_control->live_buffers;
    }
    ~counted_buffer() { --d_control->live_buffers; }
    counted_buffer(const counted_buffer&) = delete;
    counted_buffer& operator=(const counted_buffer&) = delete;

private:
    std::shared_ptr<fake_control> d_control;
};

//! All bits set is a NaN, so that what nobody wrote does not look like a result.
inline std::vector<unsigned char> unwritten(std::size_t bytes)
{
    return std::vector<unsigned char>(bytes, 0xff);
}

class fake_buffer : public buffer
{
public:
    fake_buffer(std::shared_ptr<fake_control> control, std::size_t bytes)
        : d_count(std::move(control)),
          d_own(unwritten(bytes)),
          d_data(d_own.data()),
          d_bytes(bytes)
    {
    }
    fake_buffer(std::shared_ptr<fake_control> control, void* wrapped, std::size_t bytes)
        : d_count(std::move(control)),
          d_data(static_cast<unsigned char*>(wrapped)),
          d_bytes(bytes)
    {
    }
    fake_buffer(std::shared_ptr<fake_control> control,
                std::shared_ptr<fake_buffer> whole,
                std::size_t offset,
                std::size_t bytes)
        : d_count(std::move(control)),
          d_whole(std::move(whole)),
          d_data(d_whole->data() + offset),
          d_bytes(bytes)
    {
    }

    std::size_t bytes() const override { return d_bytes; }
    buffer_place place() const override
    {
        return { nullptr, reinterpret_cast<std::uintptr_t>(d_data) };
    }
    unsigned char* data() const { return d_data; }

private:
    counted_buffer d_count;
    std::vector<unsigned char> d_own;     //!< empty where the memory is the caller's
    std::shared_ptr<fake_buffer> d_whole; //!< that this is a part of
    unsigned char* d_data;
    std::size_t d_bytes;
};

class fake_host_buffer : public host_buffer
{
public:
    fake_host_buffer(std::shared_ptr<fake_control> control, std::size_t bytes)
        : d_count(std::move(control)), d_own(unwritten(bytes + ALIGNMENT)), d_bytes(bytes)
    {
        const auto address = reinterpret_cast<std::uintptr_t>(d_own.data());
        d_data = d_own.data() + (ALIGNMENT - address % ALIGNMENT) % ALIGNMENT;
    }

    void* data() override { return d_data; }
    std::size_t bytes() const override { return d_bytes; }

private:
    static constexpr std::size_t ALIGNMENT = 64;
    counted_buffer d_count;
    std::vector<unsigned char> d_own;
    unsigned char* d_data;
    std::size_t d_bytes;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAKE_MEMORY_H */
