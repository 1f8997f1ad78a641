/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/device_choice.h"
#include "device/interface/registry.h"
#include "exec/executor/build_with_fallback.h"
#include "exec/frames/histograms/persistence_executor.h"
#include "exec/frames/histograms/persistence_size.h"
#include "exec/frames/histograms/persistence_slot.h"
#include "exec/frames/histograms/persistence_test.h"
#include "exec/memory/renewed.h"
#include "plan/text/plan_summary.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <cmath>
#include <deque>
#include <mutex>

namespace gpufft {

struct persistence_executor::parts {
    parts(const persistence_request& wanted,
          std::shared_ptr<device> device,
          int depth,
          effort by)
        : request(wanted),
          on(std::move(device)),
          how(request,
              on,
              by,
              [&](const persistence_kernels& kernels) { self_test(kernels, request); }),
          locked(on)
    {
        max_frames = persistence_frames(how, request);
        const auto count = persistence_in_flight(how, max_frames, depth);
        for (std::size_t i = 0; i < count; ++i)
            slots.push_back(make_slot());
        // One more: that of the newest submission is read by the next, while all slots
        // write one each.
        for (std::size_t i = 0; i <= count; ++i)
            states.push_back(
                std::make_unique<histogram_state>(*on, how.histogram.state_bytes()));
    }

    std::unique_ptr<persistence_slot> make_slot() const
    {
        return std::make_unique<persistence_slot>(how, locked, max_frames);
    }

    persistence_request request;
    std::shared_ptr<device> on;
    persistence_kernels how;
    locked_memory locked;
    std::size_t max_frames = 1;
    std::vector<std::unique_ptr<histogram_state>> states;
    std::vector<std::unique_ptr<persistence_slot>> slots; // nullptr: could not be renewed

    struct flight {
        persistence_slot* slot;
        finished gives;
    };
    std::deque<flight> in_flight; // oldest first
    std::size_t next_slot = 0;
    std::size_t next_state = 0;
    histogram_state* newest = nullptr; // that the next submission goes on from
    std::shared_ptr<event> is_newest;  // when that is on the device
    histogram_state* last_finished = nullptr;

    std::mutex mutex; // guards window
    std::shared_ptr<buffer> window;
};

persistence_executor::persistence_executor(const persistence_request& request,
                                           const window_taps& window,
                                           const std::string& device,
                                           int depth,
                                           effort by)
{
    check_levels(request);
    const auto by_default = open_device(device);
    d_parts =
        build_with_fallback(by_default, [&](const std::shared_ptr<gpufft::device>& on) {
            // Wisdom may name a plan in the SIMD form, which a fallback has just left.
            return std::make_unique<parts>(
                request, on, depth, on == by_default ? by : effort::estimate);
        });
    set_window(window);
}

persistence_executor::~persistence_executor()
{
    for (auto& f : d_parts->in_flight)
        f.slot->abandon();
}

void persistence_executor::set_window(const window_taps& taps)
{
    check_window_of_frames(taps, d_parts->request.frame_samples());
    auto uploaded = upload_taps(*d_parts->on, taps.values, precision::float32);
    const std::lock_guard<std::mutex> guard(d_parts->mutex);
    d_parts->window = std::move(uploaded);
}

std::size_t persistence_executor::max_frames() const { return d_parts->max_frames; }
std::size_t persistence_executor::depth() const { return d_parts->slots.size(); }
std::size_t persistence_executor::in_flight() const { return d_parts->in_flight.size(); }
locked_memory& persistence_executor::locked() { return d_parts->locked; }

void persistence_executor::submit(const spectrum_batch& batch)
{
    auto& p = *d_parts;
    if (!can_submit())
        throw std::logic_error("submit() with every slot in flight: wait_oldest() first");
    if (batch.frames < 1 || batch.frames > p.max_frames)
        throw std::logic_error(fmt::format(
            "submit() of {} frames: 1 .. {} fit", batch.frames, p.max_frames));
    const bool ends = !batch.ends.empty();
    if (batch.ends.size() > 1 || (ends && batch.ends[0] != batch.frames))
        throw std::logic_error("submit() of frames behind the end of a histogram");
    const auto& o = batch.output;
    auto& after = *p.states[p.next_state];
    after.frames = ends ? batch.counts[0] : 0;
    persistence_slot::submission s;
    s.samples = batch.samples;
    s.on_device = batch.on_device;
    s.frames = batch.frames;
    s.scale = { o.factor, o.lowest_db, o.highest_db, o.centered };
    s.out = ends ? batch.out : nullptr;
    s.before = batch.is_fresh ? nullptr : p.newest;
    s.is_before = p.is_newest;
    s.after = &after;
    if (s.before) // after a histogram, so much of it is left
        s.keep = std::pow(o.fade, static_cast<double>(s.before->frames));
    {
        const std::lock_guard<std::mutex> guard(p.mutex);
        s.window = p.window;
    }
    auto& slot = present(p.slots[p.next_slot], [&] { return p.make_slot(); });
    try {
        slot.start(s);
    } catch (...) {
        slot.abandon(); // what was queued may still use the caller's memory
        throw;
    }
    p.in_flight.push_back({ &slot, { batch.frames, batch.ends.size() } });
    p.next_slot = (p.next_slot + 1) % p.slots.size();
    p.next_state = (p.next_state + 1) % p.states.size();
    p.newest = &after;
    p.is_newest = slot.is_counted();
}

persistence_executor::finished persistence_executor::wait_oldest()
{
    auto& p = *d_parts;
    if (p.in_flight.empty())
        return {};
    const auto oldest = p.in_flight.front();
    p.in_flight.pop_front();
    p.last_finished = oldest.slot->finish();
    return oldest.gives;
}

void persistence_executor::renew_slots()
{
    auto& p = *d_parts;
    if (!p.in_flight.empty())
        throw std::logic_error("renew_slots() while submissions are in flight");
    p.newest = nullptr; // of a queue that goes
    p.is_newest = nullptr;
    renew(p.slots, [&] { return p.make_slot(); });
}

average_state persistence_executor::state() const
{
    const auto* s = d_parts->last_finished;
    if (!s)
        return {};
    return { { s->on_host(), s->on_host() + s->bytes() / sizeof(float) }, s->frames };
}

void persistence_executor::set_state(const average_state& s)
{
    auto& p = *d_parts;
    if (!p.in_flight.empty())
        throw std::logic_error("set_state() while submissions are in flight");
    p.newest = p.last_finished = nullptr;
    p.is_newest = nullptr;
    if (s.powers.empty())
        return;
    auto& state = *p.states[p.next_state];
    if (s.powers.size() * sizeof(float) != state.bytes())
        throw std::logic_error(fmt::format("set_state() of {} counts, there are {}",
                                           s.powers.size(),
                                           state.bytes() / sizeof(float)));
    auto q = p.on->make_queue();
    state.upload(*q, s.powers);
    q->wait_all();
    state.frames = s.frames;
    p.newest = p.last_finished = &state;
    p.next_state = (p.next_state + 1) % p.states.size();
}

std::string persistence_executor::device_name() const
{
    return label_of(d_parts->on->info());
}

std::string persistence_executor::plan_line() const
{
    return to_string(d_parts->how.front.made_plan().front);
}

std::string persistence_executor::plan_origin() const
{
    return d_parts->how.front.plan_origin();
}

transform persistence_executor::front() const
{
    return d_parts->how.front.made_plan().front.request;
}

std::shared_ptr<device> persistence_executor::on() const { return d_parts->on; }

bool persistence_executor::is_outdated() const
{
    return d_parts->how.front.is_outdated();
}

} // namespace gpufft
