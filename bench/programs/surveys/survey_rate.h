/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_PROGRAMS_SURVEYS_SURVEY_RATE_H
#define INCLUDED_GPUFFT_BENCH_PROGRAMS_SURVEYS_SURVEY_RATE_H

#include "bench/programs/spent.h"
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft::testing {

//! Noise in \p format of \p mebibytes MiB, of which a MiB comes again and again. Floats
//! are below 1.
void make_recording(const std::string& path, const std::string& format, double mebibytes);

//! read() by one thread in pieces of 4 MiB. \return bytes a second
double read_rate(const std::string& path);

//! Has the system forget what it holds of a file, so that it is read from its disk.
void leave_cache(const std::string& path);

//! A survey that is made, timed and removed.
struct survey_job {
    std::string device, format;
    std::string file;   //!< the recording, at 100 MS/s
    std::string folder; //!< where the survey is made
    std::vector<std::string> statistics = { "mean" };
    std::int64_t length = 4096, hop = 4096;
    double row_seconds = 0.1;
};

//! Samples a second since the kernels were there, which a survey of a file of other
//! length does not change.
sample_rate run_survey_once(const survey_job& job);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_BENCH_PROGRAMS_SURVEYS_SURVEY_RATE_H */
