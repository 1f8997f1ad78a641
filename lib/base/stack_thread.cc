/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/stack_thread.h"
#include "base/without_signals.h"
#include <system_error>
#include <limits>
#include <memory>
#include <utility>

namespace gpufft {

namespace {

using task = std::function<void()>;

extern "C" void* gpufft_run_task(void* given)
{
    const std::unique_ptr<task> does(static_cast<task*>(given));
    (*does)();
    return nullptr;
}

class attributes
{
public:
    attributes() { pthread_attr_init(&d_all); }
    ~attributes() { pthread_attr_destroy(&d_all); }
    attributes(const attributes&) = delete;
    attributes& operator=(const attributes&) = delete;

    pthread_attr_t* get() { return &d_all; }

private:
    pthread_attr_t d_all;
};

//! Where the stack of the calling thread lies; nowhere where the system does not say.
struct stack_place {
    const char* low = nullptr;
    const char* high = nullptr;
};

#ifdef __linux__

stack_place this_stack()
{
    pthread_attr_t all;
    if (pthread_getattr_np(pthread_self(), &all) != 0)
        return {};
    void* low = nullptr;
    std::size_t bytes = 0;
    pthread_attr_getstack(&all, &low, &bytes);
    pthread_attr_destroy(&all);
    const auto begin = static_cast<const char*>(low);
    return { begin, begin + bytes };
}

#endif

} // namespace

stack_thread::stack_thread(std::function<void()> does)
{
    auto given = std::make_unique<task>(std::move(does));
    attributes with;
    pthread_attr_setstacksize(with.get(), STACK_BYTES);
    const without_signals while_it_begins;
    const int failure =
        pthread_create(&d_thread, with.get(), gpufft_run_task, given.get());
    if (failure)
        throw std::system_error(failure, std::generic_category(), "pthread_create");
    static_cast<void>(given.release()); // the thread's now
}

stack_thread::~stack_thread() { pthread_join(d_thread, nullptr); }

#ifdef __linux__

std::size_t stack_left()
{
    static thread_local const stack_place place = this_stack();
    const auto here = static_cast<const char*>(__builtin_frame_address(0));
    const bool is_there = here >= place.low && here < place.high;
    return is_there ? static_cast<std::size_t>(here - place.low) : 0;
}

#else

std::size_t stack_left() { return std::numeric_limits<std::size_t>::max(); }

#endif

} // namespace gpufft
