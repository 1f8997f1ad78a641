/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/registry.h"
#include "exec/frames/histograms/host_histogram.h"
#include "exec/frames/histograms/persistence_size.h"
#include "exec/frames/host_fallback_frames.h"
#include "exec/frames/make/make_frames.h"
#include "exec/frames/spectra/host_averages.h"
#include "exec/frames/spectra/spectrum_kernels.h"
#include "exec/frames/spectra/spectrum_size.h"
#include "plan/text/plan_summary.h"
#include <system_error>
#include <utility>

namespace gpufft {

namespace {

constexpr int DEPTH = frame_executor::DEFAULT_DEPTH;

bool begins_on_host(std::int64_t length, const device& on, startup begins)
{
    return begins == startup::host_fallback && on.info().limits.is_cpu &&
           host_frames::can(length);
}

//! host_fallback_frames, or what \p make makes where no thread is to be had.
std::shared_ptr<frame_executor> begun(host_fallback_frames::outlook expected,
                                      std::unique_ptr<frame_host> host,
                                      const window_taps& window,
                                      const host_fallback_frames::maker& make)
{
    try {
        return std::make_shared<host_fallback_frames>(
            std::move(expected), std::move(host), window, make);
    } catch (const std::system_error&) {
        return make(window);
    }
}

} // namespace

std::shared_ptr<frame_executor> make_frames(const spectrum_request& request,
                                            const window_taps& window,
                                            average how,
                                            const std::string& device,
                                            effort by,
                                            startup begins)
{
    const auto make = [=](const window_taps& taps) {
        return std::make_shared<spectrum_executor>(request, taps, how, device, DEPTH, by);
    };
    const auto on = open_device(device);
    // The host makes one average at a time.
    if (request.beside || !begins_on_host(request.length, *on, begins))
        return make(window);
    check_window_of_frames(window, request.frame_samples());
    const power_request power = {
        request.length,          request.hop,
        request.samples,         accumulations_of(request, how),
        request.taps_per_branch,
    };
    const auto front =
        std::make_shared<const frame_front>(frame_front::planned(power, on, by));
    host_fallback_frames::outlook expected;
    expected.front = front;
    expected.plan_line = to_string(front->made_plan());
    expected.max_frames = spectrum_frames(*front);
    expected.max_linked_frames = linked_spectrum_frames(*front);
    expected.depth = spectra_in_flight(*front, expected.max_frames, DEPTH);
    return begun(
        std::move(expected), std::make_unique<host_averages>(request), window, make);
}

std::shared_ptr<frame_executor> make_frames(const persistence_request& request,
                                            const window_taps& window,
                                            const std::string& device,
                                            effort by,
                                            startup begins)
{
    const auto make = [=](const window_taps& taps) {
        return std::make_shared<persistence_executor>(request, taps, device, DEPTH, by);
    };
    const auto on = open_device(device);
    if (!begins_on_host(request.length, *on, begins))
        return make(window);
    check_levels(request);
    check_window_of_frames(window, request.frame_samples());
    const auto planned = persistence_kernels::planned(request, on, by);
    host_fallback_frames::outlook expected;
    expected.front = std::make_shared<const frame_front>(planned.front());
    expected.plan_line = to_string(planned.front().made_plan().front);
    expected.max_frames = persistence_frames(planned);
    expected.max_linked_frames = expected.max_frames;
    expected.depth = persistence_in_flight(planned, expected.max_frames, DEPTH);
    return begun(
        std::move(expected), std::make_unique<host_histogram>(request), window, make);
}

} // namespace gpufft
