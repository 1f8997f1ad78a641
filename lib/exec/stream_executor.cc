/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/device_choice.h"
#include "device/registry.h"
#include "exec/executor.h"
#include "exec/self_test.h"
#include "exec/slot.h"
#include "exec/stream_executor.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <deque>
#include <mutex>

namespace gpufft {

namespace {

// Over PCIe 5, four chunks of 2 to 4 MiB in flight reach the full rate (5.5 GS/s on an
// H200), and chunks of 1 MiB 95 % of it. A CPU device copies nothing; a chunk need only
// outweigh its launch, and should stay in the caches.
constexpr std::size_t GPU_CHUNK_BYTES = std::size_t(4) << 20;
constexpr std::size_t CPU_CHUNK_BYTES = std::size_t(1) << 20;

//! What a submission computes with; replaced as a whole when the window changes.
struct computation {
    std::shared_ptr<executor> how;
    std::shared_ptr<buffer> window;
};

std::size_t chunk_rows(const executor& e)
{
    const bool is_cpu = e.on()->info().limits.is_cpu;
    const auto chunk = is_cpu ? CPU_CHUNK_BYTES : GPU_CHUNK_BYTES;
    const auto rows = std::max<std::size_t>(1, chunk / e.output_bytes(1));
    // Whole workgroups, where a workgroup takes several rows.
    const auto& first = e.made_plan().passes.front();
    const auto together =
        first.columns_are_rows() ? static_cast<std::size_t>(first.columns.size) : 1;
    return rows < together ? rows : rows / together * together;
}

//! As many submissions as a quarter of the device's memory holds, \p wanted at most.
std::size_t depth_that_fits(const executor& e, std::size_t rows, int wanted)
{
    const auto one = e.input_bytes(rows) + e.output_bytes(rows) + e.scratch_bytes(rows);
    const auto memory =
        static_cast<std::size_t>(e.on()->info().limits.global_memory_bytes);
    return std::clamp<std::size_t>(memory / 4 / one, 1, std::max(1, wanted));
}

} // namespace

struct stream_executor::state {
    transform what; // without window; computations differ in that alone
    std::shared_ptr<device> on;
    std::shared_ptr<executor> plain;
    std::shared_ptr<executor> windowed;
    std::size_t max_rows = 1;
    std::vector<std::unique_ptr<slot>> slots;
    std::deque<slot*> flying; // oldest first
    std::size_t next = 0;

    std::mutex change_mutex; // one change of window at a time
    std::mutex mutex;        // guards current
    computation current;

    std::shared_ptr<executor> make(bool with_window) const
    {
        auto wanted = what;
        wanted.windowed = with_window;
        auto made = std::make_shared<executor>(wanted, on);
        self_test(*made);
        return made;
    }

    //! The window's taps, or none, from the next submission on.
    void change_window(const std::vector<float>& taps)
    {
        const auto length = static_cast<std::size_t>(what.length);
        if (!taps.empty() && taps.size() != length) {
            throw plan_error(fmt::format("the window has {} taps and the transform {} "
                                         "points; give {} taps, or none",
                                         taps.size(),
                                         length,
                                         length));
        }
        // Building kernels takes a while; submissions go on meanwhile as they were.
        const std::lock_guard<std::mutex> one_change(change_mutex);
        std::shared_ptr<executor>& how = taps.empty() ? plain : windowed;
        if (!how)
            how = make(!taps.empty());
        computation changed{ how, nullptr };
        if (!taps.empty())
            changed.window = upload_now(*on, taps.data(), taps.size() * sizeof(float));
        const std::lock_guard<std::mutex> guard(mutex);
        current = std::move(changed);
    }
};

stream_executor::stream_executor(const transform& what,
                                 const std::string& device,
                                 int depth)
    : d_state(std::make_unique<state>())
{
    validate(what);
    d_state->what = what;
    d_state->on = open_device(device);
    // A windowed transform starts on a rectangular window.
    d_state->change_window(what.windowed ? std::vector<float>(what.length, 1.0F)
                                         : std::vector<float>());
    const auto& e = *d_state->current.how;
    d_state->max_rows = chunk_rows(e);
    const auto slots = depth_that_fits(e, d_state->max_rows, depth);
    for (std::size_t i = 0; i < slots; ++i)
        d_state->slots.push_back(std::make_unique<slot>(d_state->on));
}

stream_executor::~stream_executor()
{
    for (auto* s : d_state->flying)
        s->abandon();
}

std::size_t stream_executor::max_rows() const { return d_state->max_rows; }
std::size_t stream_executor::depth() const { return d_state->slots.size(); }
std::size_t stream_executor::in_flight() const { return d_state->flying.size(); }

void stream_executor::submit(const void* in, void* out, std::size_t rows)
{
    if (!can_submit())
        throw std::logic_error("submit() with every slot in flight: wait_oldest() first");
    if (rows < 1 || rows > max_rows())
        throw std::logic_error(
            fmt::format("submit() of {} rows: 1 .. {} fit", rows, max_rows()));
    computation now;
    {
        const std::lock_guard<std::mutex> guard(d_state->mutex);
        now = d_state->current;
    }
    slot& s = *d_state->slots[d_state->next];
    try {
        s.start(now.how, now.window, in, out, rows);
    } catch (...) {
        s.abandon(); // what was queued may still use the caller's memory
        throw;
    }
    d_state->next = (d_state->next + 1) % d_state->slots.size();
    d_state->flying.push_back(&s);
}

std::size_t stream_executor::wait_oldest()
{
    if (d_state->flying.empty())
        return 0;
    slot& s = *d_state->flying.front();
    d_state->flying.pop_front();
    return s.finish();
}

void stream_executor::set_window(const std::vector<float>& taps)
{
    d_state->change_window(taps);
}

std::string stream_executor::device_name() const { return label_of(d_state->on->info()); }

std::string stream_executor::plan_line() const
{
    const std::lock_guard<std::mutex> guard(d_state->mutex);
    return to_string(d_state->current.how->made_plan());
}

} // namespace gpufft
