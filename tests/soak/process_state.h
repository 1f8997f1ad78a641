/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SOAK_PROCESS_STATE_H
#define INCLUDED_GPUFFT_TESTS_SOAK_PROCESS_STATE_H

#include <cstddef>
#include <string>

namespace gpufft::testing {

//! What a leak would make grow, of this process.
struct process_state {
    double resident_mib = 0;
    std::size_t threads = 0;
    std::size_t files = 0; //!< open
};

process_state state_of_process();

//! Processor time of all threads, in seconds.
double cpu_seconds_of_process();

std::string to_string(const process_state& s);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SOAK_PROCESS_STATE_H */
