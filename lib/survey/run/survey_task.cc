/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/run/survey_task.h"
#include <fmt/format.h>
#include <boost/filesystem/path.hpp>
#include <algorithm>
#include <utility>

namespace gpufft {

namespace {

//! Enough to outweigh what begins and ends a task; and what other workers wait for at the
//! end of a survey, or do again after a host has died.
constexpr std::int64_t TASK_SAMPLES = std::int64_t(1) << 29;
constexpr std::int64_t MOST_CHUNKS = 64;

std::int64_t chunks_of_task(const recording_group& g)
{
    const auto& rows = g.rows();
    const double chunk = static_cast<double>(g.chunk_rows()) *
                         static_cast<double>(rows.frames_per_row()) *
                         static_cast<double>(rows.hop());
    const double chunks = static_cast<double>(TASK_SAMPLES) / chunk;
    return static_cast<std::int64_t>(
        std::clamp(chunks, 1.0, static_cast<double>(MOST_CHUNKS)));
}

std::string name_of(const recording_group& g)
{
    return boost::filesystem::path(g.folder()).filename().string();
}

std::int64_t samples_of(const recording_group& g, const survey_task& t)
{
    const auto& rows = g.rows();
    const auto end = std::min((t.first + t.count) * g.chunk_rows(), rows.rows());
    std::int64_t frames = 0;
    for (auto row = t.first * g.chunk_rows(); row < end; ++row)
        frames += rows.at(row).frames;
    return frames * std::min(rows.hop(), rows.length());
}

} // namespace

//! Tasks of a channel that has chunks of rows.
void survey_tasks::add_rows(std::size_t channel, std::vector<survey_task>& to) const
{
    const auto& group = *d_channels[channel].group;
    if (!group.rows().has_end() || !group.has_products())
        return;
    const auto each = chunks_of_task(group);
    for (auto first = d_channels[channel].first_chunk; first < group.chunks();
         first += each) {
        survey_task t;
        t.channel = channel;
        t.first = first;
        t.count = std::min(each, group.chunks() - first);
        t.first_sample = group.rows().at(first * group.chunk_rows()).first;
        t.samples = samples_of(group, t);
        t.claim = fmt::format("{}.{}", name_of(group), first);
        to.push_back(std::move(t));
    }
}

void survey_tasks::add_voltages(std::size_t channel, std::vector<survey_task>& to) const
{
    const auto& c = d_channels[channel];
    for (std::size_t i = 0; i < c.voltages.size(); ++i) {
        const auto& layout = c.voltages[i]->layout();
        if (!layout.has_end())
            continue;
        survey_task t;
        for (std::int64_t chunk = 0; chunk < layout.chunks(); ++chunk) {
            if (t.count == 0) {
                t.channel = channel;
                t.voltages = i;
                t.first = chunk;
                t.first_sample = layout.first_sample(layout.at(chunk));
                t.claim = fmt::format(
                    "{}.{}.{}", name_of(*c.group), c.voltages[i]->plan().folder, chunk);
            }
            ++t.count;
            t.samples += layout.samples_of(layout.at(chunk));
            if (t.samples < TASK_SAMPLES && t.count < MOST_CHUNKS &&
                chunk + 1 < layout.chunks())
                continue;
            to.push_back(std::exchange(t, {}));
        }
    }
}

survey_tasks::survey_tasks(const std::vector<surveyed_channel>& channels, claims& of)
    : d_channels(channels), d_claims(of)
{
    for (std::size_t i = 0; i < channels.size(); ++i) {
        std::vector<survey_task> tasks;
        add_rows(i, tasks);
        add_voltages(i, tasks);
        // What is of the same samples comes together, so that they are read once.
        std::stable_sort(tasks.begin(), tasks.end(), [](const auto& a, const auto& b) {
            return a.first_sample < b.first_sample;
        });
        for (auto& t : tasks) {
            d_samples += t.samples;
            if (is_done(t)) {
                d_before += t.samples;
                d_chunks_before += static_cast<std::size_t>(t.count);
            } else {
                d_left.push_back(std::move(t));
            }
        }
    }
}

bool survey_tasks::is_done(const survey_task& t) const
{
    const auto& c = d_channels[t.channel];
    for (std::int64_t chunk = t.first; chunk < t.first + t.count; ++chunk)
        if (!(t.voltages ? c.voltages[*t.voltages]->is_done(chunk)
                         : c.group->is_done(chunk)))
            return false;
    return true;
}

std::optional<survey_task> survey_tasks::take()
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    for (std::size_t looked_at = d_left.size(); looked_at > 0; --looked_at) {
        d_next = d_next < d_left.size() ? d_next : 0;
        const auto task = d_left[d_next];
        const bool is_hopeless = d_given_up.count(task.channel) > 0;
        if (is_hopeless || is_done(task)) {
            d_left.erase(d_left.begin() + static_cast<std::ptrdiff_t>(d_next));
            continue;
        }
        if (!d_claims.take(task.claim)) {
            ++d_next;
            continue;
        }
        d_left.erase(d_left.begin() + static_cast<std::ptrdiff_t>(d_next));
        // Its last owner may have done it between the two questions.
        if (is_done(task)) {
            d_claims.let_go(task.claim);
            continue;
        }
        ++d_under_way;
        return task;
    }
    return {};
}

void survey_tasks::give_back(const survey_task& t, bool is_done)
{
    d_claims.let_go(t.claim);
    const std::lock_guard<std::mutex> guard(d_mutex);
    --d_under_way;
    if (!is_done)
        d_left.push_back(t);
}

void survey_tasks::give_up(const survey_task& t, const survey_problem& why)
{
    d_claims.let_go(t.claim);
    const std::lock_guard<std::mutex> guard(d_mutex);
    --d_under_way;
    if (d_given_up.insert(t.channel).second)
        d_problems.push_back(why);
}

bool survey_tasks::are_all_done()
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_left.empty() && d_under_way == 0;
}

std::vector<survey_problem> survey_tasks::problems()
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_problems;
}

} // namespace gpufft
