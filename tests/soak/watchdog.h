/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SOAK_WATCHDOG_H
#define INCLUDED_GPUFFT_TESTS_SOAK_WATCHDOG_H

#include <condition_variable>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>

namespace gpufft::testing {

//! Ends the process, with a core where the system keeps them, when what it watches takes
//! longer than it may: a hang would else only be a timeout without a word.
class watchdog
{
public:
    watchdog(const std::string& what, std::chrono::seconds longest)
        : d_thread([this, what, longest] { watch(what, longest); })
    {
    }
    ~watchdog()
    {
        {
            const std::lock_guard<std::mutex> guard(d_mutex);
            d_is_over = true;
        }
        d_changed.notify_one();
        d_thread.join();
    }
    watchdog(const watchdog&) = delete;
    watchdog& operator=(const watchdog&) = delete;

private:
    void watch(const std::string& what, std::chrono::seconds longest)
    {
        std::unique_lock<std::mutex> guard(d_mutex);
        if (d_changed.wait_for(guard, longest, [this] { return d_is_over; }))
            return;
        std::fprintf(stderr,
                     "hangs: %s, not done after %ld s\n",
                     what.c_str(),
                     static_cast<long>(longest.count()));
        std::abort();
    }

    std::mutex d_mutex;
    std::condition_variable d_changed;
    bool d_is_over = false;
    std::thread d_thread; // last: it uses the others
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SOAK_WATCHDOG_H */
