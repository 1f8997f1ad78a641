/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/measure/limited_process.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace gpufft::app {

namespace {

// What PoCL calls it up to 3.1, and since.
const char* const VARIABLES[] = { "POCL_MAX_PTHREAD_COUNT", "POCL_CPU_MAX_CU_COUNT" };

// The first character of what a child sends.
constexpr char RETURNED = 'r', THROWN = 't';

void limit_runtime(int threads)
{
    for (const char* name : VARIABLES)
        setenv(name, std::to_string(threads).c_str(), 1);
}

//! To the first \p count of those that the process has.
void limit_processors(int count)
{
    cpu_set_t all, some;
    CPU_ZERO(&some);
    if (sched_getaffinity(0, sizeof(all), &all) != 0)
        return; // what runs then sees that it has more
    for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&some) < count; ++i)
        if (CPU_ISSET(i, &all))
            CPU_SET(i, &some);
    sched_setaffinity(0, sizeof(some), &some);
}

[[noreturn]] void
be_child(int threads, hold how, const std::function<std::string()>& work, int pipe_end)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM); // no timings of nobody's
    if (threads > 0)
        how == hold::by_runtime ? limit_runtime(threads) : limit_processors(threads);
    std::string answer;
    try {
        answer = RETURNED + work();
    } catch (const std::exception& e) {
        answer = std::string(1, THROWN) + e.what();
    }
    std::fflush(nullptr);
    for (std::size_t at = 0; at < answer.size();) {
        const auto written = write(pipe_end, answer.data() + at, answer.size() - at);
        if (written < 0 && errno != EINTR)
            break;
        at += written > 0 ? static_cast<std::size_t>(written) : 0;
    }
    // What the parent opened is the parent's to close.
    _exit(0);
}

std::string read_all(int pipe_end)
{
    std::string all;
    std::array<char, 4096> some;
    for (;;) {
        const auto count = read(pipe_end, some.data(), some.size());
        if (count > 0)
            all.append(some.data(), static_cast<std::size_t>(count));
        else if (count == 0 || errno != EINTR)
            return all;
    }
}

device_error failure_of(const char* call)
{
    return device_error(fmt::format("{}: {}", call, std::strerror(errno)));
}

} // namespace

std::string
in_limited_process(int threads, hold how, const std::function<std::string()>& work)
{
    std::array<int, 2> ends; // read, write
    if (pipe(ends.data()) != 0)
        throw failure_of("pipe");
    std::fflush(nullptr); // or both would print it
    const auto child = fork();
    if (child == 0) {
        close(ends[0]);
        be_child(threads, how, work, ends[1]);
    }
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        throw failure_of("fork");
    }
    const auto answer = read_all(ends[0]);
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
        throw device_error(
            fmt::format("the process that timed was ended by signal {} ({})",
                        WTERMSIG(status),
                        strsignal(WTERMSIG(status))));
    if (answer.empty() || answer[0] != RETURNED)
        throw device_error(answer.empty() ? "the process that timed said nothing"
                                          : answer.substr(1));
    return answer.substr(1);
}

} // namespace gpufft::app
