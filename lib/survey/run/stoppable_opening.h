/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_RUN_STOPPABLE_OPENING_H
#define INCLUDED_GPUFFT_LIB_SURVEY_RUN_STOPPABLE_OPENING_H

#include "recordings/open/recording.h"
#include <atomic>
#include <chrono>
#include <functional>
#include <utility>

namespace gpufft {

//! What ends the opening of a recording that somebody stops.
struct opening_stopped {
};

/*!
 * \brief \p options whose poll looks whether somebody stops
 *
 * \param look   called some times a second; may set \p stops
 * \param stops  once it is set, opening ends with an opening_stopped, and a pipe that was
 *               opened ends
 */
inline recording_options stoppable(recording_options options,
                                   const std::function<void()>& look,
                                   const std::atomic<bool>& stops)
{
    using clock = std::chrono::steady_clock;
    options.poll = [&look, &stops, next = clock::now()]() mutable {
        // What looks may wait for the lock of an interpreter: not at every call.
        if (const auto now = clock::now(); now >= next) {
            next = now + std::chrono::milliseconds(50);
            look();
        }
        if (stops)
            throw opening_stopped();
    };
    options.stops = &stops;
    return options;
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_RUN_STOPPABLE_OPENING_H */
