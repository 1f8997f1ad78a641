/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_GROWING_SURVEY_ROUNDS_H
#define INCLUDED_GPUFFT_LIB_SURVEY_GROWING_SURVEY_ROUNDS_H

#include "survey/run/survey_run.h"
#include "survey/run/survey_task.h"
#include "survey/run/work_force.h"
#include "survey/store/survey_store.h"
#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief A survey whose samples come bit by bit: rounds of work, with waiting between
 * them
 *
 * Workers and their kernels stay from a round to the next. One thread.
 */
class survey_rounds
{
public:
    survey_rounds(const survey_request& request,
                  const survey_store& store,
                  const std::atomic<bool>& stops,
                  const std::function<void(const survey_progress&)>& progress);

    //! What the next round is of; changes between rounds alone.
    std::vector<surveyed_channel>& channels() { return d_channels; }
    //! Does what is not done. \return false  it was stopped before the end
    //! \throws as run_survey()
    bool run();
    //! Writes what follows from all rows and voltages of these, which are done. \return
    //! false  it was stopped
    //! \throws survey_error
    bool finish(const std::vector<surveyed_channel>& complete);
    //! Makes sure that no other process follows the recording at \p path into \p group
    //! until this ends.
    //! \throws survey_error     one does
    //! \throws opening_stopped  it is to stop
    void claim(const recording_group& group, const std::string& path);
    //! Reports, looks whether to stop, and waits for a moment.
    void pause();
    bool are_stopped() const { return d_stops; }
    //! Nothing has happened for as long as the request says that this ends it.
    bool are_quiet() const;
    //! Something has happened.
    void wake() { d_woke = clock::now(); }

    std::vector<survey_problem>& problems() { return d_outcome.problems; }
    //! What is known at the end.
    survey_outcome outcome();

private:
    using clock = std::chrono::steady_clock;

    void look();

    const survey_request& d_request;
    const survey_store& d_store;
    const std::atomic<bool>& d_stops;
    const std::function<void(const survey_progress&)>& d_progress;
    std::vector<surveyed_channel> d_channels;
    claims d_claims;
    survey_outcome d_outcome;
    survey_progress d_so_far;
    clock::time_point d_woke = clock::now();
    work_force d_workers; // last: ends before what it works on goes
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_GROWING_SURVEY_ROUNDS_H */
