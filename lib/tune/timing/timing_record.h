/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_TIMING_TIMING_RECORD_H
#define INCLUDED_GPUFFT_LIB_TUNE_TIMING_TIMING_RECORD_H

#include "plan/wisdom/wisdom_record.h"
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/*!
 * What a plan took on a device, as one line of text: a JSON object whose fields are named
 * as here (docs/tuning.md).
 */
namespace gpufft {

//! What was called, and beside what: times of other calls say nothing about these.
struct timed_calls {
    std::size_t input_bytes = 0; //!< of a call, about
    std::uint32_t rows = 0;      //!< instead; 0: by the bytes
    bool is_shared = false;      //!< others ran on the device meanwhile

    bool operator==(const timed_calls& other) const;
};

//! A whole plan, or a pass of one alone (pass_alone()).
struct timing_record {
    device_key on;
    timed_calls calls;
    std::string plan;            //!< plan_text() of it
    std::vector<double> seconds; //!< of a call, a sample each; none: it does not build
    std::int64_t when_s = 0;     //!< since 1970 in UTC

    //! That the plan, or the pass of one, is for.
    std::string transform() const;
};

//! One line, without its end.
std::string to_line(const timing_record& r);

//! \throws plan_error  \p line is no record; says why
timing_record parse_timing(const std::string& line);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_TIMING_TIMING_RECORD_H */
