/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_FUZZ_TARGET_H
#define INCLUDED_GPUFFT_TESTS_FUZZ_TARGET_H

#include <string>
#include <vector>

namespace gpufft::testing {

//! A reader of what others wrote.
struct fuzz_target {
    const char* name;
    //! Valid inputs, of which others are made.
    std::vector<std::string> (*seeds)();
    //! Reads an input. \return whether it was taken \throws what shows a fault: all but
    //! the errors that the reader promises
    bool (*feed)(const std::string& input);
};

extern const fuzz_target PLAN_LINES;
extern const fuzz_target WISDOM;
extern const fuzz_target TIMINGS;
extern const fuzz_target FLOWGRAPHS;
extern const fuzz_target KEPT_KERNELS;
extern const fuzz_target SIGMF;
extern const fuzz_target ARCHIVES;
extern const fuzz_target SOUNDS;
extern const fuzz_target VDIF;
extern const fuzz_target GUPPI_RAW;

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_FUZZ_TARGET_H */
