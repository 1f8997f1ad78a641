/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "soak/process_state.h"
#include <fmt/format.h>
#include <sys/resource.h>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace gpufft::testing {

namespace {

//! \return number in the line \p name of /proc/self/status, e.g. "VmRSS:     1234 kB"; 0:
//! there is no such line
double number_of(const std::string& name)
{
    std::ifstream file("/proc/self/status");
    for (std::string word; file >> word;) {
        double number = 0;
        if (word == name + ":" && file >> number)
            return number;
    }
    return 0;
}

double in_seconds(const timeval& t)
{
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
}

} // namespace

process_state state_of_process()
{
    const std::filesystem::directory_iterator files("/proc/self/fd"), end;
    return { number_of("VmRSS") / 1024,
             static_cast<std::size_t>(number_of("Threads")),
             static_cast<std::size_t>(std::distance(files, end)) };
}

double cpu_seconds_of_process()
{
    rusage used;
    getrusage(RUSAGE_SELF, &used);
    return in_seconds(used.ru_utime) + in_seconds(used.ru_stime);
}

std::string to_string(const process_state& s)
{
    return fmt::format(
        "{:.1f} MiB resident, {} threads, {} files", s.resident_mib, s.threads, s.files);
}

} // namespace gpufft::testing
