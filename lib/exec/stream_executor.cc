/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/device_choice.h"
#include "device/measured_on.h"
#include "device/registry.h"
#include "exec/build_thread.h"
#include "exec/executor.h"
#include "exec/host_transform.h"
#include "exec/self_test.h"
#include "exec/slot.h"
#include "exec/stream_executor.h"
#include "exec/submission_size.h"
#include "exec/tested.h"
#include "plan/plan_choice.h"
#include "plan/plan_text.h"
#include "plan/wisdom_store.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <system_error>
#include <algorithm>
#include <chrono>
#include <deque>
#include <exception>
#include <mutex>

namespace gpufft {

namespace {

// Kernels from a cache are there in 40 to 70 ms, and then the host computes nothing.
constexpr std::chrono::milliseconds PATIENCE(250);

//! What a submission computes with; replaced as a whole when the window changes.
struct computation {
    std::shared_ptr<executor> how;
    std::shared_ptr<buffer> window;
    //! Computes instead of the kernels, which are not there.
    std::shared_ptr<const host_transform> by_host;
};

//! A submission in flight.
struct flight_of_rows {
    slot* with = nullptr; // nullptr: the host has computed it
    std::size_t rows = 0;
};

} // namespace

struct stream_executor::state {
    transform what; // without window; computations differ in that alone
    effort how = effort::estimate;
    std::shared_ptr<device> on;
    std::shared_ptr<executor> plain;
    std::shared_ptr<executor> windowed;
    std::size_t max_rows = 1;
    std::unique_ptr<locked_memory> locked; // before the slots, which look at it
    std::vector<std::unique_ptr<slot>> slots;
    std::deque<flight_of_rows> flying; // oldest first
    std::size_t next = 0;
    std::shared_ptr<buffer> given_scratch; // the caller's, if any
    std::size_t sent = 0;                  // since nothing was in flight

    std::mutex change_mutex; // one change of window or plan at a time
    std::mutex mutex;        // guards what follows
    computation current;
    std::vector<double> host_taps; // that current.by_host has
    std::exception_ptr failure;    // of kernels that were to follow

    std::unique_ptr<build_thread> building; // last: goes first

    transform wanted(bool with_window) const
    {
        auto made = what;
        made.windowed = with_window;
        return made;
    }

    std::shared_ptr<executor> make(bool with_window, effort by) const
    {
        return make_tested(on, [&](const std::shared_ptr<device>& in_form) {
            // What somebody measured may be in the form that is left.
            auto made = std::make_shared<executor>(
                wanted(with_window), in_form, in_form == on ? by : effort::estimate);
            self_test(*made);
            return made;
        });
    }

    //! Of a submission among several.
    std::size_t scratch_step(const executor& e) const
    {
        const auto bytes = e.scratch_bytes(max_rows);
        return (bytes + PART_ALIGNMENT - 1) / PART_ALIGNMENT * PART_ALIGNMENT;
    }

    //! What the caller gave for the submission that begins now; nullptr: nothing.
    std::shared_ptr<buffer> next_scratch(const executor& e, std::size_t rows)
    {
        if (flying.empty())
            sent = 0;
        const auto part = sent++ % slots.size();
        const auto bytes = e.scratch_bytes(rows);
        if (!given_scratch || bytes == 0)
            return nullptr;
        const auto offset = part * scratch_step(e);
        if (offset + bytes > given_scratch->bytes())
            throw plan_error(fmt::format(
                "the scratch given has {} bytes; {} are needed for {} rows in "
                "{} submissions: scratch_bytes() tells",
                given_scratch->bytes(),
                offset + bytes,
                rows,
                part + 1));
        return on->part_of(given_scratch, offset, bytes);
    }

    //! Has the host compute until the kernels are there, unless they soon are.
    //! \throws plan_error, build_error, device_error
    void begin_at_once()
    {
        host_taps.assign(what.windowed ? what.points() : 0, 1);
        current.by_host = std::make_shared<host_transform>(what, host_taps);
        try {
            building = std::make_unique<build_thread>([this] { build_for_host(); });
        } catch (const std::system_error&) {
            current = {}; // no thread is to be had
            change_window(host_taps);
            return;
        }
        if (!building->is_done_within(PATIENCE)) {
            // What no plan can do is said now.
            const auto how_large = executor::planned(wanted(what.windowed), on, how);
            const std::lock_guard<std::mutex> guard(mutex);
            if (current.by_host)
                current.how = std::make_shared<executor>(how_large);
            return;
        }
        if (failure)
            std::rethrow_exception(failure);
    }

    void make_slots(int depth)
    {
        locked = std::make_unique<locked_memory>(on);
        const std::lock_guard<std::mutex> guard(mutex); // kernels may come meanwhile
        const auto& e = *current.how;
        max_rows = submission_rows(e);
        for (auto left = submissions_in_flight(e, max_rows, depth); left > 0; --left)
            slots.push_back(std::make_unique<slot>(on, *locked));
    }

    //! On the thread: kernels for the taps that the host has by then.
    void build_for_host()
    try {
        for (;;) {
            std::vector<double> taps;
            {
                const std::lock_guard<std::mutex> guard(mutex);
                taps = host_taps;
            }
            auto& kept = taps.empty() ? plain : windowed;
            if (!kept) // nobody else looks at them meanwhile
                kept = make(!taps.empty(), how);
            computation built{ kept, nullptr, nullptr };
            if (!taps.empty())
                built.window = upload_taps(*on, taps, what.number);
            const std::lock_guard<std::mutex> guard(mutex);
            if (taps != host_taps)
                continue;
            if (!slots.empty() && !has_room(*kept))
                throw device_error(fmt::format(
                    "{} needs more memory than was planned for it", to_string(what)));
            current = std::move(built);
            return;
        }
    } catch (...) {
        const std::lock_guard<std::mutex> guard(mutex);
        failure = std::current_exception();
    }

    //! \return false  kernels compute
    bool change_window_of_host(const std::vector<double>& taps)
    {
        const std::lock_guard<std::mutex> guard(mutex);
        if (!current.by_host)
            return false;
        host_taps = taps;
        current.by_host = std::make_shared<host_transform>(what, taps);
        return true;
    }

    //! The window's taps, or none, from the next submission on.
    void change_window(const std::vector<double>& taps)
    {
        const auto length = static_cast<std::size_t>(what.points());
        if (!taps.empty() && taps.size() != length) {
            throw plan_error(fmt::format("the window has {} taps and the transform {} "
                                         "points; give {} taps, or none",
                                         taps.size(),
                                         length,
                                         length));
        }
        // Building kernels takes a while; submissions go on meanwhile as they were.
        const std::lock_guard<std::mutex> one_change(change_mutex);
        if (change_window_of_host(taps))
            return;
        std::shared_ptr<executor>& how = taps.empty() ? plain : windowed;
        if (!how)
            how = make(!taps.empty(), this->how);
        computation changed{ how, nullptr, nullptr };
        if (!taps.empty())
            changed.window = upload_taps(*on, taps, what.number);
        const std::lock_guard<std::mutex> guard(mutex);
        current = std::move(changed);
    }

    //! Slots stay as many and as large as they are: their caller counts on it.
    bool has_room(const executor& e) const
    {
        const auto largest = on->info().limits.max_allocation_bytes;
        return e.max_rows() >= max_rows &&
               e.scratch_bytes(max_rows) <= static_cast<std::size_t>(largest) &&
               submissions_in_flight(e, max_rows, static_cast<int>(slots.size())) ==
                   slots.size();
    }

    //! What wisdom has in place of \p before; nullptr: nothing else.
    std::shared_ptr<executor> other_plan(const executor& before, bool with_window) const
    {
        const auto line = plan_text(before.made_plan());
        const auto book = wisdom_store::of_user().book();
        const auto chosen = choose_plan(wanted(with_window),
                                        on->info().limits,
                                        measured_on_of(on->info()),
                                        effort::wisdom,
                                        *book);
        if (plan_text(chosen.made) == line)
            return nullptr;
        auto made = make(with_window, effort::wisdom);
        // It may have been of no use.
        return plan_text(made->made_plan()) != line && has_room(*made) ? made : nullptr;
    }

    //! A window may come or go meanwhile, so either computation changes by itself.
    bool change_plan(std::shared_ptr<executor> state::*which, bool with_window)
    {
        std::shared_ptr<executor> before;
        {
            const std::lock_guard<std::mutex> one_change(change_mutex);
            before = this->*which;
        }
        const auto made = before ? other_plan(*before, with_window) : nullptr;
        if (!made)
            return false;
        const std::lock_guard<std::mutex> one_change(change_mutex);
        this->*which = made;
        const std::lock_guard<std::mutex> guard(mutex);
        if (current.how == before)
            current.how = made;
        return true;
    }
};

stream_executor::stream_executor(const transform& what,
                                 const std::string& device,
                                 int depth,
                                 effort how,
                                 beginning begins)
    : d_state(std::make_unique<state>())
{
    validate(what);
    d_state->how = how;
    d_state->what = what;
    d_state->on = open_device(device);
    if (begins == beginning::at_once && d_state->on->info().limits.is_cpu &&
        host_transform::can(what))
        d_state->begin_at_once();
    else // a windowed transform starts on a rectangular window
        d_state->change_window(std::vector<double>(what.windowed ? what.points() : 0, 1));
    d_state->make_slots(depth);
}

stream_executor::~stream_executor()
{
    for (const auto& each : d_state->flying)
        if (each.with)
            each.with->abandon();
}

std::size_t stream_executor::max_rows() const { return d_state->max_rows; }
std::size_t stream_executor::depth() const { return d_state->slots.size(); }
std::size_t stream_executor::in_flight() const { return d_state->flying.size(); }

void stream_executor::submit(const void* in, void* out, std::size_t rows)
{
    submit({ { in, nullptr }, { out, nullptr } }, rows);
}

void stream_executor::submit(const host_arrays& arrays, std::size_t rows)
{
    if (!can_submit())
        throw std::logic_error("submit() with every slot in flight: wait_oldest() first");
    if (rows < 1 || rows > max_rows())
        throw std::logic_error(
            fmt::format("submit() of {} rows: 1 .. {} fit", rows, max_rows()));
    computation now;
    {
        const std::lock_guard<std::mutex> guard(d_state->mutex);
        if (d_state->failure)
            std::rethrow_exception(d_state->failure);
        now = d_state->current;
    }
    if (now.by_host) {
        (*now.by_host)(arrays, rows);
        d_state->flying.push_back({ nullptr, rows });
        return;
    }
    slot& s = *d_state->slots[d_state->next];
    try {
        s.start(now.how, now.window, arrays, rows, d_state->next_scratch(*now.how, rows));
    } catch (...) {
        s.abandon(); // what was queued may still use the caller's memory
        throw;
    }
    d_state->next = (d_state->next + 1) % d_state->slots.size();
    d_state->flying.push_back({ &s, rows });
}

bool stream_executor::oldest_is_done() const
{
    if (d_state->flying.empty())
        return false;
    const auto* with = d_state->flying.front().with;
    return !with || with->is_done();
}

std::size_t stream_executor::wait_oldest()
{
    if (d_state->flying.empty())
        return 0;
    const auto oldest = d_state->flying.front();
    d_state->flying.pop_front();
    return oldest.with ? oldest.with->finish() : oldest.rows;
}

bool stream_executor::has_kernels() const
{
    const std::lock_guard<std::mutex> guard(d_state->mutex);
    return !d_state->current.by_host;
}

void stream_executor::set_window(const window_taps& taps)
{
    d_state->change_window(taps.values);
}

bool stream_executor::change_over()
{
    if (d_state->building)
        d_state->building->wait();
    const bool with = d_state->change_plan(&state::windowed, true);
    const bool without = d_state->change_plan(&state::plain, false);
    return with || without;
}

locked_memory& stream_executor::locked() { return *d_state->locked; }

std::size_t stream_executor::scratch_bytes(std::size_t rows) const
{
    const auto most = max_rows();
    const auto submissions = std::min(depth(), rows / most + (rows % most != 0));
    const std::lock_guard<std::mutex> guard(d_state->mutex);
    const auto& e = *d_state->current.how;
    return submissions < 2 ? e.scratch_bytes(rows)
                           : submissions * d_state->scratch_step(e);
}

void stream_executor::give_scratch(void* memory, std::size_t bytes)
{
    if (in_flight())
        throw std::logic_error("give_scratch() with submissions in flight");
    std::shared_ptr<buffer> given;
    if (memory) {
        given = d_state->on->borrow_memory(memory, bytes);
        if (!given)
            throw plan_error(fmt::format(
                "{} cannot work in the scratch given: CUDA takes memory of that GPU "
                "(cuMemAlloc, cudaMalloc), a CPU device memory of the host at a multiple "
                "of 64, others none",
                label_of(d_state->on->info())));
    }
    d_state->given_scratch = std::move(given);
}

const transform& stream_executor::what() const { return d_state->what; }
const std::shared_ptr<device>& stream_executor::on() const { return d_state->on; }
std::string stream_executor::device_name() const { return label_of(d_state->on->info()); }

std::string stream_executor::plan_line() const
{
    const std::lock_guard<std::mutex> guard(d_state->mutex);
    return to_string(d_state->current.how->made_plan());
}

std::string stream_executor::plan_origin() const
{
    const std::lock_guard<std::mutex> guard(d_state->mutex);
    return d_state->current.how->plan_origin();
}

} // namespace gpufft
