/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/filters/filter_stream.h"
#include "blocks/scheduler/block_defaults.h"
#include "blocks/scheduler/made_text.h"
#include "blocks/scheduler/ring_memory.h"
#include <gnuradio/block.h>
#include <gpufft/error.h>
#include <algorithm>
#include <exception>
#include <utility>

namespace gr {
namespace gpufft {

namespace {

// Samples that are kept for longer taps to come, beside those that the taps reach back.
constexpr std::size_t FEWEST_KEPT = 4096;
constexpr std::size_t KEPT_FOR_EACH_TAP = 2;

class filter_user : public plan_user
{
public:
    explicit filter_user(std::shared_ptr<::gpufft::stream_filter> with)
        : d_with(std::move(with))
    {
    }
    ::gpufft::transform request() const override { return d_with->executor().request(); }
    std::shared_ptr<::gpufft::device> on() const override
    {
        return d_with->executor().on();
    }
    bool has_kernels() const override { return d_with->executor().has_kernels(); }
    bool plan_switch() override { return d_with->executor().plan_switch(); }

private:
    const std::shared_ptr<::gpufft::stream_filter> d_with;
};

} // namespace

filter_stream::filter_stream(const ::gpufft::filter_request& request,
                             const std::string& device,
                             const gr::logger_ptr& logger,
                             const gr::logger_ptr& debug_logger)
    : d_logger(logger),
      d_debug_logger(debug_logger),
      d_effort(block_defaults::now().how),
      d_devices(logger),
      d_request(request),
      d_past(sizeof(float) * (request.is_real ? 1 : 2))
{
    d_devices.open(device, [this](const auto& name) { make_filter(name); });
    say_what_was_made();
}

filter_stream::filter_ptr filter_stream::filter() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_filter;
}

::gpufft::filter_request filter_stream::request() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_request;
}

void filter_stream::say_what_was_made()
{
    const auto result = filter();
    d_logger->info("{}", made_text(result->executor()));
    if (!result->executor().has_kernels())
        d_logger->info("{}",
                       by_host_text(result->executor(), result->executor().request()));
}

void filter_stream::make_filter(const std::string& device)
{
    const auto wanted = request();
    auto result = std::make_shared<::gpufft::stream_filter>(
        wanted, device, d_effort, ::gpufft::default_startup());
    d_past.keep(std::max(KEPT_FOR_EACH_TAP * wanted.taps.size(), FEWEST_KEPT));
    if (d_running)
        d_running->goes_on_with(std::make_shared<filter_user>(result));
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_filter.swap(result);
}

void filter_stream::set_taps(const taps& values)
{
    auto changed = request();
    changed.taps = values;
    validate(changed);
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_request.taps = values;
    d_has_new_taps = true;
}

filter_stream::taps filter_stream::current_taps() const { return request().taps; }

std::size_t filter_stream::outputs_of_a_call(long max_output_buffer) const
{
    const auto runs = filter();
    const std::size_t bytes = sizeof(float) * (runs->shape().is_real ? 1 : 2);
    const auto decimation = static_cast<std::size_t>(runs->shape().decimation);
    // Half of a buffer is offered at a time.
    auto outputs =
        std::min(runs->outputs_of_a_call(), ring_byte_limit() / 2 / bytes / decimation);
    if (max_output_buffer > 0)
        outputs = std::min(outputs, static_cast<std::size_t>(max_output_buffer) / 2);
    return std::max<std::size_t>(outputs, 1);
}

void filter_stream::follow_defaults()
{
    const auto make = [this](const auto& name) { make_filter(name); };
    if (d_devices.follow_defaults(&d_effort, make))
        say_what_was_made();
    take_changes();
}

void filter_stream::start(gr::buffer_reader& in)
{
    d_past.clear();
    d_in.start(in, chain_device(), *d_debug_logger);
    lock_input();
    d_running.emplace(std::make_shared<filter_user>(filter()));
    tell("started");
}

void filter_stream::stop()
{
    d_running.reset();
    filter()->executor().locked().clear();
    d_in.stop();
}

// Pairs of real rows lie in two planes, which no mirror has.
std::shared_ptr<::gpufft::device> filter_stream::chain_device() const
{
    const auto runs = filter();
    return runs->shape().is_real ? nullptr : runs->executor().on();
}

std::string filter_stream::buffers() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_buffers;
}

// Without a mirror, samples are put behind those before them, wherever they come from.
void filter_stream::lock_input()
{
    std::string text;
    if (d_in.reads_mirror()) {
        text = "input " + d_in.lock(filter()->executor().locked());
        d_logger->info("buffers: {}", text);
    }
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_buffers = text;
}

//! Nothing is in flight: from now on samples come from the host.
bool filter_stream::go_to_host()
{
    const bool changes = d_in.reads_mirror();
    if (!d_in.go_to_host())
        return false;
    if (changes)
        lock_input();
    return true;
}

::gpufft::mirror_place
filter_stream::mirrored(int outputs, std::uint64_t first, const void* in) const
{
    const auto samples = static_cast<std::size_t>(outputs) *
                         static_cast<std::size_t>(filter()->shape().decimation);
    return d_in.place_of(first, samples, in);
}

//! \return false: such taps need another filter
bool filter_stream::take_taps()
{
    try {
        return filter()->set_taps(request());
    } catch (...) { // the device failed: whatever computes next takes them
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_has_new_taps = true;
        throw;
    }
}

//! Taps and threads that were asked for since the last call.
void filter_stream::take_changes()
{
    const int asked = d_threads.exchange(UNCHANGED);
    bool is_made_anew = asked != UNCHANGED && d_devices.limit_threads(asked);
    bool has_taps = false;
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        has_taps = std::exchange(d_has_new_taps, false);
    }
    if (has_taps && !is_made_anew)
        is_made_anew = !take_taps();
    if (!is_made_anew)
        return;
    try {
        d_devices.remake([this](const auto& name) { make_filter(name); });
        say_what_was_made();
        lock_input();
    } catch (const ::gpufft::plan_error& e) {
        d_logger->warn("{}; the filter goes on as it was", e.what());
    }
}

int filter_stream::work(int outputs, std::uint64_t first, const void* in, void* out)
{
    for (;;) {
        try {
            take_changes();
            const auto runs = filter();
            runs->run(in,
                      out,
                      static_cast<std::size_t>(outputs),
                      d_past,
                      mirrored(outputs, first, in));
            d_devices.has_worked();
            d_meter.add(static_cast<std::uint64_t>(outputs) *
                        static_cast<std::uint64_t>(runs->shape().decimation));
            return outputs;
        } catch (const std::exception& e) {
            const auto reason = std::string(e.what());
            if (!go_to_host())
                return gr::block::WORK_DONE;
            const bool again = d_devices.try_again(
                reason, [this] { filter()->executor().renew_slots(); });
            if (!again && !go_on(reason))
                return gr::block::WORK_DONE;
        }
    }
}

// The samples of the call are still there, and those before it in d_past.
bool filter_stream::go_on(const std::string& reason)
{
    const bool has_next =
        d_devices.go_on(reason, [this](const auto& name) { make_filter(name); });
    if (has_next) {
        say_what_was_made();
        lock_input();
    }
    tell(has_next ? "fallback" : "failed", reason);
    return has_next;
}

void filter_stream::tell(const std::string& event, const std::string& reason) const
{
    if (d_hears)
        d_hears(event, reason);
}

} // namespace gpufft
} // namespace gr
