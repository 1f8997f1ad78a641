/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/recording_error.h"
#include "survey/run/opened_inputs.h"
#include "survey/run/stoppable_opening.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <map>

namespace gpufft {

opened_inputs open_inputs(const survey_request& request, const std::atomic<bool>& stops)
{
    auto reading = stoppable(request.settings.reading, request.while_opening, stops);
    reading.follows = request.intake == survey_intake::follow;
    opened_inputs all;
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

std::vector<surveyed_channel>
channels_of(const opened_inputs& all, survey_store& store, bool grow)
{
    std::vector<surveyed_channel> channels;
    std::vector<const recording*> recordings;
    std::vector<channel_choice> choices;
    for (const auto& each : all.recordings) {
        for (const auto& choice : each->chosen) {
            channels.push_back({ each, choice, nullptr, {} });
            recordings.push_back(each.get());
            choices.push_back(choice);
        }
    }
    const auto names = group_names(recordings, choices);
    for (std::size_t i = 0; i < channels.size(); ++i)
        channels[i].group =
            store.add(*channels[i].of, channels[i].channel, names[i], grow);
    return channels;
}

void add_voltages(surveyed_channel& c,
                  const survey_settings& settings,
                  std::vector<survey_problem>& problems)
{
    try {
        for (auto& plan : plans_of(settings.voltages, *c.of, c.channel)) {
            c.voltages.push_back(std::make_shared<voltage_group>(
                c.group->folder(), *c.of, settings, std::move(plan)));
            c.voltages.back()->forget_if_outdated();
        }
    } catch (const plan_error& e) {
        problems.push_back({ c.of->path, fmt::format("{}: {}", c.of->path, e.what()) });
    }
}

void note_short_ones(const std::vector<surveyed_channel>& channels,
                     std::vector<survey_problem>& problems)
{
    for (const auto& c : channels)
        if (c.group->rows().rows() == 0 && c.group->has_products())
            problems.push_back(
                { c.of->path,
                  fmt::format("{}: no segment of it has the {} samples of a "
                              "frame; a shorter --length works",
                              c.of->path,
                              c.group->rows().length()) });
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

} // namespace gpufft
