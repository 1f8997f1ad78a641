/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/log.h"
#include "exec/host/host_transform.h"
#include "fftw3/planner/counts.h"
#include "fftw3/planner/plan.h"
#include "fftw3/request/steps.h"
#include <fmt/format.h>
#include <gpufft/own_process.h>
#include <algorithm>
#include <utility>

namespace gpufft::fftw3 {

namespace {

const char MARK = 0; //!< what the first word of a handle points to

//! Neither an exception of ours, nor one of a logger.
void complain(const std::string& message) noexcept
try {
    log().error("{}", message);
} catch (...) {
}

//! Kernels whose device has its threads in the process that this one was forked from:
//! who destroys them waits for those.
void leave(std::unique_ptr<fft> kernels) { (void)kernels.release(); }

} // namespace

plan::plan(problem posed, int sign)
    : d_mark(&MARK),
      d_posed(std::move(posed)),
      d_sign(sign),
      d_has_looked_for_stand_in(true)
{
}

plan::plan(problem posed, int sign, device_steps on_device)
    : d_mark(&MARK),
      d_posed(std::move(posed)),
      d_sign(sign),
      d_on_device(std::move(on_device))
{
}

plan::plan(problem posed, int sign, underneath::plan by_fftw)
    : plan(std::move(posed), sign)
{
    d_by_fftw = by_fftw;
}

plan::~plan()
{
    if (is_orphan())
        for (auto& step : d_on_device)
            leave(std::move(step.kernels));
    if (d_by_fftw) {
        const planner_lock lock;
        fftw_underneath(d_posed.number)->destroy_plan(d_by_fftw);
    }
}

plan* plan::ours(void* handle)
{
    return handle && *static_cast<void**>(handle) == &MARK ? static_cast<plan*>(handle)
                                                           : nullptr;
}

const plan* plan::ours(const void* handle) { return ours(const_cast<void*>(handle)); }

void plan::execute(const arrays& at) const noexcept
try {
    if (d_posed.points() == 0 || run_on_device(at) || run_underneath(at) ||
        run_on_host(at))
        return;
    complain("a transform of FFTW's interface was not computed: there is neither its "
             "device nor an FFTW underneath");
} catch (const std::exception& e) {
    complain(
        fmt::format("a transform of FFTW's interface was not computed: {}", e.what()));
}

std::vector<host_arrays> plan::placed(const arrays& at) const
{
    std::vector<host_arrays> result;
    for (const auto& step : d_on_device) {
        const auto there = step.asked.arrays_of(arrays_of_step(at, result.size()));
        if (!there)
            return {};
        result.push_back(*there);
    }
    return result;
}

bool plan::has_kernels() const
{
    return std::all_of(d_on_device.begin(), d_on_device.end(), [](const auto& step) {
        return step.kernels->has_kernels();
    });
}

bool plan::run_on_device(const arrays& at) const
{
    if (d_on_device.empty() || d_has_failed || is_orphan())
        return false;
    const auto there = placed(at);
    if (there.empty() || (!has_kernels() && stand_in()))
        return false;
    try {
        for (std::size_t i = 0; i < there.size(); ++i)
            d_on_device[i].kernels->run(there[i].in[0],
                                        there[i].in[1],
                                        there[i].out[0],
                                        there[i].out[1],
                                        d_on_device[i].asked.rows);
        ++counted().calls_on_device;
        return true;
    } catch (const plan_error&) {
        return false; // other arrays than planned, which overlap
    } catch (const std::exception& e) {
        if (!d_has_failed.exchange(true))
            complain(fmt::format(
                "{}; {} goes on without this device{}",
                e.what(),
                to_string(d_on_device[0].asked.computed),
                at.in[0] == at.out[0] ? ". Data of this call, in place, are lost" : ""));
        return false;
    }
}

//! The FFTW underneath's plan of the same, for any arrays, or nullptr.
underneath::plan plan::stand_in() const
{
    if (d_has_looked_for_stand_in)
        return d_by_fftw;
    const auto* by = fftw_underneath(d_posed.number);
    if (!by)
        return nullptr;
    // A forked process has a planner_lock of its own, as it has no lock of the plan's.
    const planner_lock lock;
    if (d_has_looked_for_stand_in)
        return d_by_fftw;
    // As the device does, without changing the input, where FFTW can.
    d_by_fftw = make_plan_underneath(*by, d_posed, ESTIMATE | UNALIGNED | PRESERVE_INPUT);
    if (!d_by_fftw && !(d_posed.flags & PRESERVE_INPUT))
        d_by_fftw = make_plan_underneath(*by, d_posed, ESTIMATE | UNALIGNED);
    d_has_looked_for_stand_in = true;
    return d_by_fftw;
}

bool plan::run_underneath(const arrays& at) const
{
    const auto by_fftw = stand_in();
    if (!by_fftw)
        return false;
    execute_underneath(*fftw_underneath(d_posed.number), by_fftw, d_posed, at);
    ++counted().calls_underneath;
    return true;
}

bool plan::run_on_host(const arrays& at) const
{
    const auto there = placed(at);
    if (there.empty())
        return false;
    for (std::size_t i = 0; i < there.size(); ++i) {
        const host_transform by_host(d_on_device[i].asked.computed, {});
        by_host(there[i], d_on_device[i].asked.rows);
    }
    ++counted().calls_on_host;
    return true;
}

std::string plan::text() const
{
    if (d_on_device.empty())
        return "(gpufft nothing)";
    auto result = "(gpufft " + d_on_device[0].kernels->device_name();
    for (const auto& step : d_on_device)
        result +=
            fmt::format(" {}; rows: {}", step.kernels->plan_line(), step.asked.rows);
    return result + ")";
}

} // namespace gpufft::fftw3
