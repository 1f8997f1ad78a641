/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/without_signals.h"
#include "recordings/files/recording_error.h"
#include "survey/derived/derived.h"
#include "survey/run/stoppable_opening.h"
#include "survey/run/survey_run.h"
#include "survey/run/survey_worker.h"
#include "survey/store/survey_store.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <boost/filesystem/path.hpp>
#include <algorithm>
#include <chrono>
#include <future>
#include <map>
#include <optional>

namespace fs = boost::filesystem;

namespace gpufft {

namespace {

// Between reports of progress, and looks at what is to stop.
constexpr std::chrono::milliseconds PAUSE{ 100 };

//! What could be opened of the inputs, and what could not.
struct opened {
    std::vector<std::shared_ptr<const recording>> recordings;
    std::vector<survey_problem> problems;
    std::size_t inputs = 0;
    std::vector<std::string> tried; //!< as problems call them

    bool has_pipe() const
    {
        return std::any_of(recordings.begin(), recordings.end(), [](const auto& r) {
            return r->samples == sample_source::UNKNOWN;
        });
    }
    bool is_single() const
    {
        return inputs == 1 && recordings.size() == 1 && recordings[0]->chosen.size() == 1;
    }
};

opened open_inputs(const survey_request& request, const std::atomic<bool>& stops)
{
    const auto reading =
        stoppable(request.settings.reading, request.while_opening, stops);
    opened all;
    for (const auto& input : recordings_among(request.inputs)) {
        ++all.inputs;
        try {
            all.tried.push_back(input);
            for (auto& each : open_recordings(input, reading)) {
                all.tried.push_back(each.path);
                all.recordings.push_back(std::make_shared<recording>(std::move(each)));
            }
        } catch (const recording_error& e) {
            all.problems.push_back({ input, e.what() });
        }
    }
    if (all.inputs == 0)
        throw recording_error(
            "no input is given; a file, a folder or a pattern is needed");
    // Nothing is begun where nothing can be read.
    if (all.recordings.empty())
        throw recording_error(all.problems.at(0).reason);
    if (all.has_pipe() && all.inputs > 1)
        refuse_recording("-: samples of a pipe come alone; leave out the other {} inputs",
                         all.inputs - 1);
    return all;
}

//! A group for each channel that is there.
std::vector<surveyed_channel> channels_of(const opened& all, survey_store& store)
{
    std::vector<surveyed_channel> channels;
    std::vector<const recording*> recordings;
    std::vector<channel_choice> choices;
    for (const auto& each : all.recordings) {
        for (const auto& choice : each->chosen) {
            channels.push_back({ each, choice, nullptr });
            recordings.push_back(each.get());
            choices.push_back(choice);
        }
    }
    const auto names = group_names(recordings, choices);
    for (std::size_t i = 0; i < channels.size(); ++i)
        channels[i].group = store.add(*channels[i].of, channels[i].channel, names[i]);
    return channels;
}

//! Recordings that have no frame make no rows: said, as nobody would look for it.
void note_short_ones(const std::vector<surveyed_channel>& channels,
                     std::vector<survey_problem>& problems)
{
    for (const auto& c : channels)
        if (c.group->rows().rows() == 0)
            problems.push_back(
                { c.of->path,
                  fmt::format("{}: no segment of it has the {} samples of a "
                              "frame; a shorter --length works",
                              c.of->path,
                              c.group->rows().length()) });
}

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

    //! All have ended. \throws what the last one failed with, where none is left
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
        if (failure && good == 0)
            std::rethrow_exception(failure);
        for (const auto& each : d_workers)
            if (const auto name = each->device_name(); !name.empty())
                o.devices.push_back(name);
    }

private:
    survey_signals d_signals;
    std::vector<std::unique_ptr<survey_worker>> d_workers;
    std::vector<std::future<void>> d_ends; // last: they end before the workers go
};

survey_progress progress_of(survey_progress p, const survey_signals& s)
{
    p.samples_done = s.samples;
    p.chunks_done = s.chunks;
    p.seconds = s.seconds();
    return p;
}

void note_problems(const survey_store& store,
                   const std::vector<std::string>& tried,
                   const std::vector<survey_problem>& problems)
{
    std::map<std::string, std::string> found;
    for (const auto& each : problems)
        found[each.input] = each.reason;
    store.note_problems(tried, found);
}

/*!
 * What follows from all rows of each channel. Every process has each claim in turn, and
 * all but the first find it done: none ends, and removes what is under way, before it is.
 */
void derive(std::vector<surveyed_channel> left,
            const survey_store& store,
            const survey_settings& settings,
            claims& shared,
            const std::atomic<bool>& stops)
{
    if (!settings.has_zoom_levels && !settings.event_rate)
        return;
    const auto does = [&](const surveyed_channel& c) {
        const auto claim = fs::path(c.group->folder()).filename().string() + ".derived";
        if (!shared.take(claim))
            return false;
        write_derived(store.files(), *c.of, c.channel, *c.group, settings, stops);
        shared.let_go(claim);
        return true;
    };
    while (!left.empty() && !stops) {
        left.erase(std::remove_if(left.begin(), left.end(), does), left.end());
        if (!left.empty())
            std::this_thread::sleep_for(PAUSE);
    }
}

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
    survey_outcome o;
    opened inputs;
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
    const auto channels = channels_of(inputs, store);

    o.problems = inputs.problems;
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
    workers.begin(work);
    while (workers.are_running()) {
        workers.signals().stops = workers.signals().stops || stops;
        progress(progress_of(begin, workers.signals()));
        std::this_thread::sleep_for(PAUSE);
    }
    o.end = progress_of(begin, workers.signals());
    workers.finish(o);
    const auto more = tasks.problems();
    o.problems.insert(o.problems.end(), more.begin(), more.end());
    if (!is_pipe && tasks.are_all_done())
        derive(channels, store, request.settings, *shared, stops);
    shared.reset();
    if (is_pipe) {
        note_short_ones(channels, o.problems);
        const auto& c = channels[0];
        c.group->write_metadata(store.files());
        const std::atomic<bool> never{ false }; // nothing goes on with a pipe
        write_derived(store.files(), *c.of, c.channel, *c.group, request.settings, never);
    }
    o.was_stopped = stops;
    if (!o.was_stopped)
        note_problems(store, inputs.tried, o.problems);
    if (is_pipe || (!o.was_stopped && tasks.are_all_done()))
        store.finish();
    return o;
}

} // namespace gpufft
