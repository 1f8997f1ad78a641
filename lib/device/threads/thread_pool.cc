/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/threads/thread_cores.h"
#include "device/threads/thread_pool.h"
#include <pthread.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>
#include <utility>

namespace gpufft {

namespace {

using clock = std::chrono::steady_clock;

// Being woken takes so long, see measurements.md, "Waking a helper", that looking for
// as long as a few launches take gains what it costs.
constexpr std::chrono::microseconds LONGEST_LOOK(100);

//! True as soon as \p is_there(); false after \p longest. Whoever wants the core has it.
template <typename Condition>
bool spin_until(Condition&& is_there, std::chrono::microseconds longest)
{
    const auto until = clock::now() + longest;
    do {
        for (int i = 0; i < 20; ++i) {
            if (is_there())
                return true;
#if defined(__x86_64__) || defined(__i386__)
            __builtin_ia32_pause();
#endif
        }
        std::this_thread::yield();
    } while (clock::now() < until);
    return false;
}

} // namespace

thread_pool::thread_pool(int helpers)
    : d_most(std::max(helpers, 0)), d_cores(cores_of_process())
{
    d_job.shares = std::vector<share>(static_cast<std::size_t>(d_most) + 1);
}

thread_pool::~thread_pool()
{
    {
        const std::lock_guard guard(d_sleeping);
        d_is_over = true;
    }
    d_wake.notify_all();
    d_threads.clear(); // which waits
}

void thread_pool::run(int count,
                      int helpers,
                      bool wakes,
                      const std::function<void(int)>& part)
{
    helpers = std::min({ helpers, count - 1, d_most });
    wakes = wakes || follows_another();
    if (helpers < 1 || !(wakes || is_awake()) || d_is_busy.exchange(true)) {
        for (int i = 0; i < count; ++i)
            part(i);
        return;
    }
    start_helpers(helpers);
    keep_apart();
    d_job.part = &part;
    deal_parts(count, helpers + 1);
    d_job.left = 0;
    // In this order: a helper that goes to sleep counts itself before it looks a last
    // time, so that one of the two sees the other.
    d_places = helpers;
    if (wakes && d_asleep > 0 && d_awake < helpers)
        wake();
    do_parts(0);
    close_and_wait(helpers);
    const auto failure = std::exchange(d_job.failure, nullptr);
    d_is_busy = false;
    if (failure)
        std::rethrow_exception(failure);
}

// Short calls that follow each other keep a helper awake, so that being woken once pays.
bool thread_pool::follows_another()
{
    const auto now = clock::now().time_since_epoch();
    const auto last = clock::duration(d_last_call.exchange(now.count()));
    return now - last < LONGEST_LOOK;
}

// In a process that was forked there is nobody to wake, since threads do not come along,
// and one of them may have held the mutex.
void thread_pool::wake()
{
    if (d_process != getpid())
        return;
    const std::lock_guard guard(d_sleeping);
    d_wake.notify_all();
}

// Fewer than wanted where the system gives no more: the caller does what nobody else
// does.
void thread_pool::start_helpers(int wanted)
{
    if (static_cast<int>(d_threads.size()) >= wanted)
        return;
    d_process = getpid();
    try {
        for (auto i = static_cast<int>(d_threads.size()); i < wanted; ++i)
            d_threads.emplace_back([this, i] { help(i + 1); });
    } catch (const std::exception&) {
    }
}

// The system wakes threads where it thinks best. Of two cores that is often one for both,
// and a thread that gives its core away to the other there is not soon moved. Of sixteen
// it finds idle ones.
void thread_pool::keep_apart()
{
    const auto helper = d_number.load();
    const bool is_pair = d_most == 1 && d_cores.size() == 2;
    const int core = is_pair && helper ? this_core() : d_left_free;
    if (core == d_left_free)
        return;
    d_left_free = core;
    keep_on_cores(helper, { core == d_cores[0] ? d_cores[1] : d_cores[0] });
}

void thread_pool::deal_parts(int count, int threads)
{
    d_job.count = threads;
    int begin = 0;
    for (int i = 0; i < threads; ++i) {
        auto& dealt = d_job.shares[static_cast<std::size_t>(i)];
        dealt.next = begin;
        begin += (count - begin) / (threads - i);
        dealt.end = begin;
    }
}

void thread_pool::do_parts(int first_share)
{
    const int shares = d_job.count;
    try {
        for (int i = 0; i < shares; ++i) {
            auto& from =
                d_job.shares[static_cast<std::size_t>((first_share + i) % shares)];
            for (int part = from.next++; part < from.end; part = from.next++)
                (*d_job.part)(part);
        }
    } catch (...) {
        for (int i = 0; i < shares; ++i) {
            auto& rest = d_job.shares[static_cast<std::size_t>(i)];
            rest.next = rest.end;
        }
        const std::lock_guard guard(d_job.failing);
        if (!d_job.failure)
            d_job.failure = std::current_exception();
    }
}

void thread_pool::close_and_wait(int helpers)
{
    const int joined = helpers - d_places.exchange(0);
    const auto is_through = [&] { return d_job.left >= joined; };
    if (spin_until(is_through, LONGEST_LOOK))
        return;
    // A helper that is through counts itself before it asks whether the caller sleeps.
    std::unique_lock guard(d_waiting);
    d_caller_sleeps = true;
    d_ended.wait(guard, is_through);
    d_caller_sleeps = false;
}

bool thread_pool::try_join()
{
    int places = d_places;
    while (places > 0)
        if (d_places.compare_exchange_weak(places, places - 1))
            return true;
    return false;
}

bool thread_pool::look_for_work()
{
    ++d_awake;
    const bool found =
        spin_until([this] { return d_is_over || try_join(); }, LONGEST_LOOK);
    --d_awake;
    return found && !d_is_over;
}

void thread_pool::sleep()
{
    std::unique_lock guard(d_sleeping);
    ++d_asleep;
    d_wake.wait(guard, [this] { return d_is_over || d_places > 0; });
    --d_asleep;
}

void thread_pool::help(int number)
{
    pthread_setname_np(pthread_self(), "gpufft_pool");
    // This helper began with the cores of the thread that was the first to want it, which
    // may be one core that a block is kept on.
    keep_on_cores(this_thread(), d_cores);
    d_number = this_thread();
    while (!d_is_over) {
        if (!look_for_work()) {
            sleep();
            continue;
        }
        do_parts(number);
        ++d_job.left;
        if (d_caller_sleeps) {
            const std::lock_guard guard(d_waiting);
            d_ended.notify_one();
        }
    }
}

} // namespace gpufft
