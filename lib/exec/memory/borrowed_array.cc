/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/memory/borrowed_array.h"
#include "exec/memory/grow.h"
#include <cstring>

namespace gpufft {

namespace {

// What two arrays have in common is copied within the device where it takes PCIe 5 some
// 5 us or more: the copy and its events take calls of the driver, too. Estimated.
constexpr std::size_t LEAST_SHARED_BYTES = std::size_t(256) << 10;

} // namespace

buffer* borrowed_input::start(queue& q, const void* from, std::size_t bytes)
{
    // Arrays of submissions that follow one another may overlap. That is no harm: nobody
    // writes to them.
    d_wrapped = d_device->wrap_host_memory(const_cast<void*>(from), bytes);
    if (d_wrapped)
        return d_wrapped.get();
    const auto* source = staged(from, bytes);
    if (source != from) { // a CPU device, and the array was not aligned for it
        d_wrapped = d_device->wrap_host_memory(d_staging->data(), bytes);
        if (d_wrapped)
            return d_wrapped.get();
    }
    make_copy(q, bytes);
    q.upload(*d_copy, 0, source, bytes);
    return d_copy.get();
}

//! Bytes like those at \p from, where they are page-locked.
const void* borrowed_input::staged(const void* from, std::size_t bytes)
{
    if (d_locked.covers(from, bytes))
        return from;
    grow(*d_device, d_staging, bytes);
    std::memcpy(d_staging->data(), from, bytes);
    return d_staging->data();
}

//! Has room for \p bytes that are queued next.
void borrowed_input::make_copy(queue& q, std::size_t bytes)
{
    d_there.reset();
    if (d_taken)
        q.wait_for(*d_taken);
    d_taken.reset();
    grow(*d_device, d_copy, bytes);
    d_bytes = bytes;
}

buffer* borrowed_input::start_behind(queue& q,
                                     borrowed_input* before,
                                     std::size_t shared,
                                     const void* from,
                                     std::size_t bytes)
{
    if (shared < LEAST_SHARED_BYTES || d_device->info().limits.is_cpu)
        return start(q, from, bytes);
    if (!before || !before->d_there || shared > before->d_bytes || shared >= bytes) {
        auto* result = start(q, from, bytes);
        share(q);
        return result;
    }
    const auto rest = bytes - shared;
    const auto* source = staged(static_cast<const char*>(from) + shared, rest);
    make_copy(q, bytes);
    // The link goes on without waiting for the copy.
    q.upload(*d_copy, shared, source, rest);
    q.wait_for(*before->d_there);
    q.copy(*d_copy, 0, *before->d_copy, before->d_bytes - shared, shared);
    d_taken_from = before->d_copy;
    before->d_taken = q.record();
    share(q);
    return d_copy.get();
}

//! What is queued on \p q by now is for others, too.
void borrowed_input::share(queue& q)
{
    if (!d_wrapped)
        d_there = q.record();
}

buffer* borrowed_input::start(queue& q, const mirror_place& from)
{
    d_mirrored = from;
    from.before_reading(q);
    d_wrapped = from.of->part_in_one(from.bytes);
    if (d_wrapped)
        return d_wrapped.get();
    make_copy(q, from.bytes.size());
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
    d_taken_from.reset();
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
