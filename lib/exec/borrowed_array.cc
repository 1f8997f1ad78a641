/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/borrowed_array.h"
#include "exec/grow.h"
#include <cstring>

namespace gpufft {

namespace {

//! The queue may copy to or from it while the host goes on.
bool is_direct(const device& on,
               const locked_memory& locked,
               const void* memory,
               std::size_t bytes)
{
    return on.info().limits.is_cpu || locked.covers(memory, bytes);
}

} // namespace

buffer* borrowed_input::start(queue& q, const void* from, std::size_t bytes)
{
    // Arrays of submissions that follow one another may overlap. That is no harm: nobody
    // writes to them.
    d_wrapped = d_device->wrap_host_memory(const_cast<void*>(from), bytes);
    if (d_wrapped)
        return d_wrapped.get();
    grow(*d_device, d_copy, bytes);
    if (is_direct(*d_device, d_locked, from, bytes)) {
        q.upload(*d_copy, 0, from, bytes);
        return d_copy.get();
    }
    grow(*d_device, d_staging, bytes);
    std::memcpy(d_staging->data(), from, bytes);
    q.upload(*d_copy, 0, d_staging->data(), bytes);
    return d_copy.get();
}

buffer* borrowed_output::start(void* to, std::size_t bytes)
{
    d_to = to;
    d_bytes = bytes;
    d_is_staged = false;
    d_wrapped = d_device->wrap_host_memory(to, bytes);
    if (d_wrapped)
        return d_wrapped.get();
    grow(*d_device, d_copy, bytes);
    return d_copy.get();
}

void borrowed_output::download(queue& q)
{
    if (d_wrapped) {
        // Makes what the device wrote visible to the host; no copy where it is one
        // memory.
        q.download(d_to, *d_wrapped, 0, d_bytes);
        return;
    }
    if (is_direct(*d_device, d_locked, d_to, d_bytes)) {
        q.download(d_to, *d_copy, 0, d_bytes);
        return;
    }
    grow(*d_device, d_staging, d_bytes);
    d_is_staged = true;
    q.download(d_staging->data(), *d_copy, 0, d_bytes);
}

void borrowed_output::finish()
{
    if (d_is_staged)
        std::memcpy(d_to, d_staging->data(), d_bytes);
    forget();
}

void borrowed_output::forget()
{
    d_wrapped.reset();
    d_is_staged = false;
}

} // namespace gpufft
