/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/peers/clfft.h"
#include "math/factor.h"
#include <fcntl.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace gpufft::app {

namespace {

// Its plan for 480 points took PoCL 24 s on two busy cores.
constexpr int LONGEST_ANSWER_S = 120;
constexpr std::int64_t LARGEST_FACTOR = 13;

device_error failure_of(const char* call)
{
    return device_error(fmt::format("{}: {}", call, std::strerror(errno)));
}

bool has_small_factors(std::int64_t length)
{
    const auto factors = prime_factors(length);
    return factors.empty() || factors.back() <= LARGEST_FACTOR;
}

//! Pipes that other processes do not inherit.
std::array<int, 2> make_pipe()
{
    std::array<int, 2> ends = {};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        throw failure_of("pipe2");
    return ends;
}

//! Between fork and exec, where little may be called.
[[noreturn]] void be_child(int in, int out, char* const* words)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);                // no timings of nobody's
    const int nowhere = open("/dev/null", O_WRONLY); // what compilers have to say
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    execv("/proc/self/exe", words);
    _exit(127);
}

arguments words_for(const device_info& on, const transform& request, std::uint32_t rows)
{
    return { on.product,
             on.name.rfind("opencl", 0) == 0 ? on.platform : "",
             to_string(request),
             std::to_string(rows) };
}

} // namespace

bool clfft_process::offers(const transform& request)
{
    if (request.kind != transform_kind::c2c && request.kind != transform_kind::r2c)
        return false;
    for (const auto& d : request.shape)
        if (!has_small_factors(d.length))
            return false;
    return request.shape.size() <= 3;
}

std::string clfft_process::version(std::string* reason)
{
    try {
        return clfft_process(arguments()).answer("version");
    } catch (const device_error& e) {
        *reason = e.what();
        return "";
    }
}

clfft_process::clfft_process(const device_info& on,
                             const transform& request,
                             std::uint32_t rows)
    : clfft_process(words_for(on, request, rows))
{
    try {
        answer("plan");
    } catch (...) {
        end();
        throw;
    }
}

clfft_process::clfft_process(const arguments& what_for)
{
    arguments words = { "gpufft", "bench", "--clfft-process" };
    words.insert(words.end(), what_for.begin(), what_for.end());
    std::vector<char*> pointers;
    for (auto& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const auto to = make_pipe(), from = make_pipe();
    std::fflush(nullptr); // or both would print it
    d_child = fork();
    if (d_child == 0)
        be_child(to[0], from[1], pointers.data());
    close(to[0]);
    close(from[1]);
    d_to = to[1];
    d_from = from[0];
    if (d_child < 0) {
        end();
        throw failure_of("fork");
    }
}

clfft_process::~clfft_process() { end(); }

void clfft_process::end() noexcept
{
    for (int* each : { &d_to, &d_from }) {
        if (*each >= 0)
            close(*each);
        *each = -1;
    }
    if (d_child > 0) {
        kill(d_child, SIGKILL); // it may hang
        waitpid(d_child, nullptr, 0);
    }
    d_child = -1;
}

//! To a line, a line; "failed ..." is thrown.
std::string clfft_process::answer(const char* to)
{
    const auto line = std::string(to) + "\n";
    // A process that is gone is noticed by its silence, not by a signal to this one.
    struct sigaction before = {}, ignore = {};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &ignore, &before);
    const auto written = write(d_to, line.data(), line.size());
    sigaction(SIGPIPE, &before, nullptr);
    std::string got;
    while (written > 0 && (got.empty() || got.back() != '\n')) {
        pollfd wait = { d_from, POLLIN, 0 };
        const int ready = poll(&wait, 1, 1000 * LONGEST_ANSWER_S);
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready == 0)
            throw device_error(
                fmt::format("it took longer than {} s to {}", LONGEST_ANSWER_S, to));
        char some[256];
        const auto count = read(d_from, some, sizeof(some));
        if (count <= 0)
            break;
        got.append(some, static_cast<std::size_t>(count));
    }
    if (got.empty() || got.back() != '\n') {
        int status = 0;
        waitpid(d_child, &status, 0);
        d_child = -1;
        throw device_error(WIFSIGNALED(status)
                               ? fmt::format("it ended its process by signal {} ({})",
                                             WTERMSIG(status),
                                             strsignal(WTERMSIG(status)))
                               : std::string("it ended its process"));
    }
    got.pop_back();
    const std::string failed = "failed ";
    if (got.rfind(failed, 0) == 0)
        throw device_error(got.substr(failed.size()));
    return got;
}

double clfft_process::seconds(int calls)
{
    return std::strtod(answer(std::to_string(calls).c_str()).c_str(), nullptr);
}

} // namespace gpufft::app
