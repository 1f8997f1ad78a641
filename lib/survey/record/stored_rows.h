/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_RECORD_STORED_ROWS_H
#define INCLUDED_GPUFFT_LIB_SURVEY_RECORD_STORED_ROWS_H

#include "recordings/samples/captures.h"
#include "survey/read/stored_group.h"
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft {

//! What a survey that grows holds so far.
struct stored_rows {
    std::vector<segment> segments; //!< in which its rows lie
    std::int64_t rows = 0;
    bool has_utc = false;
};

//! \param samp_rate_hz, length, hop, frames_per_row  of the rows; length is a frame's
//! \throws survey_error  the files are damaged
stored_rows stored_rows_of(const stored_group& g,
                           double samp_rate_hz,
                           std::int64_t length,
                           std::int64_t hop,
                           std::int64_t frames_per_row);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_RECORD_STORED_ROWS_H */
