/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/opencl/worker_threads.h"
#include <dirent.h>
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>
#ifdef __linux__
#include <sched.h>
#endif

namespace gpufft::opencl {

namespace {

struct close_folder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

#ifdef __linux__

//! The cores that thread \p id may use; 0: the one that asks.
std::vector<int> cores_of(pid_t id)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    std::vector<int> cores;
    if (::sched_getaffinity(id, sizeof(set), &set) != 0)
        return cores; // more than a cpu_set_t counts
    for (int i = 0; i < CPU_SETSIZE; ++i)
        if (CPU_ISSET(i, &set))
            cores.push_back(i);
    return cores;
}

bool set_cores(pid_t id, const std::vector<int>& cores)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int core : cores)
        CPU_SET(core, &set);
    return ::sched_setaffinity(id, sizeof(set), &set) == 0;
}

#else

std::vector<int> cores_of(pid_t) { return {}; }
bool set_cores(pid_t, const std::vector<int>&) { return false; }

#endif

} // namespace

std::vector<pid_t> threads_now()
{
    std::vector<pid_t> found;
    const std::unique_ptr<DIR, close_folder> folder(::opendir("/proc/self/task"));
    while (const auto* entry = folder ? ::readdir(folder.get()) : nullptr)
        if (const long id = std::strtol(entry->d_name, nullptr, 10); id > 0)
            found.push_back(static_cast<pid_t>(id));
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<pid_t> started_since(const std::vector<pid_t>& before,
                                 const std::vector<pid_t>& now)
{
    std::vector<pid_t> started;
    std::set_difference(now.begin(),
                        now.end(),
                        before.begin(),
                        before.end(),
                        std::back_inserter(started));
    return started;
}

bool keep_on_cores(const std::vector<pid_t>& threads)
{
    const auto cores = cores_of(0);
    if (threads.empty() || threads.size() != cores.size())
        return false;
    bool is_done = true;
    for (std::size_t i = 0; i < threads.size(); ++i)
        is_done = set_cores(threads[i], { cores[i] }) && is_done;
    return is_done;
}

void let_move(const std::vector<pid_t>& threads)
{
    const auto cores = cores_of(0);
    for (const auto id : threads)
        if (!cores.empty())
            set_cores(id, cores);
}

} // namespace gpufft::opencl
