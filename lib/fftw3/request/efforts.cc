/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fftw3/request/abi.h"
#include "fftw3/request/efforts.h"

namespace gpufft::fftw3 {

namespace {

// What the engine's searches take, and a limit has to leave.
constexpr double MEASURE_S = 10, EXHAUSTIVE_S = 60;

} // namespace

effort effort_of(unsigned flags, double timelimit_s)
{
    const auto has = [&](double seconds) {
        return timelimit_s < 0 || timelimit_s >= seconds;
    };
    if (flags & ESTIMATE)
        return default_effort();
    if ((flags & EXHAUSTIVE) && has(EXHAUSTIVE_S))
        return effort::exhaustive;
    if ((flags & (PATIENT | EXHAUSTIVE)) && has(MEASURE_S))
        return effort::measure;
    return default_effort();
}

} // namespace gpufft::fftw3
