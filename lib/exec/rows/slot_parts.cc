/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/memory/grow.h"
#include "exec/rows/slot.h"
#include <algorithm>
#include <cstring>

//! Rows that are made of several arrays, and what of them goes to several.
namespace gpufft {

//! The device knows memory of \p parts by addresses, of which there are some.
bool slot::have_addresses(const std::vector<mirror_place>& parts) const
{
    return !parts.empty() && mirrors_have_addresses(parts);
}

//! Queues the upload of \p places. \return where they are
buffer& slot::upload_rings(plane& to, const std::vector<ring_place>& places)
{
    const auto bytes = places.size() * sizeof(ring_place);
    grow(*d_device, to.copy, bytes);
    grow(*d_device, to.staging, bytes);
    std::copy(places.begin(), places.end(), static_cast<ring_place*>(to.staging->data()));
    d_queue->upload(*to.copy, 0, to.staging->data(), bytes);
    return *to.copy;
}

//! Queues d_finish, which writes \p parts where they go.
void slot::finish_to_rings(const std::vector<mirror_place>& parts)
{
    queue_waits waits(*d_queue);
    for (const auto& each : parts)
        if (each.of)
            each.of->before_writing(waits, each.bytes);
    std::vector<ring_place> at;
    for (const auto& each : parts)
        at.push_back(place_in_ring(each));
    auto& rings = upload_rings(d_rings[1], at);
    d_finish->enqueue_to_rings(*d_queue, *d_out[0].copy, rings, d_rows);
}

//! Queues copies of what is not written in place.
void slot::copy_to_mirrors(const row_places& places, const executor_memory& memory)
{
    const auto* from = d_finish ? d_finished.copy.get() : memory.out[0];
    const auto& out = places.out;
    if (out.of && !d_finished_part && !writes_in_place(out))
        out.of->copy_from(*d_queue, *from, out.bytes);
    std::size_t at = 0;
    const auto parts = places.out_parts.size();
    for (const auto& each : places.out_parts) {
        if (each.of) {
            each.of->before_writing(*d_queue, each.bytes);
            each.of->copy_from(*d_queue, *from, each.bytes, at);
        }
        at += output_bytes() / parts;
    }
}

//! Queues d_begin. One array is read where it lies, but across the end of its ring.
void slot::make_rows(const row_places& places)
{
    auto& rows = d_in[0].copy;
    grow(*d_device, rows, d_how->input_bytes(d_rows) + d_begin->overshoot());
    const auto& in = places.in;
    if (in.of && in.of->places_of(in.bytes)[1].bytes == 0) {
        const auto at = in.of->places_of(in.bytes)[0].offset;
        d_begin->enqueue(
            *d_queue, { in.of->memory(), at, in.bytes.size() }, *rows, d_rows);
        return;
    }
    const auto parts = in.of ? std::vector<mirror_place>{ in } : places.in_parts;
    const auto of_each = parts[0].bytes.size();
    const bool by_address = d_begin->reads_rings() && have_addresses(parts);
    const auto at = gather_parts(parts, by_address);
    if (by_address) {
        auto& rings = upload_rings(d_rings[0], at);
        d_begin->enqueue_from_rings(*d_queue, rings, of_each, *rows, d_rows);
    } else {
        d_begin->enqueue(*d_queue, { *d_gathered.copy, 0, of_each }, *rows, d_rows);
    }
}

//! Queues copies of \p parts, one behind the other, to d_gathered: of all of them, or
//! those that the host has. \return where the device has all
std::vector<ring_place> slot::gather_parts(const std::vector<mirror_place>& parts,
                                           bool leaves_mirrors)
{
    std::size_t copied = 0, staged = 0;
    for (const auto& each : parts) {
        const auto bytes = each.bytes.size();
        if (!each.of || !leaves_mirrors)
            copied += bytes;
        if (!each.of && !d_locked.covers(each.on_host, bytes))
            staged = copied;
    }
    if (copied)
        grow(*d_device, d_gathered.copy, copied);
    if (staged)
        grow(*d_device, d_gathered.staging, staged);
    std::vector<ring_place> places;
    std::size_t at = 0;
    for (const auto& each : parts) {
        if (each.of && leaves_mirrors) {
            places.push_back(place_in_ring(each));
            continue;
        }
        if (each.of)
            each.of->copy_to(*d_queue, *d_gathered.copy, at, each.bytes);
        else
            upload_part(each, at);
        const auto bytes = each.bytes.size();
        places.push_back({ d_gathered.copy->device_address() + at, 0, bytes });
        at += bytes;
    }
    return places;
}

//! Queues the upload of what the host has to byte \p at of d_gathered.
void slot::upload_part(const mirror_place& part, std::size_t at)
{
    const auto bytes = part.bytes.size();
    const auto* from = part.on_host;
    if (!d_locked.covers(from, bytes)) {
        auto* staged = static_cast<unsigned char*>(d_gathered.staging->data()) + at;
        std::memcpy(staged, from, bytes);
        from = staged;
    }
    d_queue->upload(*d_gathered.copy, at, from, bytes);
}

} // namespace gpufft
