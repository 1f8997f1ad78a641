/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/recording_error.h"
#include "survey/derived/derived.h"
#include "survey/run/derived_work.h"
#include "survey/run/opened_inputs.h"
#include "survey/run/stoppable_opening.h"
#include "survey/run/survey_run.h"
#include "survey/run/work_force.h"
#include "survey/store/survey_store.h"
#include <fmt/format.h>
#include <chrono>
#include <optional>

namespace gpufft {

namespace {

// Between reports of progress, and looks at what is to stop.
constexpr std::chrono::milliseconds PAUSE{ 100 };

void expect_new(const std::string& folder)
{
    if (contents_of(folder + "/survey.json"))
        throw survey_error(
            fmt::format("{} is there already, and samples of a pipe do not "
                        "come again; give another --out",
                        folder));
}

} // namespace

survey_outcome run_survey(const survey_request& request,
                          const std::atomic<bool>& stops,
                          const std::function<void(const survey_progress&)>& progress)
{
    validate(request.settings);
    if (request.intake == survey_intake::follow)
        return run_following(request, stops, progress);
    if (request.intake == survey_intake::watch)
        return run_watching(request, stops, progress);
    survey_outcome o;
    opened_inputs inputs;
    try {
        inputs = open_inputs(request, stops);
    } catch (const opening_stopped&) {
        o.was_stopped = true;
        return o;
    }
    const bool is_pipe = inputs.has_pipe();
    if (is_pipe)
        expect_new(request.out);
    survey_store store(request.out, request.settings, inputs.is_single());
    auto channels = channels_of(inputs, store);

    o.problems = inputs.problems;
    for (auto& each : channels)
        add_voltages(each, request.settings, o.problems);
    if (!is_pipe)
        note_short_ones(channels, o.problems);
    std::vector<std::shared_ptr<recording_group>> groups;
    for (const auto& each : channels)
        groups.push_back(each.group);
    if (!is_pipe)
        store.write_index(groups);

    std::optional<claims> shared(std::in_place, store.claims_folder(), request.sharing);
    survey_tasks tasks(channels, *shared);
    survey_progress begin;
    begin.recordings = inputs.recordings.size();
    begin.samples = tasks.samples();
    begin.samples_before = tasks.samples_before();

    work_force workers(request, store, channels);
    const auto work = [&](survey_worker& w) {
        if (is_pipe)
            w.run_pipe(channels[0]);
        else
            w.run(tasks);
    };
    const auto look = [&] {
        workers.signals().stops = workers.signals().stops || stops;
        progress(progress_of(begin, workers.signals()));
    };
    workers.begin(work);
    while (workers.are_running()) {
        look();
        workers.wait_for(PAUSE);
    }
    o.end = progress_of(begin, workers.signals());
    workers.finish(o);
    const auto more = tasks.problems();
    o.problems.insert(o.problems.end(), more.begin(), more.end());
    if (!is_pipe && tasks.are_all_done())
        write_derived_of(channels, store, request.settings, *shared, stops, look);
    shared.reset();
    if (is_pipe) {
        note_short_ones(channels, o.problems);
        const auto& c = channels[0];
        c.group->write_metadata(store.files());
        const std::atomic<bool> never{ false }; // nothing goes on with a pipe
        write_derived(store.files(), c, request.settings, never);
    }
    o.was_stopped = stops;
    if (!o.was_stopped)
        note_problems(store, inputs.tried, o.problems);
    if (is_pipe || (!o.was_stopped && tasks.are_all_done()))
        store.finish();
    return o;
}

} // namespace gpufft
