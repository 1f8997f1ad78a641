/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_SKIPPED_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_SKIPPED_H

#include <string>

namespace gpufft::testing {

//! What skip() throws. Not a std::exception, which tests catch.
struct skipped {
    std::string why;
};

//! Ends a test that cannot be run here, which is said: a test that returns instead looks
//! like one that passed. \param why  what is missing
[[noreturn]] inline void skip(const std::string& why) { throw skipped{ why }; }

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_SKIPPED_H */
