/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/faults/fault_line.h"
#include <initializer_list>
#include <signal.h>
#include <unistd.h>
#include <algorithm>
#include <cstring>

namespace gpufft::testing {

namespace {

// The line lies in plain memory: a handler of signals must not allocate.
char s_line[4096];
volatile std::size_t s_length = 0;

//! The disposition is the default one again: where this returns to, the fault repeats
//! and ends the process.
void print_line(int)
{
    const char head[] = "reads or writes outside of its arrays: ";
    (void)!::write(STDERR_FILENO, head, sizeof(head) - 1);
    (void)!::write(STDERR_FILENO, s_line, s_length);
}

} // namespace

void print_line_of_faults()
{
    struct sigaction action = {};
    action.sa_handler = print_line;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    for (const int number : { SIGSEGV, SIGBUS })
        ::sigaction(number, &action, nullptr);
}

void set_fault_line(const std::string& line)
{
    s_length = 0;
    const auto length = std::min(line.size(), sizeof(s_line) - 1);
    std::memcpy(s_line, line.data(), length);
    s_line[length] = '\n';
    s_length = length + 1;
}

} // namespace gpufft::testing
