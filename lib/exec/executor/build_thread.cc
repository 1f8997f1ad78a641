/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/without_signals.h"
#include "device/kernels/compiler_call.h"
#include "exec/executor/build_thread.h"
#include <condition_variable>
#include <pthread.h>
#include <unistd.h>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <utility>

namespace gpufft {

namespace {

bool is_main_thread() { return gettid() == getpid(); }

std::atomic<bool> is_any_begun{ false };
bool main_thread_waits = false; // as it ends, whichever thread begins builds

//! The builds under way in the process. Never destroyed: it is asked at the very end.
class all_builds
{
public:
    static all_builds& instance()
    {
        static auto* const all = [] {
            std::atexit([] { instance().wait(); });
            return new all_builds;
        }();
        return *all;
    }

    void begin()
    {
        is_any_begun = true;
        // Who joins any other thread need not wait for compilers.
        if (is_main_thread() || !main_thread_waits)
            wait_as_this_thread_ends();
        const std::lock_guard<std::mutex> guard(d_mutex);
        if (d_process.exchange(getpid()) != getpid())
            d_count = 0;
        ++d_count;
    }
    void end()
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        --d_count;
        d_changed.notify_all();
    }

    //! Compilers make static objects as they run, which go before the handler above is
    //! called. The main thread's own go before all of them.
    static void wait_as_this_thread_ends()
    {
        struct last_wait {
            ~last_wait()
            {
                if (is_any_begun)
                    instance().wait();
            }
        };
        static thread_local last_wait of_this_thread;
        static_cast<void>(&of_this_thread);
    }

private:
    void wait()
    {
        // Threads do not come along into a process that is forked meanwhile.
        if (d_process != getpid())
            return;
        std::unique_lock<std::mutex> guard(d_mutex);
        d_changed.wait(guard, [this] { return d_count == 0; });
    }

    std::mutex d_mutex;
    std::condition_variable d_changed;
    int d_count = 0;
    std::atomic<pid_t> d_process{ 0 }; // whose builds these are
};

//! As the library is loaded: later no other thread can have the main thread wait.
__attribute__((constructor)) void have_main_thread_wait()
{
    main_thread_waits = is_main_thread();
    if (main_thread_waits)
        all_builds::wait_as_this_thread_ends();
}

} // namespace

//! What the thread tells of its build.
struct build_thread::progress {
    std::mutex mutex;
    std::condition_variable changed;
    bool will_not_change_soon = false; //!< it has ended, or compiles

    void tell()
    {
        const std::lock_guard<std::mutex> guard(mutex);
        will_not_change_soon = true;
        changed.notify_all();
    }
};

build_thread::build_thread(std::function<void()> build)
    : d_progress(std::make_shared<progress>())
{
    const auto task = std::make_shared<std::packaged_task<void()>>(std::move(build));
    const without_signals while_it_begins;
    all_builds::instance().begin();
    try {
        d_end = task->get_future().share();
        // Made here: no memory for it in the thread would end the process.
        std::function<void()> tells_of_compiling = [tells = d_progress] {
            tells->tell();
        };
        d_thread = std::thread([task,
                                tells = d_progress,
                                on_compiling = std::move(tells_of_compiling)]() mutable {
            pthread_setname_np(pthread_self(), "gpufft_build");
            {
                const compiling_watch watch(std::move(on_compiling));
                (*task)();
            }
            tells->tell();
            all_builds::instance().end();
        });
    } catch (...) {
        // Before the task, which would tell whoever waits for it: that takes memory, and
        // where there is none it ends the process.
        d_end = {};
        all_builds::instance().end();
        throw;
    }
}

build_thread::~build_thread() { d_thread.join(); }

bool build_thread::is_done_within(std::chrono::milliseconds time) const
{
    return d_end.wait_for(time) == std::future_status::ready;
}

bool build_thread::is_done_soon() const
{
    std::unique_lock<std::mutex> guard(d_progress->mutex);
    d_progress->changed.wait_for(
        guard, PATIENCE, [this] { return d_progress->will_not_change_soon; });
    return is_done_within(std::chrono::milliseconds(0));
}

void build_thread::wait() const { d_end.get(); }

} // namespace gpufft
