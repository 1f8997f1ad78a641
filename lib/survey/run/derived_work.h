/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_RUN_DERIVED_WORK_H
#define INCLUDED_GPUFFT_LIB_SURVEY_RUN_DERIVED_WORK_H

#include "survey/run/survey_task.h"
#include "survey/store/claims.h"
#include "survey/store/survey_store.h"
#include <atomic>
#include <functional>
#include <vector>

namespace gpufft {

/*!
 * \brief Writes what follows from all rows and voltages of each channel, which are done
 *
 * Every process has each claim in turn, and all but the first find it done: none ends,
 * and removes what is under way, before it is.
 * \param stops  whoever sets it has this return early
 * \param look   called some times a second, by this thread; may set \p stops
 * \throws survey_error
 */
void write_derived_of(std::vector<surveyed_channel> channels,
                      const survey_store& store,
                      const survey_settings& settings,
                      claims& shared,
                      const std::atomic<bool>& stops,
                      const std::function<void()>& look);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_RUN_DERIVED_WORK_H */
