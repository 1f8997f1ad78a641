/* SPDX-License-Identifier: GPL-3.0-or-later */
// Watched folders: recordings are taken up when they are complete.
#include "base/hash.h"
#include "recordings/files/recording_error.h"
#include "survey/growing/folder_watch.h"
#include "survey/growing/survey_rounds.h"
#include "survey/run/opened_inputs.h"
#include "survey/run/stoppable_opening.h"
#include "survey/store/json_file.h"
#include <fmt/format.h>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <chrono>
#include <set>

namespace fs = boost::filesystem;

namespace gpufft {

namespace {

// Between two looks at everything in the folders: what no event tells of is found then.
constexpr double SHORTEST_POLL_S = 0.1, LONGEST_POLL_S = 5;

//! What the group \p name in \p folder is of; "": there is none.
std::string source_of_group(const std::string& folder, const std::string& name)
{
    const auto path = folder + "/" + name + "/.zattrs";
    const auto text = contents_of(path);
    return text ? json_of(path, *text).value("source", "") : "";
}

//! The name of a recording's group: that of its file, unless another recording's group
//! has it, of this run or of an earlier one.
std::string
name_for(const std::string& folder, const recording& of, const channel_choice& channel)
{
    const auto name = group_names({ &of }, { channel })[0];
    const auto source = source_of_group(folder, name);
    if (source.empty() || source == of.path)
        return name;
    return name + "-" + stable_hash({ of.path }).substr(0, 8);
}

class watching
{
public:
    watching(const survey_request& request,
             survey_store& store,
             survey_rounds& rounds,
             const std::atomic<bool>& stops)
        : d_request(request),
          d_store(store),
          d_rounds(rounds),
          d_reading(stoppable(request.settings.reading, request.while_opening, stops)),
          d_watch(request.inputs, std::chrono::duration<double>(request.settle_seconds)),
          d_poll(std::clamp(request.settle_seconds / 2, SHORTEST_POLL_S, LONGEST_POLL_S))
    {
    }

    //! Takes up what has become complete. \param at_all  also where no look is due yet
    //! \return whether there is work
    bool look(bool at_all)
    {
        const auto now = clock::now();
        if (!d_watch.look() && now - d_looked < d_poll && !at_all)
            return false;
        d_looked = now;
        d_rounds.channels().clear();
        for (const auto& folder : d_request.inputs)
            for (const auto& each :
                 recordings_in_folder(folder, unreadable_parts::left_out))
                if (d_taken.count(each) == 0)
                    look_at(each);
        return !d_rounds.channels().empty();
    }

    //! Does what was taken up. \return false  it was stopped
    bool work()
    {
        for (auto& each : d_rounds.channels())
            add_voltages(each, d_request.settings, d_rounds.problems());
        std::vector<std::shared_ptr<recording_group>> groups;
        for (const auto& each : d_rounds.channels())
            groups.push_back(each.group);
        d_store.write_index(groups);
        note_short_ones(d_rounds.channels(), d_rounds.problems());
        const bool is_done = d_rounds.run() && d_rounds.finish(d_rounds.channels());
        d_rounds.channels().clear(); // and what they hold open
        if (is_done)
            note_problems(d_store, d_tried, d_rounds.problems());
        d_rounds.wake();
        return is_done;
    }

    //! Recordings that are still not complete are problems, unless they are gone.
    void note_incomplete()
    {
        boost::system::error_code ignored;
        for (const auto& each : d_coming) {
            d_tried.push_back(each);
            if (fs::exists(each, ignored))
                d_rounds.problems().push_back(
                    { each,
                      fmt::format("{}: it was not complete when watching ended; the same "
                                  "command takes it up when all of its files are there",
                                  each) });
        }
        note_problems(d_store, d_tried, d_rounds.problems());
    }

private:
    using clock = std::chrono::steady_clock;

    void look_at(const std::string& path)
    {
        if (!d_watch.is_complete(path)) {
            // A recording that is on its way is no quiet, nor is one that may be.
            d_coming.insert(path);
            if (d_watch.is_settling(path))
                d_rounds.wake();
            return;
        }
        d_coming.erase(path);
        d_taken.insert(path);
        d_watch.forget(path);
        d_tried.push_back(path);
        d_rounds.wake();
        try {
            for (auto& each : open_recordings(path, d_reading))
                add(std::make_shared<recording>(std::move(each)));
        } catch (const recording_error& e) {
            d_rounds.problems().push_back({ path, e.what() });
            note_problems(d_store, d_tried, d_rounds.problems());
        }
    }

    void add(const std::shared_ptr<recording>& r)
    {
        d_tried.push_back(r->path);
        for (const auto& choice : r->chosen) {
            surveyed_channel c;
            c.of = r;
            c.channel = choice;
            try {
                c.group = d_store.add(*r, choice, name_for(d_request.out, *r, choice));
            } catch (const survey_error& e) {
                // Another recording of the name, at the same path, was there before.
                refuse_recording("{}", e.what());
            }
            d_rounds.channels().push_back(c);
        }
    }

    const survey_request& d_request;
    survey_store& d_store;
    survey_rounds& d_rounds;
    const recording_options d_reading;
    folder_watch d_watch;
    const std::chrono::duration<double> d_poll;
    clock::time_point d_looked{};
    std::set<std::string> d_taken, d_coming;
    std::vector<std::string> d_tried;
};

} // namespace

survey_outcome run_watching(const survey_request& request,
                            const std::atomic<bool>& stops,
                            const std::function<void(const survey_progress&)>& progress)
{
    boost::system::error_code ignored;
    if (request.inputs.empty())
        refuse_recording("no input is given; --watch takes folders");
    for (const auto& each : request.inputs)
        if (!fs::is_directory(each, ignored))
            refuse_recording(
                "{}: is no folder; --watch takes folders, in which recordings "
                "are to appear",
                each);
    survey_store store(request.out, request.settings, false);
    survey_rounds rounds(request, store, stops, progress);
    bool is_quiet = false;
    try {
        watching all(request, store, rounds, stops);
        bool goes_on = true;
        while (goes_on && !stops && !is_quiet) {
            // Nothing ends before a last look, which may see that something comes.
            if (all.look(rounds.are_quiet()))
                goes_on = all.work();
            else
                is_quiet = rounds.are_quiet();
            rounds.pause();
        }
        if (is_quiet)
            all.note_incomplete();
    } catch (const opening_stopped&) {
        is_quiet = false;
    }
    auto o = rounds.outcome();
    o.was_stopped = !is_quiet;
    if (is_quiet)
        store.finish();
    return o;
}

} // namespace gpufft
