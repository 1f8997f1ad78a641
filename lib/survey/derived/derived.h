/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_DERIVED_DERIVED_H
#define INCLUDED_GPUFFT_LIB_SURVEY_DERIVED_DERIVED_H

#include "survey/derived/surveyed_channel.h"
#include "survey/store/whole_file.h"
#include <atomic>

namespace gpufft {

/*!
 * \brief Writes what follows from all rows of a channel, and from all of its voltages:
 * zoom levels, events, and metadata of SigMF, as far as the settings ask for them and
 * they are not there
 *
 * Returns early where rows are missing, as of an input that is damaged, or \p stops is
 * set; another call goes on. \throws survey_error
 */
void write_derived(const whole_files& with,
                   const surveyed_channel& c,
                   const survey_settings& settings,
                   const std::atomic<bool>& stops);

//! Removes zoom levels and events of \p group, which is about to have other rows.
void forget_derived(const recording_group& group);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_DERIVED_DERIVED_H */
