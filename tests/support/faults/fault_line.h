/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_FAULTS_FAULT_LINE_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_FAULTS_FAULT_LINE_H

#include <string>

namespace gpufft::testing {

//! From now on a read or write outside of all memory prints the line that was set last
//! to stderr, before the process dies of it as ever.
void print_line_of_faults();
//! What is under way, and how to do it again.
void set_fault_line(const std::string& line);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_FAULTS_FAULT_LINE_H */
