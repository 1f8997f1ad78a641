/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/rows/stream_state.h"
#include "plan/request/taps.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <system_error>

/*!
 * Kernels of a CPU device may take seconds to compile. They are built on a thread, and
 * meanwhile the host computes what is submitted.
 */
namespace gpufft {

void stream_executor::state::begin_at_once()
{
    host_taps = plain_taps(request);
    current.by_host = std::make_shared<host_transform>(request, host_taps);
    try {
        building = std::make_unique<build_thread>([this] { build_for_host(); });
    } catch (const std::system_error&) {
        current = {}; // no thread is to be had
        change_window(host_taps);
        return;
    }
    if (!building->is_done_soon()) {
        // What no plan can do is said now.
        const auto how_large = executor::planned(wanted(request.windowed), on, how);
        const std::lock_guard<std::mutex> guard(mutex);
        if (current.by_host)
            current.how = std::make_shared<executor>(how_large);
        return;
    }
    if (failure)
        std::rethrow_exception(failure);
}

void stream_executor::state::build_for_host()
try {
    for (;;) {
        std::vector<double> taps;
        std::size_t seen = 0;
        {
            const std::lock_guard<std::mutex> guard(mutex);
            taps = host_taps;
            seen = host_windows;
        }
        auto& kept = taps.empty() ? plain : windowed;
        if (!kept) // nobody else looks at them meanwhile
            kept = make(!taps.empty(), how);
        row_computation built{ kept, nullptr, nullptr, nullptr };
        if (!taps.empty())
            built.window = upload_taps(*on, taps, request.number);
        const std::lock_guard<std::mutex> guard(mutex);
        if (seen != host_windows) // which taps do not tell: a NaN differs from itself
            continue;
        if (!slots.empty() && !has_room(*kept))
            throw device_error(fmt::format("{} needs more memory than was planned for it",
                                           to_string(request)));
        current = std::move(built);
        return;
    }
} catch (...) {
    const std::lock_guard<std::mutex> guard(mutex);
    failure = std::current_exception();
}

bool stream_executor::state::change_window_of_host(const std::vector<double>& taps)
{
    const std::lock_guard<std::mutex> guard(mutex);
    if (!current.by_host)
        return false;
    host_taps = taps;
    ++host_windows;
    current.by_host = std::make_shared<host_transform>(request, taps);
    return true;
}

} // namespace gpufft
