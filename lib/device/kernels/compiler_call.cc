/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/kernels/compiler_call.h"
#include <unistd.h>
#include <cstdlib>
#include <utility>

namespace gpufft {

namespace {

// exit() destroys what its thread has of its own before it calls any handler and before
// any static object goes.
struct watch {
    std::string last_words; //!< "": this thread is in no compiler

    ~watch()
    {
        if (last_words.empty())
            return;
        const auto written = ::write(STDERR_FILENO, last_words.data(), last_words.size());
        static_cast<void>(written); // there is nobody else to tell
        ::_exit(EXIT_FAILURE);
    }
};

thread_local watch t_watch;
thread_local const std::function<void()>* t_hears = nullptr;

} // namespace

compiler_call::compiler_call(const std::string& subject)
    : d_before(std::exchange(t_watch.last_words,
                             "gpufft: " + subject +
                                 ", has ended the process, as it does where it cannot "
                                 "write: is the disk full?\n"))
{
}

compiler_call::~compiler_call() { t_watch.last_words = std::move(d_before); }

compiling_watch::compiling_watch(std::function<void()> hears) : d_hears(std::move(hears))
{
    t_hears = &d_hears;
}

compiling_watch::~compiling_watch() { t_hears = nullptr; }

void say_compiling()
{
    if (t_hears)
        (*t_hears)();
}

} // namespace gpufft
