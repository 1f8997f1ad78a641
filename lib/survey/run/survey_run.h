/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_RUN_SURVEY_RUN_H
#define INCLUDED_GPUFFT_LIB_SURVEY_RUN_SURVEY_RUN_H

#include "survey/run/survey_task.h"
#include "survey/settings/survey_settings.h"
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace gpufft {

//! When the recordings of a survey are complete.
enum class survey_intake {
    now,
    follow, //!< they still grow, and are done as they do
    watch   //!< inputs are folders, whose recordings are done as they become complete
};

//! What is asked of a survey.
struct survey_request {
    std::vector<std::string> inputs; //!< files, folders, patterns, or - for a pipe
    std::string out;                 //!< folder
    survey_settings settings;
    std::vector<std::string> devices = { "auto" }; //!< that work side by side
    claims::timing sharing;
    survey_intake intake = survey_intake::now;
    //! What ends following and watching, where nothing has grown or come for so long;
    //! 0: nothing but who stops them.
    double quiet_seconds = 0;
    //! A file in a watched folder that nobody says is closed is complete when it has
    //! stayed the same for so long.
    double settle_seconds = 10;
    //! Called some times a second while recordings are opened, by the thread that calls
    //! run_survey(); may set what stops that.
    std::function<void()> while_opening = [] {};
};

//! How far it is.
struct survey_progress {
    std::size_t recordings = 0;      //!< that could be opened
    std::int64_t samples = 0;        //!< in all of their channels; 0: of a pipe
    std::int64_t samples_before = 0; //!< that were done when this began
    std::int64_t samples_done = 0;   //!< since then, by this process
    std::int64_t chunks_done = 0;    //!< the same, files of each statistic
    double seconds = 0;              //!< since the first sample
};

struct survey_outcome {
    survey_progress end;
    std::vector<survey_problem> problems; //!< recordings that are not in it, or not whole
    std::vector<std::string> devices;     //!< that were used
    std::string device_failure;           //!< of one that others went on without
    bool was_stopped = false;
};

/*!
 * \brief Makes a survey, or goes on with one that was begun
 *
 * \param stops     whoever sets it has it return early; the survey can be gone on with
 * \param progress  called some times a second, by this thread
 * \throws plan_error, recording_error  nothing can be done with what is asked
 * \throws survey_error  the folder cannot be written, or is another survey
 * \throws device_error, build_error    no device is left
 */
survey_outcome run_survey(const survey_request& request,
                          const std::atomic<bool>& stops,
                          const std::function<void(const survey_progress&)>& progress);

//! \p inputs one by one: what lies in folders, as far as its name says that it is a
//! recording, and what patterns match, in order.
//! \throws recording_error  one matches nothing
std::vector<std::string> recordings_among(const std::vector<std::string>& inputs);

//! What of a folder cannot be read: that is refused, or left out by who looks again.
enum class unreadable_parts { refused, left_out };

//! What lies in \p folder, as recordings_among() has it, but for what surveys in it hold;
//! may be nothing.
//! \throws recording_error  it, or a folder in it, cannot be read, and that is refused
std::vector<std::string>
recordings_in_folder(const std::string& folder,
                     unreadable_parts parts = unreadable_parts::refused);

//! What run_survey() does for survey_intake::follow.
survey_outcome run_following(const survey_request& request,
                             const std::atomic<bool>& stops,
                             const std::function<void(const survey_progress&)>& progress);
//! What run_survey() does for survey_intake::watch.
survey_outcome run_watching(const survey_request& request,
                            const std::atomic<bool>& stops,
                            const std::function<void(const survey_progress&)>& progress);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_RUN_SURVEY_RUN_H */
