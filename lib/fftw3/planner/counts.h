/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_FFTW3_PLANNER_COUNTS_H
#define INCLUDED_GPUFFT_LIB_FFTW3_PLANNER_COUNTS_H

#include <atomic>
#include <cstdint>
#include <string>

namespace gpufft::fftw3 {

//! Who computed what in this process. Where $GPUFFT_FFTW_REPORT is 1, stderr has a line a
//! plan as it is made, and these numbers as a process ends that has made any.
struct counts {
    std::atomic<std::uint64_t> plans_on_device{ 0 };
    std::atomic<std::uint64_t> plans_underneath{ 0 };
    std::atomic<std::uint64_t> plans_refused{ 0 };
    std::atomic<std::uint64_t> calls_on_device{ 0 };
    std::atomic<std::uint64_t> calls_underneath{ 0 };
    std::atomic<std::uint64_t> calls_on_host{ 0 };
};

counts& counted();

//! \p line, where lines are asked for.
void report(const std::string& line);

} // namespace gpufft::fftw3

#endif /* INCLUDED_GPUFFT_LIB_FFTW3_PLANNER_COUNTS_H */
