/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/without_signals.h"
#include "survey/feed/side_thread.h"
#include <utility>

namespace gpufft {

side_thread::side_thread(std::size_t most_waiting) : d_most(most_waiting)
{
    const without_signals from_here;
    d_thread = std::thread([this] { run(); });
}

side_thread::~side_thread()
{
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_is_ending = true;
        d_waiting.clear();
    }
    d_changed.notify_all();
    d_thread.join();
}

void side_thread::throw_failure()
{
    if (d_failure)
        std::rethrow_exception(std::exchange(d_failure, nullptr));
}

void side_thread::add(std::function<void()> work)
{
    std::unique_lock<std::mutex> guard(d_mutex);
    d_changed.wait(guard, [this] { return d_waiting.size() < d_most || d_failure; });
    throw_failure();
    d_waiting.push_back(std::move(work));
    d_changed.notify_all();
}

void side_thread::finish()
{
    std::unique_lock<std::mutex> guard(d_mutex);
    d_changed.wait(guard,
                   [this] { return (d_waiting.empty() && !d_is_working) || d_failure; });
    throw_failure();
}

void side_thread::run()
{
    std::unique_lock<std::mutex> guard(d_mutex);
    for (;;) {
        d_changed.wait(guard, [this] { return !d_waiting.empty() || d_is_ending; });
        if (d_is_ending)
            return;
        const auto work = std::move(d_waiting.front());
        d_waiting.pop_front();
        d_is_working = true;
        guard.unlock();
        std::exception_ptr failure;
        try {
            work();
        } catch (...) {
            failure = std::current_exception();
        }
        guard.lock();
        d_is_working = false;
        if (failure) {
            d_failure = failure;
            d_waiting.clear();
        }
        d_changed.notify_all();
    }
}

} // namespace gpufft
