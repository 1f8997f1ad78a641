/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/threads/thread_cores.h"
#ifdef __linux__
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace gpufft {

#ifdef __linux__

std::vector<int> cores_of_thread(pid_t thread)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    std::vector<int> cores;
    if (::sched_getaffinity(thread, sizeof(set), &set) != 0)
        return cores; // more than a cpu_set_t counts
    for (int i = 0; i < CPU_SETSIZE; ++i)
        if (CPU_ISSET(i, &set))
            cores.push_back(i);
    return cores;
}

std::vector<int> cores_of_process() { return cores_of_thread(::getpid()); }

int this_core() { return ::sched_getcpu(); }

pid_t this_thread() { return static_cast<pid_t>(::syscall(SYS_gettid)); }

bool keep_on_cores(pid_t thread, const std::vector<int>& cores)
{
    if (cores.empty())
        return false;
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int core : cores)
        CPU_SET(core, &set);
    return ::sched_setaffinity(thread, sizeof(set), &set) == 0;
}

#else

std::vector<int> cores_of_thread(pid_t) { return {}; }
std::vector<int> cores_of_process() { return {}; }
int this_core() { return -1; }
pid_t this_thread() { return 0; }
bool keep_on_cores(pid_t, const std::vector<int>&) { return false; }

#endif

} // namespace gpufft
