/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/items/item_stream.h"
#include "blocks/scheduler/ring_memory.h"
#include <gnuradio/block.h>
#include <gpufft/error.h>
#include <algorithm>
#include <exception>

namespace gr {
namespace gpufft {

item_stream::item_stream(const ::gpufft::item_operation& request,
                         const chain_ends::row_items& row,
                         const gr::logger_ptr& logger,
                         const gr::logger_ptr& debug_logger)
    : d_request(request), d_row(row), d_logger(logger), d_debug_logger(debug_logger)
{
}

std::shared_ptr<::gpufft::device> item_stream::device_of(gr::buffer_reader& in) const
{
    if (!d_request.has_kernel())
        return nullptr;
    const auto writer = in.buffer()->link();
    const auto* member = dynamic_cast<const chain_member*>(writer.get());
    return member && member->keeps_output_there() ? member->chain_device() : nullptr;
}

void item_stream::start(gr::buffer_reader& in, gr::buffer& out)
{
    const std::lock_guard<std::mutex> guard(d_work_mutex); // neighbours may have begun
    const auto on = device_of(in);
    d_ends.start(&in, out, on, *d_debug_logger, d_row);
    d_chunk_rows = std::max<std::size_t>(
        1, std::min(in.buffer()->bufsize() / d_row.in, out.bufsize() / d_row.out) / 4);
    d_keeps_in_flight = stays_in_place(*in.buffer()) && stays_in_place(out);
    if (!d_ends.reads_mirror())
        return;
    d_locked = std::make_unique<::gpufft::locked_memory>(on);
    try {
        d_executor = std::make_unique<::gpufft::item_executor>(d_request, on);
        d_chunk_rows = std::min(d_chunk_rows, d_executor->max_rows());
        d_logger->info("buffers: {}", d_ends.lock_rings(*d_locked));
    } catch (const std::exception& e) {
        d_logger->warn("{}; going on with the host", e.what());
        recover(e.what());
    }
}

void item_stream::stop()
{
    d_ends.save_at_end();
    const std::lock_guard<std::mutex> guard(d_work_mutex);
    d_executor.reset();
    d_locked.reset();
    d_ends.stop();
}

chain_progress item_stream::work(const chain_view& v)
{
    std::unique_lock<std::mutex> guard(d_work_mutex);
    try {
        if (!d_ends.is_lost() && is_on_device()) {
            const auto seen = d_ends.told();
            submit(v);
            return advance(guard, seen);
        }
    } catch (const std::exception& e) {
        d_logger->warn("{}; going on with the host", e.what());
        recover(e.what());
    }
    if (d_ends.is_lost() || !recover("")) {
        chain_progress none;
        none.has_failed = true;
        return none;
    }
    return by_host(v, guard);
}

void item_stream::submit(const chain_view& v)
{
    while (d_executor->can_submit()) {
        const auto ahead_in = d_ends.sent - d_ends.consumed;
        const auto ahead_out = d_ends.sent - d_ends.produced;
        if (ahead_in >= v.rows || ahead_out >= v.space)
            return;
        const auto rows = std::min({ static_cast<std::size_t>(v.rows - ahead_in),
                                     static_cast<std::size_t>(v.space - ahead_out),
                                     d_ends.room(),
                                     d_chunk_rows });
        if (rows == 0)
            return;
        if (d_ends.waits_for_room(rows, v.rows - ahead_in, d_chunk_rows))
            return;
        auto* to = v.out + ahead_out * d_request.out_bytes;
        const auto from = d_ends.place_in(d_ends.sent, rows, nullptr);
        if (!from.of) // since work() looked, in the writer's thread
            throw ::gpufft::device_error("the block before this one left the device");
        d_executor->submit(from,
                           d_ends.place_out(d_ends.sent, rows),
                           d_ends.downloads() ? to : nullptr,
                           rows);
        d_ends.sent += rows;
    }
}

//! \param seen  d_ends.told() before rows were sent
chain_progress item_stream::advance(std::unique_lock<std::mutex>& guard,
                                    std::uint64_t seen)
{
    if (!d_ends.is_resident()) {
        if (!d_executor->in_flight() && d_ends.room() == 0)
            d_ends.wait_for_readers(guard, seen);
        auto finished = d_executor->wait_oldest();
        while (d_executor->oldest_is_done() ||
               (!d_keeps_in_flight && d_executor->in_flight() > 0))
            finished += d_executor->wait_oldest();
        d_ends.done += finished;
        return report(finished, d_ends.produced + finished - d_ends.consumed);
    }
    while (d_executor->oldest_is_done())
        d_ends.done += d_executor->wait_oldest();
    if (d_ends.sent == d_ends.produced && d_ends.consumable() == 0) {
        if (d_executor->in_flight()) {
            d_ends.done += d_executor->wait_oldest();
        } else {
            d_ends.wait_for_readers(guard, seen);
            if (!d_ends.is_resident())
                return {};
        }
    }
    return report(d_ends.sent - d_ends.produced, d_ends.consumable());
}

chain_progress item_stream::by_host(const chain_view& v,
                                    std::unique_lock<std::mutex>& guard)
{
    const auto seen = d_ends.told();
    const auto before = static_cast<std::size_t>(d_ends.produced - d_ends.consumed);
    const auto rows =
        std::min({ v.rows - std::min(v.rows, before), v.space, d_ends.room() });
    if (rows == 0 && d_ends.room() == 0)
        d_ends.wait_for_readers(guard, seen);
    ::gpufft::compute(d_request, v.in + before * d_request.in_bytes, v.out, rows);
    d_ends.sent = d_ends.done = d_ends.produced + rows;
    return report(rows, before + rows);
}

chain_progress item_stream::report(std::size_t produced, std::size_t consumed)
{
    chain_progress result;
    result.ahead = static_cast<std::size_t>(d_ends.produced - d_ends.consumed);
    result.produced = produced;
    result.consumed = consumed;
    d_ends.has_produced(produced);
    d_ends.consumed += consumed;
    return result;
}

bool item_stream::bring_to_host()
{
    const std::lock_guard<std::mutex> guard(d_work_mutex);
    return bring_produced();
}

//! From now on the host computes.
bool item_stream::recover(const std::string& reason)
{
    if (d_executor) {
        d_executor->abandon();
        d_executor.reset();
        d_ends.sent = d_ends.done = d_ends.produced;
        d_debug_logger->debug("going on with the host: {}", reason);
    }
    return bring_produced();
}

//! What readers may need again.
void item_stream::compute_again()
{
    for (auto row = d_ends.safe_rows(); row < d_ends.produced; ++row)
        ::gpufft::compute(d_request, d_ends.ring_in(row), d_ends.ring_out(row), 1);
}

bool item_stream::bring_produced()
{
    if (d_executor)
        d_executor->abandon();
    d_executor.reset();
    d_ends.sent = d_ends.done = d_ends.produced;
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
