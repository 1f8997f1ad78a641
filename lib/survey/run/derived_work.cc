/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/without_signals.h"
#include "survey/derived/derived.h"
#include "survey/run/derived_work.h"
#include <boost/filesystem/path.hpp>
#include <algorithm>
#include <chrono>
#include <future>
#include <thread>

namespace gpufft {

namespace {

// Between attempts to have the claims that other processes have, and looks at what is to
// stop.
constexpr std::chrono::milliseconds DERIVED_PAUSE{ 100 };

//! Does \p work beside this thread, which looks meanwhile. \throws what it does
template <typename Work>
void do_while_looking(const Work& work, const std::function<void()>& look)
{
    std::future<void> end;
    {
        // Signals are for the thread that waits.
        const without_signals from_here;
        end = std::async(std::launch::async, work);
    }
    do
        look();
    while (end.wait_for(DERIVED_PAUSE) != std::future_status::ready);
    end.get();
}

} // namespace

void write_derived_of(std::vector<surveyed_channel> channels,
                      const survey_store& store,
                      const survey_settings& settings,
                      claims& shared,
                      const std::atomic<bool>& stops,
                      const std::function<void()>& look)
{
    if (!settings.has_zoom_levels && !settings.event_rate &&
        !settings.voltages.are_wanted())
        return;
    const auto does = [&](const surveyed_channel& c) {
        const boost::filesystem::path folder(c.group->folder());
        const auto claim = folder.filename().string() + ".derived";
        if (!shared.take(claim))
            return false;
        do_while_looking([&] { write_derived(store.files(), c, settings, stops); }, look);
        shared.let_go(claim);
        return true;
    };
    while (!channels.empty() && !stops) {
        channels.erase(std::remove_if(channels.begin(), channels.end(), does),
                       channels.end());
        if (channels.empty())
            return;
        look();
        std::this_thread::sleep_for(DERIVED_PAUSE);
    }
}

} // namespace gpufft
