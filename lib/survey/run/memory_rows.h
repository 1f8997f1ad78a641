/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_RUN_MEMORY_ROWS_H
#define INCLUDED_GPUFFT_LIB_SURVEY_RUN_MEMORY_ROWS_H

#include "survey/settings/survey_settings.h"
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace gpufft {

//! Rows of one channel of a recording that are wanted in memory, not in files.
struct memory_rows_request {
    std::string path;         //!< of one recording, or of several
    std::string recording;    //!< the path that one of several has; "": the only one
    survey_settings settings; //!< of which products are left out
    std::vector<float> taps;  //!< in place of the settings' window; one for each sample
    std::int64_t start = 0, samples = 0; //!< a part, captures in it notwithstanding
    std::string device = "auto";
    //! Called some times a second while the recording is opened; may set what stops that.
    std::function<void()> while_opening = [] {};
};

struct memory_rows_outcome {
    std::string device, plan_line;
    double seconds = 0; //!< since the kernels were there
};

//! Gets rows \p first and on: float32[rows][bins], lowest frequency first.
using rows_receiver = std::function<void(
    std::int64_t first, std::int64_t rows, std::int64_t bins, const float* values)>;

/*!
 * \brief Averages the frames of a part of a recording, a row each
 *
 * \param stops     whoever sets it has it return early
 * \param take      called by a thread of this function's, row after row
 * \param progress  called by this thread some times a second, with the samples done
 * \throws plan_error, recording_error, device_error, build_error
 */
memory_rows_outcome run_memory_rows(const memory_rows_request& request,
                                    const std::atomic<bool>& stops,
                                    const rows_receiver& take,
                                    const std::function<void(std::int64_t)>& progress);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_RUN_MEMORY_ROWS_H */
