/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/log.h"
#include "device/interface/registry.h"
#include "exec/executor/executor.h"
#include "fftw3/planner/counts.h"
#include "fftw3/planner/planner.h"
#include "fftw3/request/efforts.h"
#include "fftw3/request/steps.h"
#include "fftw3/request/worth.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <gpufft/own_process.h>
#include <atomic>
#include <utility>

namespace gpufft::fftw3 {

namespace {

std::atomic<double>& time_limit(precision p)
{
    static std::atomic<double> single{ NO_TIMELIMIT }, twice{ NO_TIMELIMIT };
    return p == precision::float64 ? twice : single;
}

const device_info& device_of_process()
{
    static const auto& chosen = *new device_info(choose_device("auto"));
    return chosen;
}

[[noreturn]] void leave_to_fftw(const std::string& why) { throw plan_error(why); }

//! \throws  FFTW computes, or nobody, but not the device; what() says why
std::vector<request> requests_of(const problem& p)
{
    std::vector<request> result;
    for (const auto& step : steps_of(p)) {
        auto asked = to_request(step);
        if (!asked)
            leave_to_fftw("the engine has no such transform");
        result.push_back(*std::move(asked));
    }
    return result;
}

//! Somebody has measured plans of \p request on \p on, or on a device of its
//! architecture. Compiles nothing.
bool has_wisdom(const transform& request, const device_info& on)
{
    const auto planned = executor::planned(request, open_device(on.name), effort::wisdom);
    return planned.plan_from() >= plan_origin::architecture;
}

//! \throws  FFTW computes, or nobody, but not the device; what() says why
device_steps steps_on_device(const problem& p, bool has_fftw)
{
    if (is_orphan())
        leave_to_fftw("this process was forked from one that had used a device");
    // Programs whose calls are all small do not start a driver, and stay free to fork.
    if (has_fftw && p.points() < fewest_points_of_any())
        leave_to_fftw(fmt::format(
            "a call of {} points, fewer than {}", p.points(), fewest_points_of_any()));
    auto requests = requests_of(p);
    const auto& on = device_of_process();
    if (has_fftw && !is_worth_a_launch(p, on))
        leave_to_fftw(fmt::format(
            "a call of {} points, fewer than {}", p.points(), fewest_points(on)));
    const auto how = effort_of(p.flags, time_limit(p.number));
    device_steps steps;
    for (auto& asked : requests) {
        if ((p.flags & WISDOM_ONLY) && !has_wisdom(asked.computed, on))
            leave_to_fftw("there is no wisdom of it");
        auto kernels =
            std::make_unique<fft>(asked.computed, on.name, how, default_startup());
        report(fmt::format("on {}: {}; rows: {}",
                           kernels->device_name(),
                           to_string(asked.computed),
                           asked.rows));
        steps.push_back({ std::move(asked), std::move(kernels) });
    }
    return steps;
}

//! A device that is not there, or not as it should be, is said once.
void warn_once(const std::string& why)
{
    static std::atomic<bool> s_has_warned{ false };
    if (!s_has_warned.exchange(true))
        log().warn("FFTW's interface does without a device: {}", why);
}

plan* plan_underneath(const problem& p, int sign, const std::string& why)
{
    const auto* by = fftw_underneath(p.number);
    const planner_lock lock;
    const auto result = by ? make_plan_underneath(*by, p, p.flags) : nullptr;
    report(fmt::format("{}: {}", result ? "a plan of FFTW" : "no plan", why));
    ++(result ? counted().plans_underneath : counted().plans_refused);
    return result ? new plan(p, sign, result) : nullptr;
}

plan* make(const problem& p, int sign)
{
    if (p.points() == 0)
        return new plan(p, sign);
    std::string why;
    try {
        auto on_device = steps_on_device(p, fftw_underneath(p.number));
        auto* const result = new plan(p, sign, std::move(on_device));
        ++counted().plans_on_device;
        return result;
    } catch (const plan_error& e) {
        why = e.what();
    } catch (const std::exception& e) {
        why = e.what();
        warn_once(why);
    }
    return plan_underneath(p, sign, why);
}

} // namespace

void set_time_limit(precision p, double seconds)
{
    time_limit(p) = seconds;
    if (const auto* by = fftw_underneath(p)) {
        const planner_lock lock;
        by->set_timelimit(seconds);
    }
}

plan* make_plan(const std::optional<problem>& asked, int sign) noexcept
try {
    return asked ? make(*asked, sign) : nullptr;
} catch (...) {
    return nullptr; // there is no memory for a plan
}

} // namespace gpufft::fftw3
