/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gpufft/error.h>
#include <gpufft/own_process.h>
#include <sys/types.h>
#include <unistd.h>
#include <atomic>

namespace gpufft {

namespace {

std::atomic<pid_t> s_process{ 0 }; //!< that was the first to ask for devices

} // namespace

bool is_orphan()
{
    const auto first = s_process.load();
    return first != 0 && first != getpid();
}

// The words are those of python/engine/_executors.py.
void expect_drivers()
{
    pid_t nobody = 0;
    s_process.compare_exchange_strong(nobody, getpid());
    if (is_orphan())
        throw device_error(
            "this process was forked from one that had used a device, and drivers do "
            "not work on both sides of a fork; start processes by "
            "multiprocessing.get_context(\"spawn\"), or use devices in the children "
            "alone");
}

} // namespace gpufft
