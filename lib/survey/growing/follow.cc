/* SPDX-License-Identifier: GPL-3.0-or-later */
// Recordings that still grow: whole chunks are done as they come, the rest at the end.
#include "recordings/files/identity.h"
#include "recordings/files/recording_error.h"
#include "recordings/formats/digital_rf.h"
#include "survey/growing/followed_channel.h"
#include "survey/growing/survey_rounds.h"
#include "survey/run/opened_inputs.h"
#include "survey/run/stoppable_opening.h"
#include <fmt/format.h>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <set>
#include <thread>
#include <utility>

namespace fs = boost::filesystem;

namespace gpufft {

namespace {

// Between looks at files. Who asks more often finds few samples.
constexpr std::chrono::milliseconds LOOK_PAUSE{ 500 };

//! What is said of a file in a folder of Digital RF is said of all of it.
bool is_digital_rf(const std::string& path) { return !digital_rf_folder(path).empty(); }

//! The file that grows: of SigMF it is not the one that describes it.
std::string growing_file(const std::string& path)
{
    fs::path file(path);
    if (file.extension() == ".sigmf-meta")
        file.replace_extension(".sigmf-data");
    return file.string();
}

//! Bytes of what grows, or files of Digital RF: these come whole.
std::uintmax_t extent_of(const std::string& path)
{
    if (is_digital_rf(path)) {
        try {
            return digital_rf_files(digital_rf_folder(path));
        } catch (const recording_error&) {
            return 0; // opening it says why
        }
    }
    boost::system::error_code error;
    const auto bytes = fs::file_size(growing_file(path), error);
    return error ? 0 : bytes;
}

//! A recorder has just begun it: not enough is there to know it again by.
bool has_just_begun(const std::string& path)
{
    boost::system::error_code ignored;
    if (is_digital_rf(path))
        return extent_of(path) == 0;
    return fs::is_regular_file(growing_file(path), ignored) &&
           extent_of(path) < BEGINNING_BYTES;
}

bool has_begun(const std::string& path)
{
    return extent_of(path) >= (is_digital_rf(path) ? 1 : BEGINNING_BYTES);
}

//! A recording that is opened anew when it has grown.
struct followed_recording {
    std::string path;
    std::uintmax_t extent = 0;         //!< when it was looked at
    std::vector<std::size_t> channels; //!< numbers of the rounds' channels
    bool is_lost = false;
    bool is_new = true; //!< it may have grown between its opening and when extent is of
};

class following
{
public:
    //! \param late  paths of recordings that are followed once they have begun
    following(const survey_request& request,
              const opened_inputs& inputs,
              std::vector<std::string> late,
              survey_store& store,
              survey_rounds& rounds)
        : d_settings(request.settings),
          d_options(request.settings.reading),
          d_store(store),
          d_rounds(rounds),
          d_late(std::move(late))
    {
        d_options.follows = true;
        rounds.channels() = channels_of(inputs, store, true);
        follow_from(0);
    }

    //! Nothing is left to follow.
    bool are_all_lost() const
    {
        return d_late.empty() && std::all_of(d_all.begin(),
                                             d_all.end(),
                                             [](const auto& r) { return r.is_lost; });
    }

    //! Opens what has grown. \return whether there is work to do
    bool look(bool has_ended)
    {
        take_up_late(has_ended);
        bool has_work = false;
        for (auto& each : d_all) {
            const auto extent = extent_of(each.path);
            // At the end metadata may be newer, though the samples are not.
            if (each.is_lost || (extent == each.extent && !each.is_new && !has_ended))
                continue;
            if (extent != each.extent)
                d_rounds.wake();
            or_lose(each, [&] {
                open_anew(each, extent);
                for (const auto i : each.channels)
                    has_work = d_channels[i]->grow(has_ended) || has_work;
            });
        }
        leave_out_lost();
        return has_work;
    }

    //! Does what there is, and has the files say so. \return false  it was stopped
    //! \param has_ended  what follows from all samples is done, too
    bool work(bool has_ended)
    {
        std::vector<survey_problem> without_voltages;
        if (has_ended)
            for (const auto i : channels_to_follow())
                add_voltages(d_rounds.channels()[i], d_settings, without_voltages);
        const bool is_done = d_rounds.run();
        for (const auto& problem : d_rounds.problems())
            lose(problem.input);
        leave_out_lost();
        auto& problems = d_rounds.problems();
        problems.insert(problems.end(), without_voltages.begin(), without_voltages.end());
        if (!is_done)
            return false;
        std::vector<std::shared_ptr<recording_group>> groups;
        std::vector<surveyed_channel> complete;
        for (const auto i : channels_to_follow()) {
            d_channels[i]->write();
            complete.push_back(d_rounds.channels()[i]);
            if (complete.back().group->rows().rows() > 0)
                groups.push_back(complete.back().group);
        }
        d_store.write_index(groups);
        return !has_ended || d_rounds.finish(complete);
    }

private:
    //! Numbers of the rounds' channels whose recordings are not lost.
    std::vector<std::size_t> channels_to_follow() const
    {
        std::vector<std::size_t> all;
        for (const auto& each : d_all)
            if (!each.is_lost)
                all.insert(all.end(), each.channels.begin(), each.channels.end());
        return all;
    }

    //! Follows the rounds' channels from number \p first.
    void follow_from(std::size_t first)
    {
        auto& channels = d_rounds.channels();
        const auto known = d_all.size();
        for (std::size_t i = first; i < channels.size(); ++i) {
            if (i == first || channels[i].of != channels[i - 1].of) {
                followed_recording r;
                r.path = channels[i].of->path;
                r.extent = extent_of(r.path);
                d_all.push_back(r);
            }
            d_all.back().channels.push_back(i);
            d_channels.push_back(nullptr);
        }
        for (auto at = known; at < d_all.size(); ++at) {
            auto& each = d_all[at];
            or_lose(each, [&] {
                if (!channels[each.channels[0]].of->may_grow)
                    refuse_recording(
                        "{}: only raw files, pairs of SigMF, WAV and its like, and "
                        "Digital RF can be followed; --watch takes others when they "
                        "are complete",
                        each.path);
                for (const auto i : each.channels) {
                    d_rounds.claim(*channels[i].group, each.path);
                    d_channels[i] =
                        std::make_unique<followed_channel>(channels, i, d_store.files());
                }
            });
        }
        leave_out_lost();
    }

    //! Follows those that have begun by now; at the end all, which tells what they lack.
    void take_up_late(bool has_ended)
    {
        for (const auto& path : std::exchange(d_late, {})) {
            if (!has_ended && has_just_begun(path)) {
                d_late.push_back(path);
                continue;
            }
            d_rounds.wake();
            try {
                add(path);
            } catch (const recording_error& e) {
                d_rounds.problems().push_back({ path, e.what() });
            } catch (const survey_error& e) {
                lose(path);
                d_rounds.problems().push_back({ path, e.what() });
            }
        }
        leave_out_lost();
    }

    void lose(const std::string& path)
    {
        for (auto& each : d_all)
            each.is_lost = each.is_lost || each.path == path;
    }

    void add(const std::string& path)
    {
        opened_inputs opened;
        for (auto& each : open_recordings(path, d_options))
            opened.recordings.push_back(std::make_shared<recording>(std::move(each)));
        auto& channels = d_rounds.channels();
        const auto first = channels.size();
        for (const auto& each : channels_of(opened, d_store, true))
            channels.push_back(each);
        follow_from(first);
    }

    template <typename Action>
    void or_lose(followed_recording& r, const Action& action)
    {
        try {
            action();
        } catch (const recording_error& e) {
            r.is_lost = true;
            d_rounds.problems().push_back({ r.path, e.what() });
        }
    }

    //! No task is of their channels any more.
    void leave_out_lost()
    {
        for (const auto& each : d_all)
            for (const auto i : each.channels)
                if (each.is_lost)
                    d_rounds.channels()[i].first_chunk =
                        d_rounds.channels()[i].group->chunks();
    }

    void open_anew(followed_recording& r, std::uintmax_t extent)
    {
        if (extent < r.extent)
            refuse_recording("{}: has {} {} by now, and had {}: it was cut off, or is "
                             "another one",
                             growing_file(r.path),
                             extent,
                             is_digital_rf(r.path) ? "files" : "bytes",
                             r.extent);
        auto all = open_recordings(r.path, d_options);
        const auto now = std::make_shared<recording>(std::move(all.at(0)));
        const auto& before = *d_rounds.channels()[r.channels[0]].of;
        if (now->identity != before.identity ||
            now->chosen.size() != before.chosen.size() ||
            now->samp_rate_hz != before.samp_rate_hz)
            refuse_recording("{}: is another recording by now than it was", r.path);
        for (const auto i : r.channels)
            d_rounds.channels()[i].of = now;
        r.extent = extent;
        r.is_new = false;
    }

    const survey_settings& d_settings;
    recording_options d_options;
    survey_store& d_store;
    survey_rounds& d_rounds;
    std::vector<followed_recording> d_all;
    std::vector<std::unique_ptr<followed_channel>> d_channels; // as those of the rounds
    std::vector<std::string> d_late;                           // paths
};

//! Groups are named by what files are called, unless several are called the same.
bool are_names_different(const std::vector<std::string>& paths)
{
    std::set<std::string> names;
    return std::all_of(paths.begin(), paths.end(), [&](const auto& each) {
        return names.insert(fs::path(each).stem().string()).second;
    });
}

//! Waits until an input has begun, it is to stop, or it has been quiet for too long.
//! \return those that can be followed later, when they have begun
std::vector<std::string> wait_for_beginnings(const survey_request& request,
                                             const std::vector<std::string>& inputs,
                                             const std::atomic<bool>& stops)
{
    const bool may_be_late = are_names_different(inputs);
    const auto begin = std::chrono::steady_clock::now();
    while (!stops) {
        std::vector<std::string> late;
        std::copy_if(
            inputs.begin(), inputs.end(), std::back_inserter(late), has_just_begun);
        const bool has_one_begun = std::any_of(inputs.begin(), inputs.end(), has_begun);
        if (late.empty() || (may_be_late && has_one_begun))
            return late;
        const std::chrono::duration<double> passed =
            std::chrono::steady_clock::now() - begin;
        if (request.quiet_seconds > 0 && passed.count() >= request.quiet_seconds)
            break;
        request.while_opening();
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return {};
}

//! Opens the inputs that are not among \p late.
opened_inputs open_begun(const survey_request& request,
                         const std::vector<std::string>& among,
                         const std::vector<std::string>& late,
                         const std::atomic<bool>& stops)
{
    auto begun = request;
    begun.inputs.clear();
    std::copy_if(among.begin(),
                 among.end(),
                 std::back_inserter(begun.inputs),
                 [&](const auto& each) {
                     return std::find(late.begin(), late.end(), each) == late.end();
                 });
    auto opened = open_inputs(begun, stops);
    opened.inputs += late.size();
    opened.tried.insert(opened.tried.end(), late.begin(), late.end());
    return opened;
}

survey_outcome follow_all(const survey_request& request,
                          const std::atomic<bool>& stops,
                          const std::function<void(const survey_progress&)>& progress)
{
    const auto among = recordings_among(request.inputs);
    const auto late = wait_for_beginnings(request, among, stops);
    const auto inputs = open_begun(request, among, late, stops);
    survey_store store(request.out, request.settings, inputs.is_single());
    survey_rounds rounds(request, store, stops, progress);
    rounds.problems() = inputs.problems;
    following all(request, inputs, late, store, rounds);
    bool goes_on = all.work(false);
    bool has_ended = false;
    auto looked = std::chrono::steady_clock::now();
    while (goes_on && !stops && !has_ended && !all.are_all_lost()) {
        rounds.pause();
        if (std::chrono::steady_clock::now() - looked < LOOK_PAUSE)
            continue;
        looked = std::chrono::steady_clock::now();
        if (all.look(false))
            goes_on = all.work(false);
        else if (rounds.are_quiet()) {
            has_ended = true;
            all.look(true);
            goes_on = all.work(true);
        }
    }
    const bool is_done = goes_on && has_ended && !stops;
    if (is_done)
        note_short_ones(rounds.channels(), rounds.problems());
    auto o = rounds.outcome();
    o.was_stopped = o.was_stopped && !is_done;
    if (!o.was_stopped)
        note_problems(store, inputs.tried, o.problems);
    if (is_done)
        store.finish();
    return o;
}

} // namespace

survey_outcome run_following(const survey_request& request,
                             const std::atomic<bool>& stops,
                             const std::function<void(const survey_progress&)>& progress)
{
    for (const auto& each : request.inputs)
        if (each == "-")
            refuse_recording("-: a pipe is read as it comes; leave out --follow");
    try {
        return follow_all(request, stops, progress);
    } catch (const opening_stopped&) {
        survey_outcome o;
        o.was_stopped = true;
        return o;
    }
}

} // namespace gpufft
