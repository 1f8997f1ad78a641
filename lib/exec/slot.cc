/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/slot.h"
#include <cstring>

namespace gpufft {

namespace {

void grow(device& on, std::shared_ptr<buffer>& b, std::size_t bytes)
{
    if (b && b->bytes() >= bytes)
        return;
    b.reset(); // before the larger one is asked for
    b = on.make_buffer(bytes);
}

void grow(device& on, std::shared_ptr<host_buffer>& b, std::size_t bytes)
{
    if (b && b->bytes() >= bytes)
        return;
    b.reset();
    b = on.make_host_buffer(bytes);
}

} // namespace

slot::slot(std::shared_ptr<device> on)
    : d_device(std::move(on)), d_queue(d_device->make_queue())
{
}

void slot::upload_input(const void* in, std::size_t bytes)
{
    grow(*d_device, d_in, bytes);
    grow(*d_device, d_in_staging, bytes);
    std::memcpy(d_in_staging->data(), in, bytes);
    d_queue->upload(*d_in, 0, d_in_staging->data(), bytes);
}

void slot::start(std::shared_ptr<executor> how,
                 std::shared_ptr<buffer> window,
                 const void* in,
                 void* out,
                 std::size_t rows)
{
    forget(); // a submission that failed
    d_how = std::move(how);
    d_window = std::move(window);
    d_rows = rows;
    const auto input_bytes = d_how->input_bytes(rows);
    d_output_bytes = d_how->output_bytes(rows);
    if (const auto bytes = d_how->scratch_bytes(rows))
        grow(*d_device, d_scratch, bytes);

    // One buffer over overlapping memory at a time: in place there is just the output's.
    const bool in_place = d_how->made_plan().what.in_place;
    const bool overlaps = in == out;
    if (!overlaps && !in_place) {
        d_wrapped_in = d_device->wrap_host_memory(const_cast<void*>(in), input_bytes);
        d_wrapped_out = d_device->wrap_host_memory(out, d_output_bytes);
    }
    if (!d_wrapped_in)
        upload_input(in, input_bytes);
    buffer* from = d_wrapped_in ? d_wrapped_in.get() : d_in.get();
    buffer* to = d_wrapped_out.get();
    if (in_place) {
        to = from;
    } else if (!to) {
        grow(*d_device, d_out, d_output_bytes);
        to = d_out.get();
    }
    d_how->enqueue(*d_queue,
                   *from,
                   *to,
                   d_scratch.get(),
                   d_window.get(),
                   static_cast<std::uint32_t>(rows));
    d_target = nullptr;
    if (d_wrapped_out) {
        // Makes what the device wrote visible to the host; no copy where it is one
        // memory.
        d_queue->download(out, *d_wrapped_out, 0, d_output_bytes);
    } else {
        grow(*d_device, d_out_staging, d_output_bytes);
        d_queue->download(d_out_staging->data(), *to, 0, d_output_bytes);
        d_target = out;
    }
    d_end = d_queue->record();
}

std::size_t slot::finish()
{
    const auto end = std::move(d_end);
    try {
        end->wait();
    } catch (...) {
        abandon(); // where only the waiting failed, the memory is still in use
        throw;
    }
    if (d_target)
        std::memcpy(d_target, d_out_staging->data(), d_output_bytes);
    forget();
    return d_rows;
}

void slot::abandon() noexcept
{
    try {
        d_queue->wait_all();
    } catch (...) {
        // What failed is not wanted any more.
    }
    forget();
}

void slot::forget() noexcept
{
    d_end.reset();
    d_wrapped_in.reset();
    d_wrapped_out.reset();
    d_how.reset();
    d_window.reset();
}

} // namespace gpufft
