/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/memory/borrowed_array.h"
#include "exec/memory/grow.h"
#include <cstring>

namespace gpufft {

buffer* borrowed_input::start(queue& q, const void* from, std::size_t bytes)
{
    // Arrays of submissions that follow one another may overlap. That is no harm: nobody
    // writes to them.
    d_wrapped = d_device->wrap_host_memory(const_cast<void*>(from), bytes);
    if (d_wrapped)
        return d_wrapped.get();
    if (d_locked.covers(from, bytes)) {
        grow(*d_device, d_copy, bytes);
        q.upload(*d_copy, 0, from, bytes);
        return d_copy.get();
    }
    grow(*d_device, d_staging, bytes);
    std::memcpy(d_staging->data(), from, bytes);
    d_wrapped = d_device->wrap_host_memory(d_staging->data(), bytes);
    if (d_wrapped) // a CPU device, and the array was not aligned for it
        return d_wrapped.get();
    grow(*d_device, d_copy, bytes);
    q.upload(*d_copy, 0, d_staging->data(), bytes);
    return d_copy.get();
}

buffer* borrowed_input::start(queue& q, const mirror_place& from)
{
    d_mirrored = from;
    from.before_reading(q);
    d_wrapped = from.of->part_in_one(from.bytes);
    if (d_wrapped)
        return d_wrapped.get();
    grow(*d_device, d_copy, from.bytes.size());
    from.of->copy_to(q, *d_copy, 0, from.bytes);
    return d_copy.get();
}

void borrowed_input::has_queued(const std::shared_ptr<event>& end)
{
    if (d_mirrored.of)
        d_mirrored.of->has_read(d_mirrored.bytes, end);
}

void borrowed_input::finish()
{
    if (d_mirrored.of)
        d_mirrored.of->expect_written(d_mirrored.bytes);
}

void borrowed_input::forget()
{
    d_wrapped.reset();
    d_mirrored = {};
}

buffer* borrowed_output::start(void* to, std::size_t bytes)
{
    d_to = to;
    d_bytes = bytes;
    d_target = to;
    d_wrapped = d_device->wrap_host_memory(to, bytes);
    if (d_wrapped)
        return d_wrapped.get();
    if (!d_locked.covers(to, bytes)) {
        grow(*d_device, d_staging, bytes);
        d_target = d_staging->data();
        d_wrapped = d_device->wrap_host_memory(d_target, bytes);
        if (d_wrapped)
            return d_wrapped.get();
    }
    grow(*d_device, d_copy, bytes);
    return d_copy.get();
}

// Where memory is wrapped, this makes what the device wrote there visible to the host; it
// is no copy where both have one memory.
void borrowed_output::download(queue& q)
{
    q.download(d_target, d_wrapped ? *d_wrapped : *d_copy, 0, d_bytes);
}

void borrowed_output::finish()
{
    if (d_target != d_to)
        std::memcpy(d_to, d_target, d_bytes);
    forget();
}

void borrowed_output::forget()
{
    d_wrapped.reset();
    d_to = d_target = nullptr;
}

} // namespace gpufft
