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
#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
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
        max_frames = persistence_frames(how);
        const auto count = persistence_in_flight(how, max_frames, depth);
        for (std::size_t i = 0; i < count; ++i)
            slots.push_back(make_slot());
        // One more: that of the newest submission is read by the next, while all slots
        // write one each; and what was counted last must stay until it is looked at.
        for (std::size_t i = 0; i <= count; ++i) {
            states.push_back(std::make_unique<histogram_state>(*on, how.state_bytes()));
            if (how.columns)
                counts.push_back(
                    std::make_unique<mirrored_buffer>(*on, how.counts_bytes()));
        }
        if (how.columns && how.columns->threads()) {
            const auto q = on->make_queue();
            for (auto& each : counts)
                each->clear(*q);
            q->wait_all();
        }
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
    std::vector<std::unique_ptr<mirrored_buffer>> counts; // of CPU devices
    std::vector<std::unique_ptr<persistence_slot>> slots; // nullptr: could not be renewed

    //! What there is after a submission.
    struct standing {
        histogram_state* state = nullptr; //!< the last histogram
        // On CPU devices, of the one that is under way:
        mirrored_buffer* counts = nullptr; //!< none: no frame yet
        std::uint32_t number = 0;          //!< of the histogram there
        double keep = 0;                   //!< of the last one
        level_scale scale;
    };
    struct flight {
        persistence_slot* slot;
        finished gives;
        standing after;
    };
    std::deque<flight> in_flight; // oldest first
    std::vector<persistence_slot*> failed;
    persistence_slot* last = nullptr; // that was started; nullptr: nothing follows that
    std::size_t next_slot = 0;
    std::size_t next_state = 0;
    std::size_t next_counts = 0;
    std::uint32_t last_number = 0;    //!< of a histogram that was begun
    standing newest;                  // that the next submission goes on from
    std::shared_ptr<event> is_newest; // when that is on the device
    standing last_finished;

    //! The number of a histogram that begins: not 0, which memory has that nobody
    //! counted into.
    std::uint32_t next_number()
    {
        last_number += last_number == std::numeric_limits<std::uint32_t>::max() ? 2 : 1;
        return last_number;
    }
    //! The next submission goes on from nothing; what was under way stays as it is.
    void forget_newest();
    //! Fills in what \p s goes on from and where it counts. \return what is there after
    //! it
    standing place(persistence_slot::submission& s, const spectrum_batch& batch);
    average_state state_under_way(const standing& of) const;

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
    persistence_slot::submission s;
    s.samples = batch.samples;
    s.on_device = batch.on_device;
    s.frames = batch.frames;
    s.scale = { o.factor, o.lowest_db, o.highest_db, o.centered };
    s.out = ends ? batch.out : nullptr;
    const auto after = p.place(s, batch);
    {
        const std::lock_guard<std::mutex> guard(p.mutex);
        s.window = p.window;
    }
    auto& slot = present(p.slots[p.next_slot], [&] { return p.make_slot(); });
    p.failed.erase(std::remove(p.failed.begin(), p.failed.end(), &slot), p.failed.end());
    s.follows = batch.follows && p.last != &slot ? p.last : nullptr;
    p.last = nullptr;
    try {
        slot.start(s);
    } catch (...) {
        slot.abandon(); // what was queued may still use the caller's memory
        p.failed.push_back(&slot);
        throw;
    }
    p.last = &slot;
    p.in_flight.push_back({ &slot, { batch.frames, batch.ends.size() }, after });
    p.next_slot = (p.next_slot + 1) % p.slots.size();
    if (s.after)
        p.next_state = (p.next_state + 1) % p.states.size();
    if (s.after && s.counts)
        p.next_counts = (p.next_counts + 1) % p.counts.size();
    p.newest = after;
    p.is_newest = slot.is_counted();
}

void persistence_executor::parts::forget_newest()
{
    if (newest.counts)
        next_counts = (next_counts + 1) % counts.size();
    newest = {};
}

persistence_executor::parts::standing
persistence_executor::parts::place(persistence_slot::submission& s,
                                   const spectrum_batch& batch)
{
    if (batch.is_fresh)
        forget_newest();
    const auto& from = newest;
    const bool ends = !batch.ends.empty();
    s.before = from.state;
    s.is_before = is_newest;
    s.keep = from.keep;
    if (s.before && !from.counts) // after a histogram, so much of it is left
        s.keep = std::pow(batch.output.fade, static_cast<double>(s.before->frames));
    if (how.columns) {
        s.counted.goes_on = from.counts;
        s.counted.number = from.counts ? from.number : next_number();
        s.counts = from.counts ? from.counts : counts[next_counts].get();
    }
    if (how.columns && !ends)
        return { s.before, s.counts, s.counted.number, s.keep, s.scale };
    s.after = states[next_state].get();
    s.after->frames = ends ? batch.counts[0] : 0;
    return { s.after, nullptr, 0, 0, s.scale };
}

persistence_executor::finished persistence_executor::wait_oldest()
{
    auto& p = *d_parts;
    if (p.in_flight.empty())
        return {};
    const auto oldest = p.in_flight.front();
    p.in_flight.pop_front();
    try {
        oldest.slot->finish();
    } catch (...) {
        p.failed.push_back(oldest.slot);
        p.last = nullptr;
        throw;
    }
    p.last_finished = oldest.after;
    return oldest.gives;
}

void persistence_executor::renew_slots()
{
    auto& p = *d_parts;
    if (!p.in_flight.empty())
        throw std::logic_error("renew_slots() while submissions are in flight");
    p.failed.clear();
    p.last = nullptr;
    p.forget_newest(); // of a queue that goes
    p.is_newest = nullptr;
    renew(p.slots, [&] { return p.make_slot(); });
}

average_state persistence_executor::state() const
{
    const auto& last = d_parts->last_finished;
    if (last.counts)
        return d_parts->state_under_way(last);
    if (!last.state)
        return {};
    const auto& memory = last.state->memory;
    const auto* values = memory.on_host<float>();
    return { { values, values + memory.bytes() / sizeof(float) }, last.state->frames };
}

// Submissions that nobody has waited for may have counted into the same memory: where the
// flowgraph stops, or another device goes on, their frames are computed again.
average_state persistence_executor::parts::state_under_way(const standing& of) const
{
    std::vector<column_histogram::counted> others;
    const auto add = [&](persistence_slot& slot) {
        slot.settle();
        if (const auto counted = slot.counted_into(*of.counts))
            others.push_back(*counted);
    };
    for (auto* each : failed)
        add(*each);
    for (const auto& each : in_flight)
        add(*each.slot);
    return { how.columns->sum_on_host(of.state ? of.state->memory.on_host<float>()
                                               : nullptr,
                                      of.counts->on_host<std::uint32_t>(),
                                      { of.scale, of.keep, of.number },
                                      others),
             0 };
}

void persistence_executor::set_state(const average_state& s)
{
    auto& p = *d_parts;
    if (!p.in_flight.empty())
        throw std::logic_error("set_state() while submissions are in flight");
    p.failed.clear();
    p.forget_newest();
    p.last_finished = {};
    p.is_newest = nullptr;
    if (s.powers.empty())
        return;
    auto& state = *p.states[p.next_state];
    const auto bytes = state.memory.bytes();
    if (s.powers.size() * sizeof(float) != bytes)
        throw std::logic_error(fmt::format("set_state() of {} counts, there are {}",
                                           s.powers.size(),
                                           bytes / sizeof(float)));
    auto q = p.on->make_queue();
    state.memory.upload(*q, s.powers.data());
    q->wait_all();
    state.frames = s.frames;
    p.newest.state = p.last_finished.state = &state;
    p.next_state = (p.next_state + 1) % p.states.size();
}

std::string persistence_executor::device_name() const
{
    return label_of(d_parts->on->info());
}

std::string persistence_executor::plan_line() const
{
    return to_string(d_parts->how.front().made_plan().front);
}

std::string persistence_executor::plan_origin() const
{
    return d_parts->how.front().plan_origin();
}

transform persistence_executor::front() const
{
    return d_parts->how.front().made_plan().front.request;
}

std::shared_ptr<device> persistence_executor::on() const { return d_parts->on; }

bool persistence_executor::is_outdated() const
{
    return d_parts->how.front().is_outdated();
}

} // namespace gpufft
