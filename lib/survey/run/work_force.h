/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_RUN_WORK_FORCE_H
#define INCLUDED_GPUFFT_LIB_SURVEY_RUN_WORK_FORCE_H

#include "base/without_signals.h"
#include "survey/run/survey_run.h"
#include "survey/run/survey_worker.h"
#include <gpufft/error.h>
#include <algorithm>
#include <chrono>
#include <exception>
#include <future>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

//! Workers side by side, and what they say.
class work_force
{
public:
    work_force(const survey_request& request,
               const survey_store& store,
               const std::vector<surveyed_channel>& channels)
    {
        for (const auto& device : request.devices)
            d_workers.push_back(std::make_unique<survey_worker>(
                device, store, request.settings, channels, d_signals));
    }

    survey_signals& signals() { return d_signals; }

    template <typename Work>
    void begin(const Work& work)
    {
        // Signals are for the thread that waits.
        const without_signals from_here;
        for (const auto& each : d_workers)
            d_ends.push_back(std::async(std::launch::async,
                                        [&work, worker = each.get()] { work(*worker); }));
    }

    bool are_running() const
    {
        return std::any_of(d_ends.begin(), d_ends.end(), [](const auto& end) {
            return end.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
        });
    }

    //! Returns when all have ended, or so much time is over.
    void wait_for(std::chrono::milliseconds time) const
    {
        const auto until = std::chrono::steady_clock::now() + time;
        for (const auto& end : d_ends)
            end.wait_until(until);
    }

    //! All have ended, and may begin() again.
    //! \throws what the last one failed with, where none is left
    void finish(survey_outcome& o)
    {
        std::exception_ptr failure;
        std::size_t good = 0;
        for (auto& end : d_ends) {
            try {
                end.get();
                ++good;
            } catch (const device_error& e) {
                failure = std::current_exception();
                o.device_failure = e.what();
            } catch (const build_error& e) {
                failure = std::current_exception();
                o.device_failure = e.what();
            }
        }
        d_ends.clear();
        if (failure && good == 0)
            std::rethrow_exception(failure);
        o.devices.clear();
        for (const auto& each : d_workers)
            if (const auto name = each->device_name(); !name.empty())
                o.devices.push_back(name);
    }

private:
    survey_signals d_signals;
    std::vector<std::unique_ptr<survey_worker>> d_workers;
    std::vector<std::future<void>> d_ends; // last: they end before the workers go
};

inline survey_progress progress_of(survey_progress p, const survey_signals& s)
{
    p.samples_done = s.samples;
    p.chunks_done = s.chunks;
    p.seconds = s.seconds();
    return p;
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_RUN_WORK_FORCE_H */
