/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/chains/ring_link.h"
#include "blocks/correlation/correlator_stream.h"
#include "blocks/scheduler/block_defaults.h"
#include "blocks/scheduler/made_text.h"
#include "blocks/scheduler/ring_memory.h"
#include <gpufft/error.h>
#include <algorithm>
#include <exception>
#include <utility>

namespace gr {
namespace gpufft {

namespace {

// Samples that are kept for longer references to come, beside those that they reach back.
constexpr std::size_t FEWEST_KEPT = 4096;
constexpr std::size_t KEPT_FOR_EACH_SAMPLE = 2;

class correlator_user : public plan_user
{
public:
    explicit correlator_user(std::shared_ptr<::gpufft::stream_filter> with)
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

correlator_stream::correlator_stream(reference_list references,
                                     const std::string& device,
                                     const gr::logger_ptr& logger)
    : d_logger(logger),
      d_effort(block_defaults::now().how),
      d_devices(logger),
      d_references(std::move(references))
{
    const auto first_ones = d_references;
    d_devices.open(device, [&](const auto& name) { make_filters(name, first_ones); });
    say_what_was_made();
}

correlator_stream::filter_ptr correlator_stream::first() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_filters.front();
}

reference_list correlator_stream::references() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_references;
}

void correlator_stream::say_what_was_made()
{
    const auto result = first();
    d_logger->info("{}", made_text(result->executor()));
    if (!result->executor().has_kernels())
        d_logger->info("{}",
                       by_host_text(result->executor(), result->executor().request()));
}

void correlator_stream::make_filters(const std::string& device,
                                     const reference_list& references)
{
    std::vector<filter_ptr> filters;
    for (const auto& reference : references)
        filters.push_back(std::make_shared<::gpufft::stream_filter>(
            filter_for(reference), device, d_effort, ::gpufft::default_startup()));
    d_past.keep(std::max(KEPT_FOR_EACH_SAMPLE * longest_of(references), FEWEST_KEPT));
    if (&references != &d_in_use)
        d_in_use = references;
    d_set = ::gpufft::filter_set(filters);
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_filters.swap(filters);
    }
    if (d_running.empty())
        return;
    note_running();
    lock_rings();
}

void correlator_stream::note_running()
{
    std::list<running_block> next;
    for (const auto& filter : d_filters)
        next.emplace_back(std::make_shared<correlator_user>(filter));
    d_running.swap(next); // there are some at any time
}

void correlator_stream::set_references(const reference_list& references)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_references = references;
    d_has_changed = true;
}

std::string correlator_stream::buffers() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_buffers;
}

std::size_t correlator_stream::samples_of_a_call() const
{
    const auto ring_bytes =
        ring_byte_limit(first()->piece_samples() * sizeof(gr_complex));
    const auto samples =
        std::min(first()->outputs_of_a_call(), ring_bytes / 2 / sizeof(gr_complex));
    return std::max<std::size_t>(samples, 1);
}

void correlator_stream::follow_defaults()
{
    d_is_over = false;
    const auto make = [this](const auto& name) { make_filters(name, d_in_use); };
    if (d_devices.follow_defaults(&d_effort, make))
        say_what_was_made();
    take_changes();
}

bool correlator_stream::may_keep_past(gr::buffer& in) const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return ::gpufft::filter_set(d_filters).reach() <= most_reach(in);
}

void correlator_stream::start(gr::buffer_reader& in,
                              const std::vector<gr::buffer*>& out,
                              gr::logger& debug_logger)
{
    take_changes();
    d_past.clear();
    d_done = 0;
    d_out = out;
    d_in.start(in, chain_device(), debug_logger);
    d_in.keep_consumed();
    d_keeps_in_flight = stays_in_place(*d_in.ring()) &&
                        std::all_of(out.begin(), out.end(), [](auto* each) {
                            return stays_in_place(*each);
                        });
    d_unconnected.clear();
    d_is_looked_at = false;
    note_running();
    lock_rings();
    tell("started");
}

// What is in flight was not consumed: when the flowgraph goes on, it is computed again.
void correlator_stream::stop()
{
    d_set.abandon();
    d_queue_depth = 0;
    d_running.clear();
    for (const auto& filter : d_set.filters())
        filter->executor().locked().clear();
    d_in.stop();
}

//! Pieces of which as many as may be in flight fit what the scheduler offers, half of
//! each ring.
void correlator_stream::lock_rings()
{
    auto room = static_cast<std::size_t>(d_in.ring()->bufsize());
    for (auto* each : d_out)
        room = std::min(room, static_cast<std::size_t>(each->bufsize()));
    d_piece_outputs =
        std::max<std::size_t>(1, room / 2 / d_set.filters().front()->executor().depth());
    d_reads_mirror = d_in.reads_mirror();
    std::string in, outputs;
    for (const auto& filter : d_set.filters()) {
        auto& locked = filter->executor().locked();
        in = d_in.lock(locked);
        for (auto* each : d_out)
            outputs = name_of(add_ring(locked, *each));
        d_unconnected.lock(locked);
    }
    const auto text = outputs.empty() ? "input " + in : rings_text(in, outputs);
    d_logger->info("buffers: {}", text);
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_buffers = text;
}

//! The block before this one may have left the device, in a thread of its own or in this
//! one: from then on the host's ring is read.
void correlator_stream::look_at_writer()
{
    if (d_in.reads_mirror() != d_reads_mirror)
        lock_rings();
}

//! Nothing is in flight: from now on samples come from the host.
//! \return false  what was not consumed is lost, which the block before has logged
bool correlator_stream::go_to_host()
{
    if (!d_in.go_to_host())
        return false;
    if (d_in.keeps_consumed())
        take_past_from_ring();
    look_at_writer();
    return true;
}

//! The host has what the mirror had: from now on the samples before a call are kept here.
void correlator_stream::take_past_from_ring()
{
    const auto kept =
        std::min<std::uint64_t>(d_done - d_in.released(), d_past.samples.kept());
    d_past.samples.clear();
    d_past.samples.append(d_in.on_host(d_done - kept), static_cast<std::size_t>(kept));
    d_in.stop_keeping();
}

bool correlator_stream::take_changes()
{
    reference_list wanted;
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        if (!std::exchange(d_has_changed, false))
            return false;
        wanted = d_references;
    }
    d_set.abandon();
    for (;;) {
        try {
            d_devices.remake([&](const auto& name) { make_filters(name, wanted); });
            say_what_was_made();
            return true;
        } catch (const std::exception& e) {
            const auto reason = std::string(e.what());
            if (d_running.empty() || go_to_host()) {
                if (try_again(reason))
                    continue;
                d_is_over = !go_on(reason, wanted); // which work() tells the scheduler
            } else {
                d_is_over = true;
            }
            return true;
        }
    }
}

//! Where the outputs of each reference go; nullptr: nobody wants them.
std::vector<gr_complex*> correlator_stream::places_for(const view& v)
{
    auto places = v.out;
    const auto count = d_set.filters().size();
    if (v.is_looked_at && places.size() < count) {
        const auto streams = count - places.size();
        if (!d_unconnected.has_room_for(streams)) {
            d_unconnected.start(streams,
                                static_cast<std::size_t>(d_in.ring()->bufsize()));
            for (const auto& filter : d_set.filters())
                d_unconnected.lock(filter->executor().locked());
        }
        if (d_set.is_idle())
            d_unconnected.rewind();
        for (std::size_t i = 0; i < streams; ++i)
            places.push_back(d_unconnected.at(i));
    }
    places.resize(count);
    return places;
}

//! What the device has of the samples of \p v, and those before them.
::gpufft::filter_places correlator_stream::find_samples(const view& v)
{
    if (d_in.keeps_consumed() &&
        (v.is_looked_at || d_set.reach() > most_reach(*d_in.ring()))) {
        d_set.abandon();
        if (!go_to_host())
            throw ::gpufft::device_error("items before these are lost");
    }
    ::gpufft::filter_places places = d_in.place_of(d_done, v.samples, v.in);
    if (!d_in.keeps_consumed())
        return places;
    if (!places.in.of) { // the writer has left it, and brought all to the host
        d_set.abandon();
        take_past_from_ring();
        return places;
    }
    places.is_only_there = true;
    places.before = static_cast<std::size_t>(d_done - d_in.released());
    return places;
}

correlator_stream::progress correlator_stream::advance(const view& v)
{
    if (std::exchange(d_is_looked_at, v.is_looked_at) != v.is_looked_at)
        d_set.abandon(); // what somebody wants of it is another thing now
    const auto places = find_samples(v);
    look_at_writer();
    const auto out = places_for(v);
    const auto outputs = v.is_looked_at && v.out.size() < out.size()
                             ? std::min(v.samples, d_unconnected.room())
                             : v.samples;
    progress result;
    if (v.is_looked_at) {
        result.before.resize(longest_of(d_in_use) - 1);
        d_past.samples.copy_last(result.before.size(), result.before.data());
        result.correlations.assign(out.begin(), out.end());
    }
    const std::vector<void*> to(out.begin(), out.end());
    if (d_keeps_in_flight) {
        result.samples =
            d_set.advance(v.in, to, outputs, d_past, d_piece_outputs, places);
    } else {
        d_set.run(v.in, to, outputs, d_past, places);
        result.samples = outputs;
    }
    d_unconnected.have_returned(result.samples);
    d_done += result.samples;
    const auto reach = std::max<std::uint64_t>(
        d_set.reach(), std::min(d_past.samples.kept(), most_reach(*d_in.ring())));
    d_in.release(d_done - std::min(d_done, reach));
    return result;
}

std::optional<correlator_stream::progress> correlator_stream::work(const view& v)
{
    while (!d_is_over) {
        try {
            auto done = advance(v);
            d_queue_depth = static_cast<int>(d_set.in_flight());
            d_devices.has_worked();
            d_meter.add(done.samples);
            return done;
        } catch (const std::exception& e) {
            const auto reason = std::string(e.what());
            d_set.abandon();
            if (!go_to_host())
                break;
            // What other threads have set since counts from the next call on.
            if (!try_again(reason) && !go_on(reason, d_in_use))
                break;
        }
    }
    return {};
}

bool correlator_stream::try_again(const std::string& reason)
{
    return d_devices.try_again(reason, [this] { d_set.renew_slots(); });
}

// The samples of the call are still on the host, and those before it in d_past.
bool correlator_stream::go_on(const std::string& reason, const reference_list& references)
{
    const bool has_next = d_devices.go_on(
        reason, [&](const auto& name) { make_filters(name, references); });
    if (has_next)
        say_what_was_made();
    tell(has_next ? "fallback" : "failed", reason);
    return has_next;
}

void correlator_stream::tell(const std::string& event, const std::string& reason) const
{
    if (d_hears)
        d_hears(event, reason);
}

} // namespace gpufft
} // namespace gr
