/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_SAMPLES_CAPTURES_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_SAMPLES_CAPTURES_H

#include "recordings/files/utc_time.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace gpufft {

//! From sample `start` of the recording on, the receiver stood like this.
struct capture {
    std::int64_t start = 0;
    std::optional<double> centre_hz;
    std::optional<utc_time> time; //!< of its first sample
    std::optional<std::int64_t>
        global_index;               //!< of its first sample in the receiver's stream
    std::uint64_t header_bytes = 0; //!< that are no samples, before it
};

//! Samples without a gap or a change among them.
struct segment {
    std::int64_t start = 0;
    std::int64_t count = 0; //!< or sample_source::UNKNOWN
    std::optional<double> centre_hz;
    std::optional<std::int64_t> utc_ns; //!< of its first sample
};

/*!
 * \brief What a recording's captures are for whoever averages: segments
 *
 * A capture begins a segment where its frequency is another one, or where its index or
 * its time is not where the samples before it lead to. Times are given to a unit and
 * clocks drift, so they may differ by a unit, a sample and 100 millionths of what has
 * passed since the time before. Samples ahead of the first capture are a segment.
 * \param captures  in order
 * \param samples   of the recording, or UNKNOWN
 */
std::vector<segment> segments_of(const std::vector<capture>& captures,
                                 std::int64_t samples,
                                 double samp_rate_hz);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_SAMPLES_CAPTURES_H */
