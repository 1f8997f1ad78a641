/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/scheduler/low_priority.h"
#include "blocks/tuner/background_tuner.h"
#include "device/interface/device_choice.h"
#include "exec/executor/device_key.h"
#include "plan/choice/relatives.h"
#include "plan/wisdom/wisdom_store.h"
#include "tune/tuner/tuner.h"
#include <pthread.h>
#include <system_error>
#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

namespace gr {
namespace gpufft {

namespace {

constexpr std::chrono::milliseconds BETWEEN_PROGRESS(250);

::gpufft::wisdom_store& wisdom() { return ::gpufft::wisdom_store::of_user(); }

} // namespace

background_tuner::background_tuner(const background_tuning& how, listener hears)
    : d_how(how), d_hears(std::move(hears))
{
}

//! For this process.
std::string background_tuner::wish::name() const
{
    return on->info().name + " " + to_string(request);
}

void background_tuner::allow(bool searching)
{
    const bool has_work = running_blocks::are_any();
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_is_allowed = searching;
    d_is_stopped = false;
    if (!searching)
        stop_locked();
    else if (has_work)
        begin_locked();
}

void background_tuner::begin()
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    if (!d_is_stopped)
        begin_locked();
}

void background_tuner::begin_locked()
{
    d_looks_again = true;
    if (!d_is_allowed || d_is_closed || d_is_busy || d_gives_up)
        return; // or the thread, or halt_locked(), comes to it
    if (d_thread.joinable())
        d_thread.join(); // it has nothing more to do
    d_stop = false;
    d_is_busy = true;
    try {
        d_thread = std::thread([this] { work(); });
    } catch (const std::system_error&) {
        d_is_busy = false; // no thread is to be had: the blocks run without
    }
}

void background_tuner::tune(const std::vector<::gpufft::transform>& these)
{
    const auto all = these.empty() ? wishes() : std::vector<wish>();
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_is_stopped = false;
    for (const auto& each : all)
        ask_locked(each);
    for (const auto& request : these)
        ask_locked({ ::gpufft::plain_transform(request), d_how.on });
    begin_locked();
}

void background_tuner::ask_locked(const wish& one)
{
    const bool waits = std::any_of(d_asked.begin(), d_asked.end(), [&](const wish& each) {
        return each.name() == one.name();
    });
    if (!waits)
        d_asked.push_back(one);
}

void background_tuner::stop()
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_is_stopped = true;
    d_asked.clear();
    stop_locked();
}

//! What is asked for from now on is wanted again.
void background_tuner::stop_locked()
{
    d_stop = true;
    d_looks_again = false;
}

void background_tuner::halt()
{
    const std::lock_guard<std::mutex> one_waits(d_wait_mutex);
    halt_locked();
}

void background_tuner::blocks_ended()
{
    const std::lock_guard<std::mutex> one_waits(d_wait_mutex);
    halt_locked();
    const bool is_closed = [this] {
        const std::lock_guard<std::mutex> guard(d_mutex);
        return d_is_closed;
    }();
    if (!is_closed)
        tell(tuner_event::ended);
}

void background_tuner::halt_locked()
{
    std::thread ends;
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        stop_locked();
        d_asked.clear();
        d_is_stopped = false;
        d_gives_up = true;
        ends.swap(d_thread);
    }
    if (ends.joinable())
        ends.join();
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_gives_up = false;
    d_seen.clear();
    if (d_looks_again) // somebody began meanwhile
        begin_locked();
}

void background_tuner::close()
{
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_is_closed = true;
    }
    halt();
}

void background_tuner::work()
{
    pthread_setname_np(pthread_self(), "gpufft_tuner");
    lower_priority();
    for (;;) {
        bool has_searched = false;
        while (const auto one = next()) {
            has_searched = true;
            search(*one);
        }
        const bool was_stopped = d_stop;
        if (was_stopped || has_searched)
            tell(was_stopped ? tuner_event::stopped : tuner_event::done);
        const std::lock_guard<std::mutex> guard(d_mutex);
        // tune(), or allow(), may have followed stop(). After halt() it is not this
        // thread that goes on.
        if (!d_looks_again || !d_is_allowed || d_is_closed || d_gives_up) {
            d_is_busy = false;
            return;
        }
        d_stop = false;
    }
}

//! All there are, some of them more than once.
std::vector<background_tuner::wish> background_tuner::wishes() const
{
    std::vector<wish> all;
    for (const auto& request : d_how.listed)
        all.push_back({ ::gpufft::plain_transform(request), d_how.on });
    for (const auto& each : running_blocks::users())
        all.push_back({ ::gpufft::plain_transform(each->request()), each->on() });
    return all;
}

void background_tuner::tell(tuner_event::kind happened)
{
    tuner_event told;
    told.happened = happened;
    d_hears(told);
}

std::optional<background_tuner::wish> background_tuner::take_asked_locked()
{
    if (d_asked.empty())
        return std::nullopt;
    auto found = d_asked.front();
    d_asked.pop_front();
    d_seen.insert(found.name());
    return found;
}

std::optional<background_tuner::wish> background_tuner::take_unseen_locked()
{
    for (const auto& each : wishes())
        if (d_seen.insert(each.name()).second)
            return each;
    return std::nullopt;
}

std::optional<background_tuner::wish> background_tuner::next()
{
    while (!d_stop) {
        std::optional<wish> found;
        {
            const std::lock_guard<std::mutex> guard(d_mutex);
            d_looks_again = false;
            // Who asks again faster than searches end would keep all others waiting.
            const bool yields = std::exchange(d_was_asked, false);
            if (yields)
                found = take_unseen_locked();
            if (!found) {
                found = take_asked_locked();
                d_was_asked = found.has_value();
            }
            if (!found && !yields)
                found = take_unseen_locked();
        }
        if (!found || d_was_asked || !is_known(*found))
            return found;
    }
    return std::nullopt;
}

bool background_tuner::is_known(const wish& one)
{
    const auto book = wisdom().book();
    const auto* known = book->of_device(::gpufft::device_key_of(one.on->info()),
                                        to_string(one.request),
                                        ::gpufft::call_size::many);
    if (!known || known->how < d_how.how)
        return false;
    auto told = event_of(tuner_event::known, one);
    told.plan = known->plan;
    told.before_s = known->before_s;
    told.after_s = known->seconds;
    d_hears(told);
    return true;
}

tuner_event background_tuner::event_of(tuner_event::kind happened, const wish& one) const
{
    tuner_event result;
    result.happened = happened;
    result.device = label_of(one.on->info());
    result.transform = to_string(one.request);
    result.budget_s = d_how.budget_s;
    return result;
}

void background_tuner::search(const wish& one)
{
    using clock = std::chrono::steady_clock;
    auto last = clock::now();
    ::gpufft::tuning_settings settings;
    settings.how = d_how.how;
    settings.budget_s = d_how.budget_s;
    settings.input_bytes = d_how.input_bytes;
    settings.is_shared = true; // with the flowgraph
    settings.stop = [this] { return d_stop.load(); };
    settings.give_up = [this] { return d_gives_up.load(); };
    settings.report = [&](const ::gpufft::tuning_progress& p) {
        if (clock::now() - last < BETWEEN_PROGRESS)
            return;
        last = clock::now();
        auto told = event_of(tuner_event::progress, one);
        told.before_s = p.before_s;
        told.after_s = p.best_s;
        told.plans = p.timed;
        told.spent_s = p.spent_s;
        d_hears(told);
    };
    try {
        for (const auto& found :
             ::gpufft::tune({ one.request }, one.on, wisdom(), settings)) {
            if (d_gives_up)
                return;
            auto told = event_of(tuner_event::result, one);
            told.plan = found.after;
            told.before_s = found.before_s;
            told.after_s = found.after_s;
            told.plans = found.timed;
            told.reason = found.failure;
            if (!found.failure.empty())
                told.happened = tuner_event::failed;
            else
                told.blocks = plan_switch(one);
            d_hears(told);
        }
    } catch (const std::exception& e) {
        auto told = event_of(tuner_event::failed, one);
        told.reason = e.what();
        d_hears(told);
    }
}

//! All that run on its device: what was found may serve other transforms as well.
std::size_t background_tuner::plan_switch(const wish& one)
{
    std::size_t count = 0;
    for (const auto& each : running_blocks::users()) {
        if (each->on()->info().name != one.on->info().name)
            continue;
        try {
            count += each->plan_switch();
        } catch (const std::exception& e) {
            auto told = event_of(tuner_event::failed, one);
            told.reason = std::string("no block takes it: ") + e.what();
            d_hears(told);
        }
    }
    return count;
}

} // namespace gpufft
} // namespace gr
