/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_DERIVED_ZOOM_LEVELS_H
#define INCLUDED_GPUFFT_LIB_SURVEY_DERIVED_ZOOM_LEVELS_H

#include "survey/derived/surveyed_channel.h"
#include "survey/store/whole_file.h"
#include <atomic>

namespace gpufft {

/*!
 * \brief Writes means and maxima of 2, 4, 8 ... rows of \p c, for viewers
 *
 * Level k is a group of arrays like its parent, in the folder zoom_folder(k) of that: its
 * rows are of 2^k times as many frames, none across a gap. Each follows from the one
 * below. Chunks that are there stay. \throws survey_error
 */
void write_zoom_levels(const whole_files& with,
                       const surveyed_channel& c,
                       const survey_settings& settings,
                       const std::atomic<bool>& stops);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_DERIVED_ZOOM_LEVELS_H */
