/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/opencl/pocl/worker_threads.h"
#include "device/threads/thread_cores.h"
#include <dirent.h>
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>

namespace gpufft::opencl {

namespace {

struct close_folder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

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
    const auto cores = cores_of_thread(0);
    if (threads.empty() || threads.size() != cores.size())
        return false;
    bool is_done = true;
    for (std::size_t i = 0; i < threads.size(); ++i)
        is_done = gpufft::keep_on_cores(threads[i], { cores[i] }) && is_done;
    return is_done;
}

void let_move(const std::vector<pid_t>& threads)
{
    const auto cores = cores_of_thread(0);
    for (const auto id : threads)
        gpufft::keep_on_cores(id, cores);
}

} // namespace gpufft::opencl
