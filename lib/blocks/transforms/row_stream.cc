/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/scheduler/block_defaults.h"
#include "blocks/scheduler/made_text.h"
#include "blocks/scheduler/ring_memory.h"
#include "blocks/transforms/row_stream.h"
#include <gnuradio/block.h>
#include <algorithm>
#include <exception>
#include <utility>

namespace gr {
namespace gpufft {

namespace {

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
    abandon_all();
    d_executor->locked().clear();
    d_devices.remake([this](const auto& name) { make_executor(name); });
    set_chunk();
    d_logger->info("{}; buffers: {}", summary(), lock_rings());
}

std::size_t row_stream::rows_in_flight(long max_output_buffer) const
{
    const auto row_bytes = std::max(d_input_row_bytes, d_output_row_bytes);
    const auto runs = executor();
    // Half of a buffer is offered at a time.
    std::size_t rows =
        std::min(runs->depth() * runs->max_rows(), ring_byte_limit() / 2 / row_bytes);
    // The scheduler cannot put a larger multiple into the buffer that was asked for.
    if (max_output_buffer > 0)
        rows = std::min(rows, static_cast<std::size_t>(max_output_buffer) / 2);
    return std::max<std::size_t>(rows, 1);
}

void row_stream::start(gr::buffer& in, gr::buffer& out)
{
    d_in = &in;
    d_out = &out;
    d_keeps_in_flight = stays_in_place(in) && stays_in_place(out);
    d_pending_rows = 0;
    set_chunk();
    d_logger->info("buffers: {}", lock_rings());
    d_running.emplace(std::make_shared<rows_user>(d_executor));
    tell("started");
}

void row_stream::set_chunk()
{
    const std::size_t rows = std::min(d_in->bufsize(), d_out->bufsize()) / 2;
    set_chunk_rows(rows / d_executor->depth());
}

void row_stream::set_chunk_rows(std::size_t rows)
{
    d_chunk_rows = std::clamp<std::size_t>(rows, 1, d_executor->max_rows());
    const auto period = d_alignment.period();
    if (d_chunk_rows > period)
        d_chunk_rows = d_chunk_rows / period * period;
}

std::string row_stream::lock_rings()
{
    const auto ways = add_rings(d_executor->locked(), *d_in, *d_out);
    d_is_in_place = ways.reads_in_place();
    return ways.text();
}

// What is in flight was not consumed: when the flowgraph goes on, it is computed again.
void row_stream::stop()
{
    abandon_all();
    d_executor->locked().clear();
    d_running.reset();
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
    d_pending_rows = 0;
    d_queue_depth = 0;
}

int row_stream::work(int rows, const void* in, void* out)
{
    for (;;) {
        try {
            take_threads();
            submit_what_arrived(
                rows, static_cast<const char*>(in), static_cast<char*>(out));
            const int finished = collect();
            d_meter.add(static_cast<std::uint64_t>(finished) * d_request.points());
            return finished;
        } catch (const std::exception& e) {
            if (!try_again(e.what()) && !go_on(e.what()))
                return gr::block::WORK_DONE;
        }
    }
}

// Memory is the scarcest: half of a submission may fit what is left of it.
bool row_stream::try_again(const std::string& reason)
{
    abandon_all();
    return d_devices.try_again(reason, [this] {
        d_executor->renew_slots();
        set_chunk_rows(d_chunk_rows / 2);
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
        d_logger->info("{}; buffers: {}", summary(), lock_rings());
    }
    tell(has_next ? "fallback" : "failed", reason);
    return has_next;
}

void row_stream::tell(const std::string& event, const std::string& reason) const
{
    if (d_hears)
        d_hears(event, reason);
}

void row_stream::submit_what_arrived(std::size_t rows, const char* in, char* out)
{
    while (d_pending_rows < rows && d_executor->can_submit()) {
        const auto from = in + d_pending_rows * d_input_row_bytes;
        const auto to = out + d_pending_rows * d_output_row_bytes;
        std::size_t chunk = std::min(rows - d_pending_rows, d_chunk_rows);
        // A small launch costs as much time as a large one: while the device is busy,
        // rows wait to be sent together.
        if (chunk < d_chunk_rows && d_executor->in_flight() > 0)
            break;
        if (d_is_in_place)
            chunk = d_alignment.piece_of(chunk, from, to);
        d_executor->submit(from, to, chunk);
        d_pending_rows += chunk;
    }
    d_queue_depth = static_cast<int>(d_executor->in_flight());
}

std::size_t row_stream::wait_oldest()
{
    const auto rows = d_executor->wait_oldest();
    if (rows > 0)
        d_devices.has_worked();
    return rows;
}

// Rows whose output is in place: the oldest submission, and those behind it that are done
// as well, or all where none may stay.
int row_stream::collect()
{
    std::size_t finished = wait_oldest();
    while (d_executor->oldest_is_done() ||
           (!d_keeps_in_flight && d_executor->in_flight() > 0))
        finished += wait_oldest();
    d_pending_rows -= finished;
    return static_cast<int>(finished);
}

} // namespace gpufft
} // namespace gr
