/* SPDX-License-Identifier: GPL-3.0-or-later */
// What happens to a spectrum_stream between frames: the flowgraph starts and stops, a
// device fails, settings change.
#include "blocks/scheduler/block_defaults.h"
#include "blocks/scheduler/made_text.h"
#include "blocks/scheduler/ring_memory.h"
#include "blocks/scheduler/shared_rings.h"
#include "blocks/spectra/spectrum_stream.h"
#include <algorithm>
#include <cmath>
#include <exception>

namespace gr {
namespace gpufft {

namespace {

bool is_same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

//! Counts of one histogram mean nothing in the other.
bool has_other_levels(const spectrum_settings& a, const spectrum_settings& b)
{
    return a.histogram && (a.unit != b.unit || a.centered != b.centered ||
                           a.histogram->lowest_db != b.histogram->lowest_db ||
                           a.histogram->highest_db != b.histogram->highest_db);
}

//! Frames that become one output, where that is the same for all.
double frames_per_average(const spectrum_settings& s)
{
    if (s.rate_hz > 0)
        return std::max(1.0, s.samp_rate_hz / static_cast<double>(s.hop) / s.rate_hz);
    return static_cast<double>(std::max<std::int64_t>(1, s.frames));
}

//! Most frames in flight that \p bytes of ring, and the bound of latency, let us have.
double most_frames(const spectrum_settings& s, double samples_in_ring)
{
    const auto hop = static_cast<double>(s.hop);
    double frames = (samples_in_ring - static_cast<double>(s.frame_samples())) / hop + 1;
    if (s.max_latency_ms > 0)
        frames = std::min(frames, 1e-3 * s.max_latency_ms * s.samp_rate_hz / hop);
    return std::max(1.0, frames);
}

} // namespace

spectrum_stream::spectrum_stream(const spectrum_settings& s,
                                 const std::string& device,
                                 const gr::logger_ptr& logger,
                                 const gr::logger_ptr& debug_logger)
    : d_logger(logger),
      d_debug_logger(debug_logger),
      d_effort(block_defaults::now().how),
      d_devices(logger),
      d_changes(std::make_shared<spectrum_changes>(s)),
      d_settings(s)
{
    d_devices.open(device, [this](const auto& name) { open(name); });
    use(s, true);
    forget_tuning();
    d_logger->info("{}", summary());
}

void spectrum_stream::open(const std::string& device)
{
    d_executor = make_executor(d_settings, device, d_effort, ::gpufft::default_startup());
    if (!d_executor->has_kernels())
        d_logger->info("{}", by_host_text(*d_executor, d_executor->front()));
    d_changes->set_executor(d_executor, device, d_effort);
    d_gpu_use.set(!d_executor->on()->info().limits.is_cpu);
    if (d_running)
        d_running->goes_on_with(d_changes);
}

std::string spectrum_stream::summary() const { return made_text(*d_changes->executor()); }

void spectrum_stream::follow_defaults()
{
    const auto make = [this](const auto& name) { open(name); };
    if (d_devices.follow_defaults(&d_effort, make))
        d_logger->info("{}", summary());
}

spectrum_stream::room spectrum_stream::room_wanted(long max_output_buffer) const
{
    const auto s = d_changes->settings();
    const auto runs = d_changes->executor();
    // Half of a buffer is offered at a time, and the frame to come takes a part of it.
    const auto bytes = static_cast<double>(shared_ring_byte_limit()) / 2;
    // Who else may read the same ring is not known yet.
    const bool may_share =
        gpu_use::count(gpu_use::kind::reader) > 1 && !runs->on()->info().limits.is_cpu;
    const double most = static_cast<double>(
        runs->depth() * (may_share ? runs->max_linked_frames() : runs->max_frames()));
    const double frames = std::min(
        most,
        most_frames(
            s, bytes / sample_bytes(s.samples) + static_cast<double>(s.frame_samples())));
    double averages = std::min(frames / frames_per_average(s) + 1,
                               bytes / sizeof(float) / output_bins(s));
    // The scheduler cannot put a larger multiple into the buffer that was asked for.
    if (max_output_buffer > 0)
        averages = std::min(averages, static_cast<double>(max_output_buffer / 2));
    return { static_cast<std::size_t>(s.frame_samples() +
                                      (std::floor(frames) - 1) * s.hop),
             static_cast<std::size_t>(std::max(1.0, averages)) };
}

void spectrum_stream::start(gr::buffer_reader& in, gr::buffer& out, bool is_anew)
{
    d_rings.in.start(in, chain_device(), *d_debug_logger);
    d_rings.out = &out;
    d_rings.keeps_in_flight = stays_in_place(*in.buffer()) && stays_in_place(out);
    d_at.is_known = false;
    d_at.lead =
        is_anew ? 0 : d_at.next.sample - std::min(d_at.next.sample, d_at.consumed);
    if (is_anew) {
        d_tags.clear();
        use(d_settings, true);
    } else {
        d_tags.begin_anew(d_at.consumed);
    }
    forget_tuning();
    set_chunk();
    d_logger->info("buffers: {}", lock_rings());
    d_running.emplace(d_changes);
    tell("started");
}

// What is in flight was not consumed: when the flowgraph goes on, it is computed again.
void spectrum_stream::stop()
{
    d_carried = carried_average();
    abandon_all();
    d_executor->locked().clear();
    d_running.reset();
    d_rings.in.stop();
}

//! Nothing is in flight: from now on samples come from the host.
bool spectrum_stream::go_to_host()
{
    if (!d_rings.in.go_to_host())
        return false;
    look_at_writer();
    return true;
}

//! The block before this one may have left the device, in a thread of its own or in this
//! one: from then on the host's ring is read.
void spectrum_stream::look_at_writer()
{
    if (d_rings.in.reads_mirror() == d_rings.has_mirror)
        return;
    set_chunk();
    d_logger->info("buffers: {}", lock_rings());
}

std::string spectrum_stream::buffers() const
{
    const std::lock_guard<std::mutex> guard(d_buffers.mutex);
    return d_buffers.text;
}

::gpufft::average_state spectrum_stream::carried_average()
{
    return d_carried ? *d_carried : d_executor->state();
}

// After a failure, too, all must have ended: the buffers are about to go, or to be
// another device's.
void spectrum_stream::abandon_all()
{
    for (auto left = d_executor->in_flight(); left > 0; --left) {
        try {
            d_executor->wait_oldest();
        } catch (const std::exception& e) {
            d_debug_logger->debug("{}: {}", device_name(), e.what());
        }
    }
    if (!d_sent.flights.empty()) {
        d_at.next = d_sent.flights.front().before;
        d_at.behind_last = std::min(d_at.behind_last, d_at.next.sample);
    }
    d_sent.flights.clear();
    d_sent.averages = 0;
    d_queue_depth = 0;
}

// Memory is the scarcest: half of a submission may fit what is left of it.
bool spectrum_stream::try_again(const std::string& reason)
{
    d_carried = carried_average();
    abandon_all();
    return d_devices.try_again(reason, [this] {
        d_executor->renew_slots();
        set_chunk_frames(d_rings.chunk_frames / 2);
    });
}

// Nothing of what is in flight was consumed, so the next device begins with it, and with
// the average that was under way before it.
bool spectrum_stream::go_on(const std::string& reason)
{
    d_carried = carried_average();
    abandon_all();
    d_executor->locked().clear();
    const bool has_next =
        d_devices.go_on(reason, [this](const auto& name) { open(name); });
    if (has_next) {
        set_chunk();
        d_logger->info("{}; buffers: {}", summary(), lock_rings());
    }
    tell(has_next ? "fallback" : "failed", reason);
    return has_next;
}

void spectrum_stream::tell(const std::string& event, const std::string& reason) const
{
    if (d_hears)
        d_hears(event, reason);
}

std::string spectrum_stream::lock_rings()
{
    const auto in = d_rings.in.lock(d_executor->locked());
    const auto* out = name_of(add_ring(d_executor->locked(), *d_rings.out));
    const std::lock_guard<std::mutex> guard(d_buffers.mutex);
    return d_buffers.text = rings_text(in, out);
}

void spectrum_stream::set_chunk()
{
    auto* in = d_rings.in.ring();
    if (!in)
        return; // start() will
    d_rings.has_mirror = d_rings.in.reads_mirror();
    const auto depth = static_cast<double>(d_executor->depth());
    const double bytes = static_cast<double>(in->bufsize() * in->get_sizeof_item());
    const double frames =
        most_frames(d_settings, bytes / 2 / sample_bytes(d_settings.samples));
    // Averages of all submissions that may be in flight must find room.
    const double averages =
        std::floor(static_cast<double>(d_rings.out->bufsize()) / 2 / depth);
    const double with_room = std::max(1.0, averages) * frames_per_average(d_settings);
    set_chunk_frames(static_cast<std::size_t>(std::min(frames / depth, with_room)));
}

void spectrum_stream::set_chunk_frames(std::size_t frames)
{
    d_rings.chunk_frames = std::clamp<std::size_t>(frames,
                                                   1,
                                                   d_rings.in.reads_mirror()
                                                       ? d_executor->max_linked_frames()
                                                       : d_executor->max_frames());
    const auto period = hops().period();
    if (d_rings.chunk_frames > period)
        d_rings.chunk_frames = d_rings.chunk_frames / period * period;
}

// Changes were told of by tags that have not been consumed, and will be shown again.
void spectrum_stream::forget_tuning()
{
    d_tuning = tuning_watch();
    d_tuning.set_samp_rate(d_settings.samp_rate_hz);
    if (!std::isnan(d_settings.freq_hz))
        d_tuning.set_freq(d_settings.freq_hz);
}

bool spectrum_stream::change_is_due() const
{
    return d_carried || d_seen.version != d_changes->version() || tuning_is_due();
}

// No frame lies on both sides of a change.
bool spectrum_stream::tuning_is_due() const
{
    const auto* change = d_tuning.next();
    return change && change->sample < d_at.next.sample + d_settings.frame_samples();
}

//! Nothing is in flight.
void spectrum_stream::settle()
{
    if (d_seen.version != d_changes->version())
        apply_changes();
    while (tuning_is_due()) {
        tune(*d_tuning.next());
        d_tuning.take();
    }
    if (d_carried && !d_at.next.is_fresh)
        d_executor->set_state(*d_carried);
    d_carried.reset();
}

void spectrum_stream::apply_changes()
{
    const auto version = d_changes->version(); // first: if there is more soon, so be it
    const auto [to, resets, skips, to_skip] = d_changes->take();
    const auto& from = d_settings;
    const bool has_new_freq = !is_same(to.freq_hz, from.freq_hz);
    const bool has_new_rate = to.samp_rate_hz != from.samp_rate_hz;
    const bool restarts = resets != d_seen.resets || has_new_freq || has_new_rate ||
                          to.how != from.how || has_other_levels(from, to);
    const bool goes_on = change_executor(to);
    use(to, restarts || !goes_on);
    if (has_new_freq)
        d_tuning.set_freq(to.freq_hz);
    if (has_new_rate)
        d_tuning.set_samp_rate(to.samp_rate_hz);
    d_seen.resets = resets;
    if (skips != d_seen.skips)
        d_at.next.sample = std::max(d_at.behind_last, d_at.consumed) + to_skip;
    d_seen.skips = skips;
    d_seen.version = version;
}

//! Kernels for \p to; and the average so far as if it had been made with them.
//! \return false  that cannot be: it has to restart
bool spectrum_stream::change_executor(const spectrum_settings& to)
{
    const auto other = d_changes->next_for(to, to.hop != d_settings.hop);
    const auto executor = other ? other : d_executor;
    executor->prepare(to.how);
    if (to.window == d_settings.window && !other)
        return true;
    executor->set_window(scaled_taps(to));
    d_carried = carried_average();
    if (other) {
        d_executor->locked().clear();
        d_executor = executor;
        d_changes->set_executor(executor, d_changes->device(), d_effort);
        lock_rings();
    }
    if (to.histogram) // counts stay at the levels they had
        return true;
    auto with_old_window = to;
    with_old_window.window = d_settings.window;
    const double ratio = power_factor(with_old_window) / power_factor(to);
    for (auto& power : d_carried->powers)
        power = static_cast<float>(power * ratio);
    return std::isfinite(ratio);
}

//! The next frame is the first that begins with the change.
void spectrum_stream::tune(const tuning_watch::change& to)
{
    const auto edit = [&to](spectrum_settings& s) {
        s.freq_hz = to.freq_hz.value_or(s.freq_hz);
        s.samp_rate_hz = to.samp_rate_hz.value_or(s.samp_rate_hz);
    };
    auto tuned = d_settings;
    edit(tuned);
    d_changes->note(edit);
    use(tuned, true);
    d_at.next.sample = to.sample;
}

void spectrum_stream::use(const spectrum_settings& s, bool restarts)
{
    d_settings = s;
    d_output = output_of(s);
    d_at.next.schedule.change(schedule_of(s));
    if (restarts) {
        d_at.next.schedule.restart();
        d_at.next.is_fresh = true;
        d_carried.reset();
    }
    set_chunk();
}

} // namespace gpufft
} // namespace gr
