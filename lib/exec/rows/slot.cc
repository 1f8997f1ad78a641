/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/memory/flight.h"
#include "exec/memory/grow.h"
#include "exec/rows/slot.h"
#include "plan/request/taps.h"
#include <algorithm>
#include <cstdint>
#include <cstring>

namespace gpufft {

namespace {

bool are_apart(const void* a, const void* b, std::size_t bytes)
{
    const auto first = reinterpret_cast<std::uintptr_t>(a);
    const auto second = reinterpret_cast<std::uintptr_t>(b);
    return std::max(first, second) - std::min(first, second) >= bytes;
}

//! Rows of a stream that is convolved, or folded, share inputs, which nobody writes to
//! meanwhile.
bool shares_inputs(const transform& t) { return keeps_taps(t); }

//! No array shares memory with another that is written to. The planes of an input may be
//! rows of one stream.
bool are_buffers(const transform& t,
                 const host_arrays& host,
                 std::size_t rows,
                 std::size_t out_bytes)
{
    if (!shares_inputs(t))
        return are_separate(t, host, rows);
    return !some_input_is_overwritten(t, host, rows) &&
           (planes_of(t.output_layout) < 2 ||
            are_apart(host.out[0], host.out[1], out_bytes));
}


} // namespace

slot::slot(std::shared_ptr<device> on, const locked_memory& locked)
    : d_device(std::move(on)), d_locked(locked), d_queue(d_device->make_queue())
{
}

std::array<slot::plane, 2>& slot::out_planes(const transform& t)
{
    return t.in_place ? d_in : d_out;
}

void slot::start(std::shared_ptr<executor> how,
                 std::shared_ptr<buffer> window,
                 const row_places& places,
                 std::size_t rows,
                 std::shared_ptr<buffer> workspace,
                 std::shared_ptr<const given_memory> given)
{
    const auto& host = places.host;
    forget(); // a submission that failed
    if (!d_queue)
        d_queue = d_device->make_queue();
    d_how = std::move(how);
    d_window = std::move(window);
    d_given_workspace = std::move(workspace);
    d_given = std::move(given);
    d_first_row = static_cast<std::uint32_t>(places.first_row);
    d_begin = places.begin;
    d_finish = places.finish;
    d_downloads_rows = !d_finish || !places.out_parts.empty();
    d_rows = rows;
    const auto t = packed(d_how->made_plan().request);
    if (const auto bytes = d_how->workspace_bytes(rows); bytes && !d_given_workspace)
        grow(*d_device, d_workspace, bytes);
    const bool has_mirror = places.are_linked();
    if (!has_mirror && !d_finish && !places.before.count)
        wrap(t, host, rows);
    if (places.reads_mirror())
        read_mirror(places);
    else if (places.before.count)
        upload_behind(places.before, host.in[0], d_how->input_bytes(rows));
    else
        upload(t, host, rows);
    if (places.tells_when_read && !places.reads_mirror())
        d_input_read = d_queue->record();
    auto memory = memory_of(t, places.out, rows);
    use_mirrors(memory, places);
    if (!transforms_in_finish())
        d_how->enqueue(*d_queue, memory, static_cast<std::uint32_t>(rows));
    const auto& parts = places.out_parts;
    if (d_finish && d_finish->writes_to_rings() && have_addresses(parts)) {
        finish_to_rings(parts);
    } else {
        if (d_finish)
            enqueue_finish(places.out, memory);
        copy_to_mirrors(places, memory);
    }
    if (has_mirror)
        mark_mirrors(places);
    if (!places.downloads)
        return;
    if (places.out.of)
        download_mirror(places);
    else if (d_downloads_rows)
        download(t, host, rows);
    else
        download_finished(host.out[0]);
    d_end = d_queue->record();
}

//! d_finish takes rows as they came.
bool slot::transforms_in_finish() const
{
    return d_finish && d_finish->transforms_rows();
}

//! Queues d_finish, which writes to a part of the mirror of \p out where it can.
//! \param memory  of the rows
void slot::enqueue_finish(const mirror_place& out, const executor_memory& memory)
{
    if (out.of)
        d_finished_part = out.of->part_in_one(out.bytes);
    if (!d_finished_part)
        grow(*d_device, d_finished.copy, output_bytes());
    auto& to = d_finished_part ? *d_finished_part : *d_finished.copy;
    if (transforms_in_finish())
        d_finish->enqueue_untransformed(*d_queue, memory, to, d_rows, d_first_row);
    else
        d_finish->enqueue(*d_queue, *d_out[0].copy, to, d_rows, d_first_row);
}

//! Queues the copy of what d_finish makes to \p to.
void slot::download_finished(void* to)
{
    const auto bytes = output_bytes();
    if (!d_locked.covers(to, bytes)) {
        grow(*d_device, d_finished.staging, bytes);
        d_targets[0] = to;
        to = d_finished.staging->data();
    }
    d_queue->download(to, *d_finished.copy, 0, bytes);
}

//! Kernels take the rows as they lie; others have copies within the device. Rows of a
//! bank of filters are loaded sample by sample, and may begin at any.
bool slot::reads_in_place(const row_places& places) const
{
    const auto& t = d_how->made_plan().request;
    const auto loaded = t.taps_per_branch > 1 ? input_element_bytes(t)
                                              : std::size_t(ring_mirror::WIDEST_LOAD);
    return places.before.count == 0 && places.zeros_after == 0 && !places.begin &&
           places.in.of && places.in.of->is_in_one(places.in.bytes, loaded);
}

void slot::read_mirror(const row_places& places)
{
    const auto& in = places.in;
    d_read.clear();
    for (const auto& each : places.in_parts)
        if (each.of)
            d_read.push_back(each);
    if (in.of)
        d_read.push_back(in);
    queue_waits waits(*d_queue);
    for (const auto& each : d_read)
        each.before_reading(waits);
    if (d_begin)
        make_rows(places);
    if (d_begin || reads_in_place(places))
        return;
    grow(*d_device,
         d_in[0].copy,
         places.before.count + in.bytes.size() + places.zeros_after);
    if (places.zeros_after)
        copy_zeros(places.before.count + in.bytes.size(), places.zeros_after);
    if (places.before.count)
        upload_before(places.before);
    in.of->copy_to(*d_queue, *d_in[0].copy, places.before.count, in.bytes);
}

void slot::upload_before(const host_bytes& before)
{
    auto& p = d_in[0];
    grow(*d_device, p.staging, before.count);
    std::memcpy(p.staging->data(), before.at, before.count);
    d_queue->upload(*p.copy, 0, p.staging->data(), before.count);
}

//! Rows of \p bytes bytes, that is those \p before, then those at \p rows.
void slot::upload_behind(const host_bytes& before, const void* rows, std::size_t bytes)
{
    auto& p = d_in[0];
    const auto own = bytes - before.count;
    const bool is_locked = d_locked.covers(rows, own);
    grow(*d_device, p.copy, bytes);
    grow(*d_device, p.staging, is_locked ? before.count : bytes);
    upload_before(before);
    if (!is_locked) {
        auto* staged = static_cast<unsigned char*>(p.staging->data()) + before.count;
        std::memcpy(staged, rows, own);
        rows = staged;
    }
    d_queue->upload(*p.copy, before.count, rows, own);
}

//! They go over the link once, not with each part of a row. Before staging has anything
//! else.
void slot::copy_zeros(std::size_t at, std::size_t bytes)
{
    if (d_zeros_there < bytes) {
        const auto most = std::max(bytes, d_how->input_bytes(1));
        d_zeros_there = 0;
        grow(*d_device, d_zeros, most);
        grow(*d_device, d_in[0].staging, most);
        std::memset(d_in[0].staging->data(), 0, most);
        d_queue->upload(*d_zeros, 0, d_in[0].staging->data(), most);
        d_queue->wait_all(); // once: other parts of rows are no longer
        d_zeros_there = most;
    }
    d_queue->copy(*d_in[0].copy, at, *d_zeros, 0, bytes);
}

std::size_t slot::output_bytes() const
{
    return d_finish ? d_finish->output_bytes(d_rows) : d_how->output_bytes(d_rows);
}

//! A part of a row has a copy within the device: kernels write whole ones. Rows that
//! d_finish makes something of are not what goes out.
bool slot::writes_in_place(const mirror_place& out) const
{
    return !d_finish && out.of && out.of->is_in_one(out.bytes) &&
           out.bytes.size() == output_bytes();
}

void slot::use_mirrors(executor_memory& memory, const row_places& places)
{
    if (places.out.of)
        places.out.of->before_writing(*d_queue, places.out.bytes);
    memory.is_in_ring = reads_in_place(places) || writes_in_place(places.out);
    if (reads_in_place(places)) {
        memory.in[0] = &places.in.of->memory();
        memory.in_offset = places.in.of->places_of(places.in.bytes)[0].offset;
    }
    if (writes_in_place(places.out)) {
        memory.out[0] = &places.out.of->memory();
        memory.out_offset = places.out.of->places_of(places.out.bytes)[0].offset;
    }
}

//! Others on the device go on from here, before the host has anything.
void slot::mark_mirrors(const row_places& places)
{
    d_end = d_queue->record();
    if (places.tells_when_read && places.reads_mirror())
        d_input_read = d_end;
    const auto work = ring_mirror::work_until(d_end, d_read);
    for (const auto& each : d_read)
        each.of->has_read(each.bytes, work);
    if (places.out.of)
        places.out.of->has_written(places.out.bytes, work);
    for (const auto& each : places.out_parts)
        if (each.of)
            each.of->has_written(each.bytes, work);
}

void slot::download_mirror(const row_places& places)
{
    const auto bytes = places.out.bytes.size();
    auto* to = places.host.out[0];
    if (!d_locked.covers(to, bytes)) {
        // finish() takes whole rows from there, also of a part of one.
        auto& staging = d_finish ? d_finished.staging : d_out[0].staging;
        grow(*d_device, staging, output_bytes());
        d_targets[0] = to;
        to = staging->data();
    }
    places.out.of->download(*d_queue, to, places.out.bytes);
}

// One buffer over a piece of memory at a time: not where arrays share some, nor where
// the rows of other submissions lie between these.
void slot::wrap(const transform& t, const host_arrays& host, std::size_t rows)
{
    const auto in_bytes = d_how->input_bytes(rows);
    const auto out_bytes = d_how->output_bytes(rows);
    const bool has_foreign_inputs =
        input_extent(t) > t.input_distance && !shares_inputs(t);
    if (has_foreign_inputs || output_extent(t) > t.output_distance)
        return;
    if (t.in_place) {
        const auto bytes = std::max(in_bytes, out_bytes);
        const bool is_planar = planes_of(t.input_layout) > 1;
        if (host.in[0] != host.out[0] || is_planar)
            return;
        d_in[0].wrapped = d_device->wrap_host_memory(host.out[0], bytes);
        return;
    }
    if (!are_buffers(t, host, rows, out_bytes))
        return;
    for (std::size_t i = 0; i < planes_of(t.input_layout); ++i)
        d_in[i].wrapped =
            d_device->wrap_host_memory(const_cast<void*>(host.in[i]), in_bytes);
    for (std::size_t i = 0; i < planes_of(t.output_layout); ++i)
        d_out[i].wrapped = d_device->wrap_host_memory(host.out[i], out_bytes);
}

void slot::upload(const transform& t, const host_arrays& host, std::size_t rows)
{
    const row_copy copy(t, INPUT_VIEW);
    const auto bytes = d_how->input_bytes(rows);
    const auto device_bytes =
        t.in_place ? std::max(bytes, d_how->output_bytes(rows)) : bytes;
    for (std::size_t i = 0; i < planes_of(t.input_layout); ++i) {
        auto& p = d_in[i];
        if (p.wrapped)
            continue;
        grow(*d_device, p.copy, device_bytes);
        if (copy.is_one_run(rows) && d_locked.covers(host.in[i], bytes)) {
            d_queue->upload(*p.copy, 0, host.in[i], bytes);
            continue;
        }
        grow(*d_device, p.staging, device_bytes);
        if (copy.is_one_run(rows)) // whatever its elements are
            std::memcpy(p.staging->data(), host.in[i], bytes);
        else
            copy(p.staging->data(), host.in[i], rows);
        d_queue->upload(*p.copy, 0, p.staging->data(), bytes);
    }
}

executor_memory
slot::memory_of(const transform& t, const mirror_place& out, std::size_t rows)
{
    executor_memory memory;
    for (std::size_t i = 0; i < planes_of(t.input_layout); ++i)
        memory.in[i] = d_in[i].on_device();
    for (std::size_t i = 0; i < planes_of(t.output_layout); ++i) {
        auto& p = out_planes(t)[i];
        if (!t.in_place && !p.wrapped && !writes_in_place(out) && !transforms_in_finish())
            grow(*d_device, p.copy, d_how->output_bytes(rows));
        memory.out[i] = p.on_device();
    }
    memory.workspace = d_given_workspace ? d_given_workspace.get() : d_workspace.get();
    memory.window = d_window.get();
    memory.first_row = d_first_row;
    if (d_given)
        d_given->put_into(memory);
    return memory;
}

void slot::download(const transform& t, const host_arrays& host, std::size_t rows)
{
    // What lies between the outputs is not ours to write.
    const bool is_one_run = row_copy(t, OUTPUT_VIEW).is_one_run(rows);
    const auto bytes = d_how->output_bytes(rows);
    for (std::size_t i = 0; i < planes_of(t.output_layout); ++i) {
        auto& p = out_planes(t)[i];
        if (p.wrapped) {
            // Makes what the device wrote visible to the host; no copy where it is one
            // memory.
            d_queue->download(host.out[i], *p.wrapped, 0, bytes);
            continue;
        }
        if (is_one_run && d_locked.covers(host.out[i], bytes)) {
            d_queue->download(host.out[i], *p.copy, 0, bytes);
            continue;
        }
        grow(*d_device, p.staging, bytes);
        d_queue->download(p.staging->data(), *p.copy, 0, bytes);
        d_targets[i] = host.out[i];
    }
}

void slot::wait_until_read()
{
    if (d_input_read)
        d_input_read->wait();
}

std::size_t slot::finish()
{
    wait_or_abandon(d_end, *this);
    for (const auto& each : d_read)
        each.of->expect_written(each.bytes);
    if (!d_downloads_rows) {
        if (d_targets[0])
            std::memcpy(d_targets[0], d_finished.staging->data(), output_bytes());
        forget();
        return d_rows;
    }
    const auto t = packed(d_how->made_plan().request);
    const row_copy copy(t, OUTPUT_VIEW);
    for (std::size_t i = 0; i < d_targets.size(); ++i)
        if (d_targets[i])
            copy(d_targets[i], out_planes(t)[i].staging->data(), d_rows);
    forget();
    return d_rows;
}

void slot::abandon() noexcept
{
    drain_or_drop(d_queue);
    forget();
}

void slot::forget() noexcept
{
    d_end.reset();
    d_input_read.reset();
    d_read.clear();
    for (std::size_t i = 0; i < 2; ++i) {
        d_in[i].wrapped.reset();
        d_out[i].wrapped.reset();
        d_targets[i] = nullptr;
    }
    d_how.reset();
    d_window.reset();
    d_given.reset();
    d_begin.reset();
    d_finish.reset();
    d_finished_part.reset();
    d_given_workspace.reset();
}

} // namespace gpufft
