/* SPDX-License-Identifier: GPL-3.0-or-later */
// Loaded into a program, sets its clock as far ahead as $OTHER_CLOCK_SECONDS says.
#include <dlfcn.h>
#include <sys/time.h>
#include <cstdlib>
#include <ctime>

namespace {

long ahead()
{
    static const char* const text = std::getenv("OTHER_CLOCK_SECONDS");
    return text ? std::atol(text) : 0;
}

} // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* to)
{
    using function = int (*)(clockid_t, timespec*);
    static const auto next =
        reinterpret_cast<function>(::dlsym(RTLD_NEXT, "clock_gettime"));
    const int status = next(clock, to);
    if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        to->tv_sec += ahead();
    return status;
}

extern "C" time_t time(time_t* to) noexcept
{
    timespec now = {};
    clock_gettime(CLOCK_REALTIME, &now);
    if (to)
        *to = now.tv_sec;
    return now.tv_sec;
}

extern "C" int gettimeofday(timeval* to, void*) noexcept
{
    timespec now = {};
    clock_gettime(CLOCK_REALTIME, &now);
    to->tv_sec = now.tv_sec;
    to->tv_usec = now.tv_nsec / 1000;
    return 0;
}
