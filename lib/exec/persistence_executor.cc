/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/device_choice.h"
#include "device/registry.h"
#include "exec/persistence_executor.h"
#include "exec/persistence_slot.h"
#include "exec/persistence_test.h"
#include "exec/spectrum_size.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <deque>
#include <mutex>

namespace gpufft {

namespace {

// Where the histogram is much to go through, larger submissions than spectra take: with
// 1024 bins and 256 levels on two cores, 512 frames count 1.3 times as fast as 128.
constexpr std::size_t CPU_CHUNK_BYTES = std::size_t(4) << 20;

//! Frames of a submission: as many as spectra take, and on a CPU, where the histogram
//! goes through the caches with each, enough to be worth that.
std::size_t choose_frames(const persistence_kernels& how, const persistence_request& what)
{
    const auto& front = how.front;
    const auto& limits = front.on()->info().limits;
    auto frames = spectrum_frames(front);
    if (limits.is_cpu)
        frames = std::max(frames,
                          std::min<std::size_t>(2 * what.levels,
                                                CPU_CHUNK_BYTES / front.sample_bytes(1)));
    frames = std::min({ frames, front.max_frames(), how.histogram.max_frames() });
    const auto memory = static_cast<std::size_t>(limits.global_memory_bytes) / 16;
    while (frames > 1 && persistence_slot::device_bytes(how, frames) > memory)
        frames /= 2;
    return frames;
}

void check(const persistence_request& what)
{
    if (what.levels < 2 || what.levels > 4096)
        throw plan_error(
            fmt::format("levels must be 2 .. 4096, got {}; 256 is usual", what.levels));
}

} // namespace

struct persistence_executor::parts {
    parts(const persistence_request& wanted, std::shared_ptr<device> device, int depth)
        : what(wanted), on(std::move(device)), how(what, on), locked(on)
    {
        max_frames = choose_frames(how, what);
        const auto each = persistence_slot::device_bytes(how, max_frames);
        const auto memory =
            static_cast<std::size_t>(on->info().limits.global_memory_bytes) / 4;
        const auto count = std::clamp<std::size_t>(memory / each, 1, std::max(depth, 1));
        for (std::size_t i = 0; i < count; ++i)
            slots.push_back(std::make_unique<persistence_slot>(how, locked, max_frames));
        // One more: that of the newest submission is read by the next, while all slots
        // write one each.
        for (std::size_t i = 0; i <= count; ++i)
            states.push_back(
                std::make_unique<histogram_state>(*on, how.histogram.state_bytes()));
    }

    persistence_request what;
    std::shared_ptr<device> on;
    persistence_kernels how;
    locked_memory locked;
    std::size_t max_frames = 1;
    std::vector<std::unique_ptr<histogram_state>> states;
    std::vector<std::unique_ptr<persistence_slot>> slots;

    std::deque<persistence_slot*> flying; // oldest first
    std::size_t next_slot = 0;
    std::size_t next_state = 0;
    histogram_state* newest = nullptr;   // that the next submission goes on from
    std::shared_ptr<event> is_newest;    // when that is on the device
    histogram_state* finished = nullptr; // of the last submission waited for

    std::mutex mutex; // guards window
    std::shared_ptr<buffer> window;
};

persistence_executor::persistence_executor(const persistence_request& what,
                                           const window_taps& window,
                                           const std::string& device,
                                           int depth)
{
    check(what);
    d_parts = std::make_unique<parts>(what, open_device(device), depth);
    set_window(window);
    self_test(d_parts->how, what);
}

persistence_executor::~persistence_executor()
{
    for (auto* s : d_parts->flying)
        s->abandon();
}

void persistence_executor::set_window(const window_taps& taps)
{
    const auto length = static_cast<std::size_t>(d_parts->what.length);
    if (taps.values.size() != length)
        throw plan_error(fmt::format("the window has {} taps and a frame {} points; give "
                                     "{} taps",
                                     taps.values.size(),
                                     length,
                                     length));
    auto uploaded = upload_taps(*d_parts->on, taps.values, precision::float32);
    const std::lock_guard<std::mutex> guard(d_parts->mutex);
    d_parts->window = std::move(uploaded);
}

std::size_t persistence_executor::max_frames() const { return d_parts->max_frames; }
std::size_t persistence_executor::depth() const { return d_parts->slots.size(); }
std::size_t persistence_executor::in_flight() const { return d_parts->flying.size(); }
locked_memory& persistence_executor::locked() { return d_parts->locked; }

void persistence_executor::submit(const persistence_batch& batch)
{
    auto& p = *d_parts;
    if (!can_submit())
        throw std::logic_error("submit() with every slot in flight: wait_oldest() first");
    if (batch.frames < 1 || batch.frames > p.max_frames)
        throw std::logic_error(fmt::format(
            "submit() of {} frames: 1 .. {} fit", batch.frames, p.max_frames));
    persistence_slot::submission s;
    s.batch = batch;
    s.before = batch.keep > 0 ? p.newest : nullptr;
    s.is_before = p.is_newest;
    s.after = p.states[p.next_state].get();
    {
        const std::lock_guard<std::mutex> guard(p.mutex);
        s.window = p.window;
    }
    auto& slot = *p.slots[p.next_slot];
    try {
        slot.start(s);
    } catch (...) {
        slot.abandon(); // what was queued may still use the caller's memory
        throw;
    }
    p.flying.push_back(&slot);
    p.next_slot = (p.next_slot + 1) % p.slots.size();
    p.next_state = (p.next_state + 1) % p.states.size();
    p.newest = s.after;
    p.is_newest = slot.is_counted();
}

std::size_t persistence_executor::wait_oldest()
{
    auto& p = *d_parts;
    if (p.flying.empty())
        return 0;
    auto& slot = *p.flying.front();
    p.flying.pop_front();
    auto* after = slot.after();
    const auto frames = slot.finish();
    p.finished = after;
    return frames;
}

std::vector<float> persistence_executor::state() const
{
    const auto* s = d_parts->finished;
    return s ? std::vector<float>(s->on_host(), s->on_host() + s->bytes() / sizeof(float))
             : std::vector<float>();
}

void persistence_executor::set_state(const std::vector<float>& histogram)
{
    auto& p = *d_parts;
    if (p.flying.size())
        throw std::logic_error("set_state() with submissions in flight");
    p.newest = p.finished = nullptr;
    p.is_newest = nullptr;
    if (histogram.empty())
        return;
    auto& s = *p.states[p.next_state];
    if (histogram.size() * sizeof(float) != s.bytes())
        throw std::logic_error(
            fmt::format("set_state() of {} counts, the histogram has {}",
                        histogram.size(),
                        s.bytes() / sizeof(float)));
    auto q = p.on->make_queue();
    s.upload(*q, histogram);
    q->wait_all();
    p.newest = p.finished = &s;
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

} // namespace gpufft
