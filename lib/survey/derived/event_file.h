/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_DERIVED_EVENT_FILE_H
#define INCLUDED_GPUFFT_LIB_SURVEY_DERIVED_EVENT_FILE_H

#include "survey/derived/surveyed_channel.h"
#include "survey/store/whole_file.h"
#include <atomic>

namespace gpufft {

//! The file of events in the folder of a group: metadata of SigMF alone.
constexpr char EVENT_FILE[] = "events.sigmf-meta";

/*!
 * \brief Finds what stands out of noise in the means of \p c, and writes it as
 * annotations of SigMF
 *
 * The noise is noise_floor() of up to 64 rows, the threshold that of averaged_noise at
 * the settings' rate. A file that is there stays. \throws survey_error
 */
void write_events(const whole_files& with,
                  const surveyed_channel& c,
                  const survey_settings& settings,
                  const std::atomic<bool>& stops);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_DERIVED_EVENT_FILE_H */
