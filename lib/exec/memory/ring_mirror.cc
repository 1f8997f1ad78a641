/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/memory/ring_mirror.h"
#include <gpufft/error.h>
#include <algorithm>
#include <utility>

namespace gpufft {

namespace {

// Marks that have ended are looked for among more than these: to ask a driver takes time.
constexpr std::size_t FEW_MARKS = 16;

//! \p s one lap of \p bytes before; what was before the first lap was never written.
stretch lap_before(const stretch& s, std::size_t bytes)
{
    const auto back = [bytes](std::uint64_t at) {
        return at - std::min<std::uint64_t>(at, bytes);
    };
    return { back(s.begin), back(s.end) };
}

} // namespace

bool ring_mirror::work::has_ended() const
{
    if (!is_over && end->is_done())
        is_over = true;
    return is_over;
}

void ring_mirror::work::wait() const
{
    if (is_well)
        return;
    end->wait();
    for (const auto& each : made_of)
        each->wait();
    is_well = true;
}

bool ring_mirror::work::has_ended_well() const
{
    try {
        if (!is_well && !has_ended())
            return false;
        wait();
        return true;
    } catch (const device_error&) {
        return false;
    }
}

ring_mirror::ring_mirror(std::shared_ptr<device> on, std::size_t bytes)
    : d_device(std::move(on)), d_memory(d_device->make_buffer(bytes))
{
}

std::array<ring_mirror::place, 2> ring_mirror::places_of(const stretch& s) const
{
    const auto offset = static_cast<std::size_t>(s.begin % bytes());
    const auto first = std::min(s.size(), bytes() - offset);
    return { place{ offset, first }, place{ 0, s.size() - first } };
}

bool ring_mirror::is_in_one(const stretch& s, std::size_t loaded) const
{
    const auto places = places_of(s);
    return d_device->takes_slices() && places[1].bytes == 0 &&
           places[0].offset % loaded == 0;
}

std::shared_ptr<buffer> ring_mirror::part_in_one(const stretch& s) const
{
    const auto offset = places_of(s)[0].offset;
    return is_in_one(s) && offset % PART_ALIGNMENT == 0
               ? d_device->part_of(d_memory, offset, s.size())
               : nullptr;
}

void ring_mirror::wait_for_all(queue_waits& q, const marks& of, const stretch& s)
{
    for (const auto& each : of)
        if (each.end && each.bytes.meets(s))
            q.wait_for(each.end->end);
}

// Slots of one block have queues of their own, so the lap before may still be written,
// too, where nobody had to read it.
void ring_mirror::before_writing(queue_waits& q, const stretch& s)
{
    const auto before = lap_before(s, bytes());
    const std::lock_guard<std::mutex> guard(d_mutex);
    wait_for_all(q, d_written, before);
    wait_for_all(q, d_read, before);
}

ring_mirror::work_pointer
ring_mirror::work_until(std::shared_ptr<event> end,
                        const std::vector<mirror_place>& made_of)
{
    works before;
    for (const auto& each : made_of)
        for (auto& writer : each.of->writers_of(each.bytes))
            before.push_back(std::move(writer));
    // Inputs may share a ring, and one submission may have written several.
    std::sort(before.begin(), before.end());
    before.erase(std::unique(before.begin(), before.end()), before.end());
    return std::make_shared<const work>(std::move(end), std::move(before));
}

void ring_mirror::has_written(const stretch& s, const work_pointer& by)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_written.push_back({ s, by });
    forget_old(s.end);
}

void ring_mirror::before_reading(queue_waits& q, const stretch& s)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    wait_for_all(q, d_written, s);
}

void ring_mirror::has_read(const stretch& s, const work_pointer& by)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_read.push_back({ s, by });
    while (d_read.size() > FEW_MARKS && d_read.front().end->has_ended())
        d_read.pop_front();
}

//! What was overwritten, and what has ended: neighbours of that become one mark.
void ring_mirror::forget_old(std::uint64_t newest)
{
    // Who writes the next lap waits for all of this one.
    while (!d_written.empty() && d_written.front().bytes.end + 2 * bytes() <= newest)
        d_written.pop_front();
    while (d_written.size() > FEW_MARKS && join_first_two())
        continue;
}

//! \return false  they have not ended, or there is something between them
bool ring_mirror::join_first_two()
{
    auto& first = d_written[0];
    auto& second = d_written[1];
    for (auto* each : { &first, &second })
        if (each->end && each->end->has_ended_well())
            each->end.reset();
    if (first.end || second.end || first.bytes.end != second.bytes.begin)
        return false;
    second.bytes.begin = first.bytes.begin;
    d_written.pop_front();
    return true;
}

void ring_mirror::copy_to(queue& q, buffer& to, std::size_t at, const stretch& s)
{
    for (const auto& each : places_of(s)) {
        if (each.bytes)
            q.copy(to, at, *d_memory, each.offset, each.bytes);
        at += each.bytes;
    }
}

void ring_mirror::copy_from(queue& q,
                            const buffer& from,
                            const stretch& s,
                            std::size_t at)
{
    for (const auto& each : places_of(s)) {
        if (each.bytes)
            q.copy(*d_memory, each.offset, from, at, each.bytes);
        at += each.bytes;
    }
}

void ring_mirror::download(queue& q, void* to, const stretch& s) const
{
    auto* at = static_cast<char*>(to);
    for (const auto& each : places_of(s)) {
        if (each.bytes)
            q.download(at, *d_memory, each.offset, each.bytes);
        at += each.bytes;
    }
}

void ring_mirror::upload(queue& q, const stretch& s, const void* from)
{
    const auto* at = static_cast<const char*>(from);
    for (const auto& each : places_of(s)) {
        if (each.bytes)
            q.upload(*d_memory, each.offset, at, each.bytes);
        at += each.bytes;
    }
}

void ring_mirror::bring(queue_waits& q, const stretch& s, const void* from)
{
    const auto* host = static_cast<const char*>(from);
    const std::lock_guard<std::mutex> guard(d_mutex);
    auto there = d_written;
    std::sort(there.begin(), there.end(), [](const mark& a, const mark& b) {
        return a.bytes.begin < b.bytes.begin;
    });
    there.push_back({ { s.end, s.end }, nullptr }); // ends the last gap
    wait_for_all(q, d_written, s);
    auto begin = s.begin;
    for (const auto& each : there) {
        const auto end = std::min(each.bytes.begin, s.end);
        if (begin < end) {
            const stretch gap = { begin, end };
            // Nobody has consumed what was there before its last reader was done.
            upload(q.of(), gap, host + (begin - s.begin));
            d_written.push_back({ gap, work_until(q.of().record()) });
        }
        begin = std::max(begin, each.bytes.end);
    }
    forget_old(s.end);
}

//! The writers that may not have ended well.
ring_mirror::works ring_mirror::writers_of(const stretch& s)
{
    works all;
    const std::lock_guard<std::mutex> guard(d_mutex);
    for (const auto& each : d_written)
        if (each.end && !each.end->is_well && each.bytes.meets(s))
            all.push_back(each.end);
    return all;
}

void ring_mirror::expect_written(const stretch& s)
{
    for (const auto& each : writers_of(s))
        each->wait();
}

} // namespace gpufft
