/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_RUN_SURVEY_TASK_H
#define INCLUDED_GPUFFT_LIB_SURVEY_RUN_SURVEY_TASK_H

#include "survey/derived/surveyed_channel.h"
#include "survey/store/claims.h"
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gpufft {

//! An input that could not be read, or not to its end, and why.
struct survey_problem {
    std::string input;
    std::string reason;
};

//! Chunks that one worker does in a row: of rows, or of samples that are kept.
struct survey_task {
    std::size_t channel = 0;             //!< number of a surveyed_channel
    std::optional<std::size_t> voltages; //!< number of its voltage_group; nothing: rows
    std::int64_t first = 0, count = 0;

    std::string claim;             //!< its name, the same in all processes
    std::int64_t first_sample = 0; //!< of the recording
    std::int64_t samples = 0;      //!< in frames of it, overlaps once
};

/*!
 * \brief What is left to do of a survey, for workers of this process and of others
 *
 * From any thread.
 */
class survey_tasks
{
public:
    survey_tasks(const std::vector<surveyed_channel>& channels, claims& of);

    //! A task that is not done, not under way in this process, and claimed now. Nothing:
    //! none is to be had at the moment.
    std::optional<survey_task> take();
    //! The task was done, or it was not and another worker may try it.
    void give_back(const survey_task& t, bool is_done);
    //! Nothing more is to be had of this task's recording.
    void give_up(const survey_task& t, const survey_problem& why);

    bool are_all_done(); //!< or given up
    std::vector<survey_problem> problems();
    std::int64_t samples() const { return d_samples; }       //!< of all tasks
    std::int64_t samples_before() const { return d_before; } //!< of those that were done
    std::size_t chunks_before() const { return d_chunks_before; }

private:
    void add_rows(std::size_t channel, std::vector<survey_task>& to) const;
    void add_voltages(std::size_t channel, std::vector<survey_task>& to) const;
    bool is_done(const survey_task& t) const;

    const std::vector<surveyed_channel>& d_channels;
    claims& d_claims;
    std::int64_t d_samples = 0, d_before = 0;
    std::size_t d_chunks_before = 0;

    std::mutex d_mutex; // guards what follows
    std::vector<survey_task> d_left;
    std::size_t d_next = 0; // of those left, to look at
    std::size_t d_under_way = 0;
    std::set<std::size_t> d_given_up; // channels
    std::vector<survey_problem> d_problems;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_RUN_SURVEY_TASK_H */
