/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/channels/channelizer_stream.h"
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

// Samples that are kept for more taps to come, beside those that the rows reach back.
constexpr std::size_t FEWEST_KEPT = 4096;
constexpr std::size_t KEPT_ROWS = 2;

class channelizer_user : public plan_user
{
public:
    explicit channelizer_user(std::shared_ptr<::gpufft::stream_channelizer> with)
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
    const std::shared_ptr<::gpufft::stream_channelizer> d_with;
};

} // namespace

channelizer_stream::channelizer_stream(const ::gpufft::channelizer_request& request,
                                       std::vector<int> map,
                                       const std::string& device,
                                       const gr::logger_ptr& logger)
    : d_logger(logger),
      d_effort(block_defaults::now().how),
      d_devices(logger),
      d_request(request),
      d_map(std::move(map))
{
    d_devices.open(device, [this](const auto& name) { make_channelizer(name); });
    say_what_was_made();
}

channelizer_stream::channelizer_ptr channelizer_stream::channelizer() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_channelizer;
}

::gpufft::channelizer_request channelizer_stream::request() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_request;
}

void channelizer_stream::say_what_was_made()
{
    const auto result = channelizer();
    d_logger->info("{}", made_text(result->executor()));
    if (!result->executor().has_kernels())
        d_logger->info("{}",
                       by_host_text(result->executor(), result->executor().request()));
}

void channelizer_stream::make_channelizer(const std::string& device)
{
    auto result = std::make_shared<::gpufft::stream_channelizer>(
        request(), device, d_effort, ::gpufft::default_startup());
    const auto row = static_cast<std::size_t>(result->shape().row_samples());
    d_past.keep(std::max(KEPT_ROWS * row, FEWEST_KEPT));
    if (d_running)
        d_running->goes_on_with(std::make_shared<channelizer_user>(result));
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_channelizer.swap(result);
}

void channelizer_stream::set_taps(std::vector<double> values)
{
    auto changed = request();
    changed.taps = std::move(values);
    validate(changed);
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_request.taps = std::move(changed.taps);
    d_has_new_taps = true;
}

std::vector<double> channelizer_stream::current_taps() const { return request().taps; }

void channelizer_stream::set_map(std::vector<int> map)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_map = std::move(map);
}

std::vector<int> channelizer_stream::current_map() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_map;
}

std::size_t channelizer_stream::outputs_of_a_call(long max_output_buffer) const
{
    const auto runs = channelizer();
    const auto period = static_cast<std::size_t>(runs->shape().period());
    const auto sample_bytes = sizeof(::gpufft::channel_sample);
    // Vectors have the channels of the map, some perhaps several times.
    const auto samples =
        std::max(static_cast<std::size_t>(runs->shape().channels), current_map().size());
    // Half of a buffer is offered at a time.
    auto outputs = std::min(runs->outputs_of_a_call(),
                            ring_byte_limit() / 2 / sample_bytes / samples);
    if (max_output_buffer > 0)
        outputs = std::min(outputs, static_cast<std::size_t>(max_output_buffer) / 2);
    return std::max<std::size_t>(outputs / period, 1) * period;
}

void channelizer_stream::follow_defaults()
{
    const auto make = [this](const auto& name) { make_channelizer(name); };
    if (d_devices.follow_defaults(&d_effort, make))
        say_what_was_made();
    take_changes();
}

void channelizer_stream::start()
{
    d_past.clear();
    d_running.emplace(std::make_shared<channelizer_user>(channelizer()));
    tell("started");
}

//! \return false: such taps need another channelizer
bool channelizer_stream::take_taps()
{
    try {
        return channelizer()->set_taps(request());
    } catch (...) { // the device failed: whatever computes next takes them
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_has_new_taps = true;
        throw;
    }
}

//! Taps and threads that were asked for since the last call.
void channelizer_stream::take_changes()
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
        d_devices.remake([this](const auto& name) { make_channelizer(name); });
        say_what_was_made();
    } catch (const ::gpufft::plan_error& e) {
        d_logger->warn("{}; the channelizer goes on as it was", e.what());
    }
}

//! The channels that \p c wants, by the map of now.
const ::gpufft::channel_order& channelizer_stream::order_for(const call& c)
{
    auto map = current_map();
    if (!c.has_vectors)
        map.resize(c.out.size());
    if (!d_order || d_order->map() != map)
        d_order.emplace(channelizer()->shape(), std::move(map));
    return *d_order;
}

int channelizer_stream::work(const call& c)
{
    for (;;) {
        try {
            take_changes();
            const auto runs = channelizer();
            runs->run(c, order_for(c), d_past);
            d_devices.has_worked();
            d_meter.add(static_cast<std::uint64_t>(c.outputs) *
                        static_cast<std::uint64_t>(runs->shape().hop));
            return static_cast<int>(c.outputs);
        } catch (const std::exception& e) {
            const auto reason = std::string(e.what());
            const bool again = d_devices.try_again(
                reason, [this] { channelizer()->executor().renew_slots(); });
            if (!again && !go_on(reason))
                return gr::block::WORK_DONE;
        }
    }
}

// The samples of the call are still there, and those before it in d_past.
bool channelizer_stream::go_on(const std::string& reason)
{
    const bool has_next =
        d_devices.go_on(reason, [this](const auto& name) { make_channelizer(name); });
    if (has_next)
        say_what_was_made();
    tell(has_next ? "fallback" : "failed", reason);
    return has_next;
}

void channelizer_stream::tell(const std::string& event, const std::string& reason) const
{
    if (d_hears)
        d_hears(event, reason);
}

} // namespace gpufft
} // namespace gr
