/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/with_stack.h"
#include <condition_variable>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <pthread.h>
#include <sys/types.h>
#include <system_error>
#include <unistd.h>
#include <exception>
#include <memory>
#include <mutex>

namespace gpufft {

namespace {

//! Does what one thread asks for, one thing after the other.
class stack_helper
{
public:
    stack_helper() : d_thread([this] { work(); }) {}
    ~stack_helper()
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_is_over = true;
        d_changed.notify_all();
    }
    stack_helper(const stack_helper&) = delete;
    stack_helper& operator=(const stack_helper&) = delete;

    bool is_of_this_process() const { return d_process == getpid(); }

    void call(const std::function<void()>& does)
    {
        std::unique_lock<std::mutex> guard(d_mutex);
        d_asked = &does;
        d_changed.notify_all();
        d_changed.wait(guard, [this] { return !d_asked; });
        if (const auto failure = std::exchange(d_failure, nullptr))
            std::rethrow_exception(failure);
    }

private:
    void work()
    {
        pthread_setname_np(pthread_self(), "gpufft_stack");
        std::unique_lock<std::mutex> guard(d_mutex);
        for (;;) {
            d_changed.wait(guard, [this] { return d_asked || d_is_over; });
            if (!d_asked)
                return;
            try {
                (*d_asked)(); // the caller waits, and wants nothing else meanwhile
            } catch (...) {
                d_failure = std::current_exception();
            }
            d_asked = nullptr;
            d_changed.notify_all();
        }
    }

    const pid_t d_process = getpid();
    std::mutex d_mutex;
    std::condition_variable d_changed;
    const std::function<void()>* d_asked = nullptr;
    std::exception_ptr d_failure;
    bool d_is_over = false;
    stack_thread d_thread; // the last: it uses the others, and is waited for before them
};

//! The helper of a thread, as long as that lives. In a forked process the parent's helper
//! is left as it is: its thread did not come along.
class own_helper
{
public:
    own_helper() = default;
    ~own_helper() { end(); }
    own_helper(const own_helper&) = delete;
    own_helper& operator=(const own_helper&) = delete;

    stack_helper& get()
    {
        if (d_helper && !d_helper->is_of_this_process())
            end();
        if (!d_helper)
            d_helper = std::make_unique<stack_helper>();
        return *d_helper;
    }

private:
    void end()
    {
        if (d_helper && !d_helper->is_of_this_process())
            static_cast<void>(d_helper.release());
        d_helper.reset();
    }

    std::unique_ptr<stack_helper> d_helper;
};

stack_helper& helper_of_this_thread(std::size_t bytes)
{
    static thread_local own_helper own;
    try {
        return own.get();
    } catch (const std::system_error& error) {
        throw device_error(fmt::format(
            "{} KiB of stack are needed and this thread has {} KiB left, but no thread "
            "with {} KiB can be started: {}; allow more threads or memory (ulimit -u, "
            "-v), or stacks of that size (ulimit -s)",
            bytes / 1024,
            stack_left() / 1024,
            stack_thread::STACK_BYTES / 1024,
            error.what()));
    }
}

} // namespace

void detail::call_on_helper(std::size_t bytes, const std::function<void()>& does)
{
    helper_of_this_thread(bytes).call(does);
}

} // namespace gpufft
