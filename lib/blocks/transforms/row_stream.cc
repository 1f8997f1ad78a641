/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/scheduler/block_defaults.h"
#include "blocks/scheduler/made_text.h"
#include "blocks/scheduler/ring_memory.h"
#include "blocks/transforms/row_stream.h"
#include <gnuradio/block.h>
#include <gpufft/error.h>
#include <algorithm>
#include <exception>
#include <utility>

namespace gr {
namespace gpufft {

namespace {

// At the ends of a chain: see measurements.md, "Rings and pieces of chains".
constexpr std::size_t MOST_COPIED_BYTES = std::size_t(16) << 20;

// The transform multiplies logical point n by tap n, whereas a block's tap i belongs to
// element i of the item.
std::vector<float> taps_by_point(const std::vector<float>& window,
                                 const ::gpufft::transform& request)
{
    std::vector<float> taps = window;
    if (!taps.empty())
        std::rotate(
            taps.begin(), taps.begin() + request.shape[0].input_rotation, taps.end());
    return taps;
}

class rows_user : public plan_user
{
public:
    explicit rows_user(std::shared_ptr<::gpufft::stream_executor> with)
        : d_with(std::move(with))
    {
    }
    ::gpufft::transform request() const override { return d_with->request(); }
    std::shared_ptr<::gpufft::device> on() const override { return d_with->on(); }
    bool has_kernels() const override { return d_with->has_kernels(); }
    bool plan_switch() override { return d_with->plan_switch(); }

private:
    const std::shared_ptr<::gpufft::stream_executor> d_with;
};

} // namespace

row_stream::row_stream(const block_request& request,
                       const gr::logger_ptr& logger,
                       const gr::logger_ptr& debug_logger)
    : d_request(request.asked),
      d_input_row_bytes(input_row_bytes(request.asked)),
      d_output_row_bytes(output_row_bytes(request.asked)),
      d_alignment(d_input_row_bytes, d_output_row_bytes),
      d_logger(logger),
      d_debug_logger(debug_logger),
      d_effort(block_defaults::now().how),
      d_devices(logger),
      d_window(request.window)
{
    d_devices.open(request.device, [this](const auto& name) { make_executor(name); });
    d_logger->info("{}", summary());
}

row_stream::executor_ptr row_stream::executor() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_executor;
}

std::string row_stream::summary() const { return made_text(*executor()); }

void row_stream::make_executor(const std::string& device)
{
    const std::lock_guard<std::mutex> one_change(d_change_mutex);
    auto request = d_request;
    request.windowed = !d_window.empty();
    auto result = std::make_shared<::gpufft::stream_executor>(
        request,
        device,
        ::gpufft::stream_executor::DEFAULT_DEPTH,
        d_effort,
        ::gpufft::default_startup());
    if (request.windowed)
        result->set_window(taps_by_point(d_window, d_request));
    if (!result->has_kernels())
        d_logger->info("{}", by_host_text(*result, request));
    if (d_running)
        d_running->goes_on_with(std::make_shared<rows_user>(result));
    d_gpu_use.set(!result->on()->info().limits.is_cpu);
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_executor.swap(result);
}

void row_stream::follow_defaults()
{
    const auto make = [this](const auto& name) { make_executor(name); };
    if (d_devices.follow_defaults(&d_effort, make))
        d_logger->info("{}", summary());
}

bool row_stream::set_window(const std::vector<float>& window)
{
    const auto length = static_cast<std::size_t>(d_request.shape[0].length);
    if (!window.empty() && window.size() != length)
        return false;
    const std::lock_guard<std::mutex> one_change(d_change_mutex);
    executor()->set_window(taps_by_point(window, d_request));
    d_window = window;
    return true;
}

void row_stream::set_threads(int threads) { d_threads = threads; }

// Nothing of what is in flight was consumed, so the new threads begin with it.
void row_stream::take_threads()
{
    const int asked = d_threads.exchange(UNCHANGED);
    if (asked == UNCHANGED || !d_devices.limit_threads(asked))
        return;
    leave_links();
    d_executor->locked().clear();
    d_devices.remake([this](const auto& name) { make_executor(name); });
    set_chunk();
    d_logger->info("{}; buffers: {}", summary(), d_ends.lock_rings(d_executor->locked()));
}

std::size_t row_stream::rows_in_flight(long max_output_buffer) const
{
    const auto row_bytes = std::max(d_input_row_bytes, d_output_row_bytes);
    const auto runs = executor();
    std::size_t rows = runs->depth() * runs->max_rows();
    // Rings of a chain hold what is in flight in all of its blocks, and pieces that never
    // leave the GPU are large.
    if (gpu_use::count() > 1 && !runs->on()->info().limits.is_cpu)
        rows = std::max(rows, 2 * runs->max_linked_rows());
    // Half of a buffer is offered at a time.
    rows = std::min(rows, ring_byte_limit() / 2 / row_bytes);
    // The scheduler cannot put a larger multiple into the buffer that was asked for.
    if (max_output_buffer > 0)
        rows = std::min(rows, rows_of_buffer(max_output_buffer));
    return std::max<std::size_t>(rows, 1);
}

void row_stream::start(gr::buffer_reader& in, gr::buffer& out)
{
    const std::lock_guard<std::mutex> guard(d_work_mutex); // neighbours may have begun
    d_rings.in = in.buffer().get();
    d_rings.out = &out;
    d_rings.keeps_in_flight = stays_in_place(*d_rings.in) && stays_in_place(out);
    d_ends.start({ &in }, { &out }, chain_device(), *d_debug_logger, {});
    set_chunk();
    d_logger->info("buffers: {}", d_ends.lock_rings(d_executor->locked()));
    d_running.emplace(std::make_shared<rows_user>(d_executor));
    tell("started");
}

void row_stream::set_chunk()
{
    d_rings.links = links();
    const std::size_t rows = std::min(d_rings.in->bufsize(), d_rings.out->bufsize()) / 2;
    // A neighbour computes from one part of the ring what this computes to another.
    auto chunk = stays_on_device() ? rows / 2 : rows / d_executor->depth();
    // Where a chain meets the link, copies go on while this hands a piece over.
    if (is_linked() && !stays_on_device())
        chunk = std::min(chunk, MOST_COPIED_BYTES / d_input_row_bytes);
    set_chunk_rows(chunk);
}

void row_stream::set_chunk_rows(std::size_t rows)
{
    d_rings.chunk_rows = std::clamp<std::size_t>(
        rows, 1, is_linked() ? d_executor->max_linked_rows() : d_executor->max_rows());
    const auto period = d_alignment.period();
    if (d_rings.chunk_rows > period)
        d_rings.chunk_rows = d_rings.chunk_rows / period * period;
    // Pieces of the block before this one are the next one's: to wait for whole ones
    // would keep all behind it waiting.
    d_rings.worth_rows =
        stays_on_device() ? (d_rings.chunk_rows + 1) / 2 : d_rings.chunk_rows;
}

// What is in flight was not consumed: when the flowgraph goes on, it is computed again.
void row_stream::stop()
{
    d_ends.save_at_end();
    const std::lock_guard<std::mutex> guard(d_work_mutex);
    abandon_all();
    d_executor->locked().clear();
    d_running.reset();
    d_ends.stop();
}

// After a failure, too, all must have ended: the buffers are about to go, or to be
// another device's.
void row_stream::abandon_all()
{
    for (auto left = d_executor->in_flight(); left > 0; --left) {
        try {
            d_executor->wait_oldest();
        } catch (const std::exception& e) {
            d_debug_logger->debug("{}: {}", device_name(), e.what());
        }
    }
    d_ends.sent = d_ends.done = d_ends.produced;
    d_queue_depth = 0;
}

chain_progress row_stream::work(const chain_view& v)
{
    std::unique_lock<std::mutex> guard(d_work_mutex);
    for (;;) {
        try {
            take_threads();
            const auto seen = d_ends.told();
            if (d_ends.is_lost())
                throw ::gpufft::device_error("items before these are lost");
            submit_what_arrived(v);
            return d_ends.is_resident() ? advance_on_device(guard, seen)
                                        : advance(guard, seen);
        } catch (const std::exception& e) {
            if (!recover(e.what())) {
                chain_progress none;
                none.has_failed = true;
                return none;
            }
        }
    }
}

// What the device alone had is on the host before anything goes on.
bool row_stream::recover(const std::string& reason)
{
    abandon_all();
    if (d_ends.is_lost() || !go_to_host())
        return false;
    if (try_again(reason) || go_on(reason))
        return bring_produced();
    if (d_ends.is_resident())
        lose_produced(reason);
    return false;
}

// Memory is the scarcest: half of a submission may fit what is left of it.
bool row_stream::try_again(const std::string& reason)
{
    abandon_all();
    return d_devices.try_again(reason, [this] {
        d_executor->renew_slots();
        set_chunk_rows(d_rings.chunk_rows / 2);
    });
}

// Nothing of what is in flight was consumed, so the next device begins with it.
bool row_stream::go_on(const std::string& reason)
{
    abandon_all();
    d_executor->locked().clear();
    const bool has_next =
        d_devices.go_on(reason, [this](const auto& name) { make_executor(name); });
    if (has_next) {
        set_chunk();
        d_logger->info(
            "{}; buffers: {}", summary(), d_ends.lock_rings(d_executor->locked()));
    }
    tell(has_next ? "fallback" : "failed", reason);
    return has_next;
}

void row_stream::tell(const std::string& event, const std::string& reason) const
{
    if (d_hears)
        d_hears(event, reason);
}

//! That are in the ring, not yet sent, and whose output has room.
std::size_t row_stream::rows_to_send(const chain_view& v) const
{
    const auto left = [](std::size_t of, std::uint64_t taken) {
        return of - std::min<std::uint64_t>(of, taken);
    };
    return std::min({ left(v.rows, d_ends.sent - d_ends.consumed),
                      left(v.space, d_ends.sent - d_ends.produced),
                      d_ends.room() });
}

void row_stream::submit_what_arrived(const chain_view& v)
{
    look_at_neighbours();
    while (d_executor->can_submit()) {
        const auto rows = rows_to_send(v);
        const auto from = v.in + (d_ends.sent - d_ends.consumed) * d_input_row_bytes;
        const auto to = v.out + (d_ends.sent - d_ends.produced) * d_output_row_bytes;
        std::size_t chunk = std::min(rows, d_rings.chunk_rows);
        // A small launch costs as much time as a large one: while the device is busy,
        // rows wait to be sent together.
        if (chunk == 0 || (chunk < d_rings.worth_rows && d_executor->in_flight() > 0))
            break;
        const auto arrived = v.rows - (d_ends.sent - d_ends.consumed);
        if (d_ends.waits_for_room(chunk, arrived, d_rings.chunk_rows))
            break;
        if (d_ends.is_in_place())
            chunk = d_alignment.piece_of(chunk, from, to);
        chunk = d_ends.rows_in_one(d_ends.sent, chunk);
        auto places = places_of(d_ends.sent, chunk, from, to);
        // The block before this one may have left the device just now.
        if (!places.are_linked() && chunk > d_executor->max_rows()) {
            chunk = d_executor->max_rows();
            places = places_of(d_ends.sent, chunk, from, to);
        }
        d_executor->submit(places, chunk);
        d_ends.sent += chunk;
    }
    d_queue_depth = static_cast<int>(d_executor->in_flight());
}

std::size_t row_stream::wait_oldest()
{
    const auto rows = d_executor->wait_oldest();
    d_ends.done += rows;
    if (rows > 0)
        d_devices.has_worked();
    return rows;
}

// Rows whose output is in place: the oldest submission, and those behind it that are done
// as well, or all where none may stay.
std::size_t row_stream::collect()
{
    std::size_t finished = wait_oldest();
    while (d_executor->oldest_is_done() ||
           (!d_rings.keeps_in_flight && d_executor->in_flight() > 0))
        finished += wait_oldest();
    return finished;
}

//! \param seen  d_ends.told() before rows were sent
chain_progress row_stream::advance(std::unique_lock<std::mutex>& guard,
                                   std::uint64_t seen)
{
    if (!d_executor->in_flight())
        d_ends.wait_for_room(guard, seen);
    const auto finished = collect();
    return report(finished, d_ends.produced + finished - d_ends.consumed);
}

chain_progress row_stream::report(std::size_t produced, std::size_t consumed)
{
    const auto result = progress_of(d_ends, produced, consumed);
    d_meter.add(static_cast<std::uint64_t>(produced) * d_request.points());
    return result;
}

} // namespace gpufft
} // namespace gr
