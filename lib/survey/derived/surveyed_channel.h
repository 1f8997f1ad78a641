/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_DERIVED_SURVEYED_CHANNEL_H
#define INCLUDED_GPUFFT_LIB_SURVEY_DERIVED_SURVEYED_CHANNEL_H

#include "recordings/open/recording.h"
#include "survey/store/recording_group.h"
#include "survey/voltages/voltage_group.h"
#include <cstdint>
#include <memory>
#include <vector>

namespace gpufft {

//! One channel of a recording that is surveyed.
struct surveyed_channel {
    std::shared_ptr<const recording> of;
    channel_choice channel;
    std::shared_ptr<recording_group> group;
    std::vector<std::shared_ptr<voltage_group>> voltages; //!< that are kept of it
    std::int64_t first_chunk = 0; //!< of the group; those before it are done
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_DERIVED_SURVEYED_CHANNEL_H */
