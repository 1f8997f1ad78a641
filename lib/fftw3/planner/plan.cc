/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/log.h"
#include "exec/host/host_transform.h"
#include "fftw3/planner/counts.h"
#include "fftw3/planner/plan.h"
#include <fmt/format.h>
#include <gpufft/own_process.h>
#include <utility>

namespace gpufft::fftw3 {

namespace {

const char MARK = 0; //!< what the first word of a handle points to

//! Neither an exception of ours, nor one of a logger.
void complain(const std::string& what) noexcept
try {
    log().error("{}", what);
} catch (...) {
}

} // namespace

plan::plan(problem what, int sign)
    : d_mark(&MARK),
      d_what(std::move(what)),
      d_sign(sign),
      d_has_looked_for_stand_in(true)
{
}

plan::plan(problem what, int sign, device_part on_device)
    : d_mark(&MARK),
      d_what(std::move(what)),
      d_sign(sign),
      d_on_device(std::move(on_device))
{
}

plan::plan(problem what, int sign, underneath::plan by_fftw) : plan(std::move(what), sign)
{
    d_by_fftw = by_fftw;
}

plan::~plan()
{
    // Threads of the kernels' device stayed in the process that this one was forked from.
    if (is_orphan()) [[maybe_unused]]
        auto* const left = d_on_device.kernels.release();
    if (d_by_fftw) {
        const planner_lock lock;
        fftw_underneath(d_what.number)->destroy_plan(d_by_fftw);
    }
}

plan* plan::ours(void* handle)
{
    return handle && *static_cast<void**>(handle) == &MARK ? static_cast<plan*>(handle)
                                                           : nullptr;
}

const plan* plan::ours(const void* handle) { return ours(const_cast<void*>(handle)); }

void plan::execute(const arrays& at) const noexcept
{
    if (run_on_device(at))
        return;
    if (run_underneath(at) || d_what.points() == 0 || run_on_host(at))
        return;
    complain("a transform of FFTW's interface was not computed: there is neither its "
             "device nor an FFTW underneath");
}

bool plan::run_on_device(const arrays& at) const
{
    const auto& kernels = d_on_device.kernels;
    if (!kernels || d_has_failed || is_orphan())
        return false;
    const auto placed = d_on_device.asked.arrays_of(at);
    if (!placed || (!kernels->has_kernels() && stand_in()))
        return false;
    try {
        kernels->run(placed->in[0],
                     placed->in[1],
                     placed->out[0],
                     placed->out[1],
                     d_on_device.asked.rows);
        ++counted().calls_on_device;
        return true;
    } catch (const plan_error&) {
        return false; // other arrays than planned, which overlap
    } catch (const std::exception& e) {
        if (!d_has_failed.exchange(true))
            complain(fmt::format(
                "{}; {} goes on without this device{}",
                e.what(),
                to_string(d_on_device.asked.what),
                at.in[0] == at.out[0] ? ". Data of this call, in place, are lost" : ""));
        return false;
    }
}

//! The FFTW underneath's plan of the same, for any arrays, or nullptr.
underneath::plan plan::stand_in() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    if (std::exchange(d_has_looked_for_stand_in, true))
        return d_by_fftw;
    const auto* by = fftw_underneath(d_what.number);
    if (!by)
        return nullptr;
    const planner_lock lock;
    // As the device does, without changing the input, where FFTW can.
    d_by_fftw = make_plan_underneath(*by, d_what, ESTIMATE | UNALIGNED | PRESERVE_INPUT);
    if (!d_by_fftw && !(d_what.flags & PRESERVE_INPUT))
        d_by_fftw = make_plan_underneath(*by, d_what, ESTIMATE | UNALIGNED);
    return d_by_fftw;
}

bool plan::run_underneath(const arrays& at) const
{
    const auto by_fftw = stand_in();
    if (!by_fftw)
        return false;
    execute_underneath(*fftw_underneath(d_what.number), by_fftw, d_what, at);
    ++counted().calls_underneath;
    return true;
}

bool plan::run_on_host(const arrays& at) const
try {
    const auto& asked = d_on_device.asked;
    const auto placed = d_on_device.kernels ? asked.arrays_of(at) : std::nullopt;
    if (!placed)
        return false;
    const host_transform by_host(asked.what, {});
    by_host(*placed, asked.rows);
    ++counted().calls_on_host;
    return true;
} catch (const std::exception& e) {
    complain(e.what());
    return false;
}

std::string plan::text() const
{
    const auto& kernels = d_on_device.kernels;
    if (!kernels)
        return "(gpufft nothing)";
    return fmt::format("(gpufft {} {}; rows: {})",
                       kernels->device_name(),
                       kernels->plan_line(),
                       d_on_device.asked.rows);
}

} // namespace gpufft::fftw3
