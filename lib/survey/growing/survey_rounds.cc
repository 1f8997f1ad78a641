/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/growing/survey_rounds.h"
#include "survey/run/derived_work.h"
#include "survey/run/stoppable_opening.h"
#include "survey/store/whole_file.h"
#include <fmt/format.h>
#include <boost/filesystem/path.hpp>
#include <set>
#include <string>
#include <thread>

namespace fs = boost::filesystem;

namespace gpufft {

namespace {

// Between reports of progress, and looks at what is to stop.
constexpr std::chrono::milliseconds ROUND_PAUSE{ 100 };

} // namespace

survey_rounds::survey_rounds(const survey_request& request,
                             const survey_store& store,
                             const std::atomic<bool>& stops,
                             const std::function<void(const survey_progress&)>& progress)
    : d_request(request),
      d_store(store),
      d_stops(stops),
      d_progress(progress),
      d_claims(store.claims_folder(), request.sharing),
      d_workers(request, store, d_channels)
{
}

void survey_rounds::look()
{
    d_workers.signals().stops = d_stops.load();
    d_progress(progress_of(d_so_far, d_workers.signals()));
}

void survey_rounds::pause()
{
    look();
    std::this_thread::sleep_for(ROUND_PAUSE);
}

bool survey_rounds::run()
{
    survey_tasks tasks(d_channels, d_claims);
    std::set<std::string> paths;
    for (const auto& each : d_channels)
        paths.insert(each.of->path);
    if (d_request.intake == survey_intake::watch)
        d_so_far.recordings += paths.size();
    else
        d_so_far.recordings = paths.size();
    d_so_far.samples += tasks.samples();
    d_so_far.samples_before += tasks.samples_before();
    const auto work = [&tasks](survey_worker& w) { w.run(tasks); };
    d_workers.begin(work);
    while (d_workers.are_running())
        pause();
    d_workers.finish(d_outcome);
    for (const auto& each : tasks.problems())
        d_outcome.problems.push_back(each);
    return tasks.are_all_done() && !d_stops;
}

bool survey_rounds::finish(const std::vector<surveyed_channel>& complete)
{
    write_derived_of(
        complete, d_store, d_request.settings, d_claims, d_stops, [this] { look(); });
    return !d_stops;
}

void survey_rounds::claim(const recording_group& group, const std::string& path)
{
    const auto name = fs::path(group.folder()).filename().string() + ".follow";
    const auto look_whether_to_stop = [this] {
        look();
        if (d_stops)
            throw opening_stopped();
    };
    if (!d_claims.take_patiently(name, look_whether_to_stop))
        throw survey_error(
            fmt::format("{}: another process follows it into {}; end that one first, "
                        "or give another --out",
                        path,
                        group.folder()));
}

bool survey_rounds::are_quiet() const
{
    const std::chrono::duration<double> passed = clock::now() - d_woke;
    return d_request.quiet_seconds > 0 && passed.count() >= d_request.quiet_seconds;
}

survey_outcome survey_rounds::outcome()
{
    d_outcome.end = progress_of(d_so_far, d_workers.signals());
    d_outcome.was_stopped = d_stops;
    return d_outcome;
}

} // namespace gpufft
