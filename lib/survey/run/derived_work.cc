/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/derived/derived.h"
#include "survey/run/derived_work.h"
#include <boost/filesystem/path.hpp>
#include <algorithm>
#include <chrono>
#include <thread>

namespace gpufft {

namespace {

// Between attempts to have the claims that other processes have.
constexpr std::chrono::milliseconds CLAIM_PAUSE{ 100 };

} // namespace

void write_derived_of(std::vector<surveyed_channel> channels,
                      const survey_store& store,
                      const survey_settings& settings,
                      claims& shared,
                      const std::atomic<bool>& stops)
{
    if (!settings.has_zoom_levels && !settings.event_rate)
        return;
    const auto does = [&](const surveyed_channel& c) {
        const boost::filesystem::path folder(c.group->folder());
        const auto claim = folder.filename().string() + ".derived";
        if (!shared.take(claim))
            return false;
        write_derived(store.files(), *c.of, c.channel, *c.group, settings, stops);
        shared.let_go(claim);
        return true;
    };
    while (!channels.empty() && !stops) {
        channels.erase(std::remove_if(channels.begin(), channels.end(), does),
                       channels.end());
        if (!channels.empty())
            std::this_thread::sleep_for(CLAIM_PAUSE);
    }
}

} // namespace gpufft
