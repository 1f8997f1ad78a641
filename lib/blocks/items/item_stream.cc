/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/items/item_stream.h"
#include "blocks/scheduler/ring_memory.h"
#include "device/interface/device_choice.h"
#include <gnuradio/block.h>
#include <gpufft/error.h>
#include <algorithm>
#include <exception>
#include <utility>

namespace gr {
namespace gpufft {

namespace {

constexpr const char* LEFT = "the block before this one left the device";

} // namespace

item_stream::item_stream(const ::gpufft::item_operation& request,
                         const chain_ends::row_items& row,
                         const gr::logger_ptr& logger,
                         const gr::logger_ptr& debug_logger)
    : d_request(request),
      d_row(row),
      d_logger(logger),
      d_debug_logger(debug_logger),
      d_host(request)
{
}

// Rows are uploaded, and computed again, from where they lay when they came: a ring that
// moves its contents to make room leaves them to the host.
std::shared_ptr<::gpufft::device> item_stream::device_of(gr::block_detail& detail) const
{
    for (int i = 0; i < detail.ninputs(); ++i)
        if (!stays_in_place(*detail.input(i)->buffer()))
            return nullptr;
    for (int i = 0; d_request.has_kernel() && i < detail.ninputs(); ++i) {
        const auto writer = detail.input(i)->buffer()->link();
        const auto* member = dynamic_cast<const chain_member*>(writer.get());
        if (!member || !member->keeps_output_there())
            continue;
        if (auto on = member->chain_device())
            return on;
    }
    return nullptr;
}

void item_stream::set_arguments(::gpufft::item_arguments_pointer arguments)
{
    const std::lock_guard<std::mutex> guard(d_shown_mutex);
    d_next_given = std::move(arguments);
}

//! What was set since the last call is in force from the next row on.
void item_stream::take_arguments()
{
    ::gpufft::item_arguments_pointer next;
    {
        const std::lock_guard<std::mutex> guard(d_shown_mutex);
        next.swap(d_next_given);
    }
    if (next)
        d_given.set(d_ends.sent, std::move(next));
}

void item_stream::start(gr::block_detail& detail)
{
    const std::lock_guard<std::mutex> guard(d_work_mutex); // neighbours may have begun
    const auto on = device_of(detail);
    auto& out = *detail.output(0);
    std::vector<gr::buffer_reader*> in;
    std::size_t rows = out.bufsize() / d_row.out;
    d_keeps_in_flight = stays_in_place(out);
    for (int i = 0; i < detail.ninputs(); ++i) {
        auto& ring = *detail.input(i)->buffer();
        in.push_back(detail.input(i).get());
        rows = std::min<std::size_t>(rows, ring.bufsize() / d_row.in);
    }
    d_ends.start(in, { &out }, on, *d_debug_logger, d_row);
    d_given.restart();
    take_arguments();
    d_chunk_rows = std::max<std::size_t>(1, rows / 4);
    d_had_mirror.clear();
    for (std::size_t i = 0; i < in.size(); ++i)
        d_had_mirror.push_back(d_ends.reads_mirror(i));
    if (!d_ends.reads_some_mirror()) {
        tell("started");
        return;
    }
    d_locked = std::make_unique<::gpufft::locked_memory>(on);
    try {
        d_executor = std::make_unique<::gpufft::item_executor>(d_request, on);
        d_chunk_rows = std::min(d_chunk_rows, d_executor->max_rows());
        d_logger->info("buffers: {}", d_ends.lock_rings(*d_locked));
        set_device_name(::gpufft::label_of(on->info()));
        tell("started");
    } catch (const std::exception& e) {
        d_logger->warn("{}; going on with the host", e.what());
        recover(e.what());
        tell("fallback", e.what()); // leave_device() tells it of what has started
    }
}

void item_stream::stop()
{
    d_ends.save_at_end();
    const std::lock_guard<std::mutex> guard(d_work_mutex);
    d_executor.reset();
    d_locked.reset();
    d_queue_depth = 0;
    set_device_name("host");
    d_ends.stop();
}

std::string item_stream::device_name() const
{
    const std::lock_guard<std::mutex> guard(d_shown_mutex);
    return d_device_name;
}

void item_stream::set_device_name(const std::string& name)
{
    const std::lock_guard<std::mutex> guard(d_shown_mutex);
    d_device_name = name;
}

void item_stream::tell(const std::string& event, const std::string& reason) const
{
    if (d_hears)
        d_hears(event, reason);
}

chain_progress item_stream::work(const item_view& v)
{
    std::unique_lock<std::mutex> guard(d_work_mutex);
    take_arguments();
    std::string reason;
    try {
        if (!d_ends.is_lost() && is_on_device()) {
            const auto seen = d_ends.told();
            submit(v);
            return advance(guard, seen);
        }
    } catch (const std::exception& e) {
        d_logger->warn("{}; going on with the host", e.what());
        reason = e.what();
    }
    if (d_executor && reason.empty())
        reason = LEFT;
    if (d_ends.is_lost() || !recover(reason)) {
        chain_progress none;
        none.has_failed = true;
        return none;
    }
    return by_host(v, guard);
}

//! Where the next rows are, of which \p ahead_in that are shown have been sent.
::gpufft::item_rows
item_stream::places_of(const item_view& v, std::size_t ahead_in, std::size_t rows) const
{
    ::gpufft::item_rows result;
    result.count = rows;
    result.first = d_ends.sent;
    result.given = d_given.at(d_ends.sent);
    for (std::size_t i = 0; i < v.in.size(); ++i) {
        const auto* on_host = v.in[i] + ahead_in * d_request.in_bytes[i];
        const auto there = d_ends.place_in(d_ends.sent, rows, on_host, i);
        if (d_had_mirror[i] && !there.of) // since work() looked, in the writer's thread
            throw ::gpufft::device_error(LEFT);
        result.in.push_back({ there, on_host });
    }
    result.out = d_ends.place_out(d_ends.sent, rows);
    return result;
}

void item_stream::submit(const item_view& v)
{
    while (d_executor->can_submit()) {
        const auto ahead_in = static_cast<std::size_t>(d_ends.sent - d_ends.consumed);
        const auto ahead_out = static_cast<std::size_t>(d_ends.sent - d_ends.produced);
        if (ahead_in >= v.rows || ahead_out >= v.space)
            break;
        auto rows = std::min(
            { v.rows - ahead_in, v.space - ahead_out, d_ends.room(), d_chunk_rows });
        if (rows == 0 || d_ends.waits_for_room(rows, v.rows - ahead_in, d_chunk_rows))
            break;
        rows = d_given.rows_alike(d_ends.sent, rows);
        auto next = places_of(v, ahead_in, rows);
        if (d_ends.downloads())
            next.on_host = v.out + ahead_out * d_request.out_bytes;
        d_executor->submit(next);
        d_ends.sent += rows;
    }
    d_queue_depth = static_cast<int>(d_executor->in_flight());
}

//! \param seen  d_ends.told() before rows were sent
chain_progress item_stream::advance(std::unique_lock<std::mutex>& guard,
                                    std::uint64_t seen)
{
    if (!d_ends.is_resident()) {
        if (!d_executor->in_flight()) {
            d_ends.wait_for_room(guard, seen);
            if (!d_executor) // a reader wanted it on the host meanwhile
                return {};
        }
        auto finished = d_executor->wait_oldest();
        while (d_executor->oldest_is_done() ||
               (!d_keeps_in_flight && d_executor->in_flight() > 0))
            finished += d_executor->wait_oldest();
        d_ends.done += finished;
        return report(finished, d_ends.produced + finished - d_ends.consumed);
    }
    d_ends.get_on([&] { return d_executor->oldest_is_done(); },
                  [&] { return d_executor->in_flight(); },
                  [&] { d_ends.done += d_executor->wait_oldest(); },
                  guard,
                  seen);
    if (!d_ends.is_resident()) // a reader wanted it on the host meanwhile
        return {};
    return report(d_ends.sent - d_ends.produced, d_ends.consumable());
}

chain_progress item_stream::by_host(const item_view& v,
                                    std::unique_lock<std::mutex>& guard)
{
    const auto seen = d_ends.told();
    const auto before = static_cast<std::size_t>(d_ends.produced - d_ends.consumed);
    const auto most =
        std::min({ v.rows - std::min(v.rows, before), v.space, d_ends.room() });
    const auto rows = d_given.rows_alike(d_ends.produced, most);
    if (rows == 0)
        d_ends.wait_for_room(guard, seen);
    std::vector<const void*> in;
    for (std::size_t i = 0; i < v.in.size(); ++i)
        in.push_back(v.in[i] + before * d_request.in_bytes[i]);
    const auto given = d_given.at(d_ends.produced);
    d_host.compute(in, v.out, rows, d_ends.produced, given.get());
    d_ends.sent = d_ends.done = d_ends.produced + rows;
    return report(rows, before + rows);
}

chain_progress item_stream::report(std::size_t produced, std::size_t consumed)
{
    const auto result = progress_of(d_ends, produced, consumed);
    d_given.forget_before(d_ends.writes_mirror() ? d_ends.safe_rows() : d_ends.produced);
    return result;
}

bool item_stream::bring_to_host()
{
    const std::lock_guard<std::mutex> guard(d_work_mutex);
    return bring_produced("a block behind this one left the device");
}

//! From now on the host computes.
bool item_stream::recover(const std::string& reason)
{
    if (d_executor)
        d_debug_logger->debug("going on with the host: {}", reason);
    return bring_produced(reason);
}

void item_stream::leave_device(const std::string& reason)
{
    d_executor.reset(); // which waits for what is in flight
    d_ends.sent = d_ends.done = d_ends.produced;
    d_queue_depth = 0;
    d_ends.forget_text();
    const bool was_there = device_name() != "host";
    set_device_name("host");
    if (was_there)
        tell("fallback", reason);
}

//! What readers may need again.
void item_stream::compute_again()
{
    for (auto row = d_ends.safe_rows(); row < d_ends.produced; ++row) {
        std::vector<const void*> in;
        for (std::size_t i = 0; i < d_request.in_bytes.size(); ++i)
            in.push_back(d_ends.ring_in(row, i));
        d_host.compute(in, d_ends.ring_out(row), 1, row, d_given.at(row).get());
    }
}

bool item_stream::bring_produced(const std::string& reason)
{
    leave_device(reason);
    const bool was_resident = d_ends.is_resident();
    if (!d_ends.input_to_host()) {
        if (was_resident)
            d_ends.output_lost();
        return false;
    }
    if (d_ends.writes_mirror())
        d_ends.output_to_host([&] {
            if (was_resident)
                compute_again();
        });
    return true;
}

} // namespace gpufft
} // namespace gr
