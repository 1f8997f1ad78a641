/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_DERIVED_DERIVED_H
#define INCLUDED_GPUFFT_LIB_SURVEY_DERIVED_DERIVED_H

#include "survey/store/recording_group.h"
#include <atomic>

namespace gpufft {

/*!
 * \brief Writes what follows from all rows of a group: zoom levels and events, as far as
 * the settings ask for them and they are not there
 *
 * Returns early where rows are missing, as of an input that is damaged, or \p stops is
 * set; another call goes on. \throws survey_error
 */
void write_derived(const whole_files& with,
                   const recording& of,
                   const channel_choice& channel,
                   const recording_group& group,
                   const survey_settings& settings,
                   const std::atomic<bool>& stops);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_DERIVED_DERIVED_H */
