/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include "fftw3/planner/counts.h"
#include <fmt/format.h>
#include <cstdio>

namespace gpufft::fftw3 {

namespace {

bool is_asked_for()
{
    static const bool is = env::fftw_report() == "1";
    return is;
}

//! When the process ends, or the library is unloaded.
[[gnu::destructor]] void report_counts()
try {
    const auto& c = counted();
    if (c.plans_on_device + c.plans_underneath + c.plans_refused == 0)
        return; // a process that a compiler runs in, for example
    report(
        fmt::format("plans: {} on the device, {} of FFTW, {} refused; calls: {} on the "
                    "device, {} by FFTW, {} by the host",
                    c.plans_on_device.load(),
                    c.plans_underneath.load(),
                    c.plans_refused.load(),
                    c.calls_on_device.load(),
                    c.calls_underneath.load(),
                    c.calls_on_host.load()));
} catch (...) {
    // There is no memory for a line.
}

} // namespace

counts& counted()
{
    static counts all;
    return all;
}

void report(const std::string& line)
{
    if (is_asked_for())
        std::fputs(("gpufft_fftw3: " + line + "\n").c_str(), stderr);
}

} // namespace gpufft::fftw3
