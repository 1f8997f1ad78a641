/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_IS_TIMED_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_IS_TIMED_H

#include "support/sanitized.h"
#include <cstdlib>

namespace gpufft::testing {

//! Nobody times what a sanitizer watches, or what is not optimized.
inline bool is_timed()
{
#ifdef __OPTIMIZE__
    return !is_sanitized();
#else
    return false;
#endif
}

//! Under the label `timing`: bounds are those of a machine with nothing else to do. Else
//! they leave room for cores that are slow, shared, and taken away at times.
inline bool is_timed_closely()
{
    const char* given = std::getenv("GPUFFT_TIMES_CLOSELY");
    return is_timed() && given && *given;
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_IS_TIMED_H */
