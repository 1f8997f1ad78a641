/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_RUN_OPENED_INPUTS_H
#define INCLUDED_GPUFFT_LIB_SURVEY_RUN_OPENED_INPUTS_H

#include "survey/run/survey_run.h"
#include "survey/run/survey_task.h"
#include "survey/store/survey_store.h"
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

//! What could be opened of the inputs, and what could not.
struct opened_inputs {
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

//! \throws opening_stopped, recording_error  nothing is left to do
opened_inputs open_inputs(const survey_request& request, const std::atomic<bool>& stops);

//! A group for each channel that is there. \param grow  the recordings do
std::vector<surveyed_channel>
channels_of(const opened_inputs& all, survey_store& store, bool grow = false);

//! What is kept of its samples, where the settings ask for it; what cannot be is a
//! problem of its recording, whose rows are made all the same.
void add_voltages(surveyed_channel& c,
                  const survey_settings& settings,
                  std::vector<survey_problem>& problems);

//! Recordings that have no frame make no rows: said, as nobody would look for it.
void note_short_ones(const std::vector<surveyed_channel>& channels,
                     std::vector<survey_problem>& problems);

//! Keeps them in the survey.
void note_problems(const survey_store& store,
                   const std::vector<std::string>& tried,
                   const std::vector<survey_problem>& problems);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_RUN_OPENED_INPUTS_H */
