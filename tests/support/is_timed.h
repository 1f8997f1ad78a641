/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_IS_TIMED_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_IS_TIMED_H

#include <cstdlib>

namespace gpufft::testing {

//! Nobody times what a sanitizer watches, or what is not optimized.
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
inline constexpr bool IS_TIMED = true;
#else
inline constexpr bool IS_TIMED = false;
#endif

//! Under the label `timing`: bounds are those of a machine with nothing else to do. Else
//! they leave room for cores that are slow, shared, and taken away at times.
inline bool is_timed_closely() { return IS_TIMED && std::getenv("GPUFFT_TIMES_CLOSELY"); }

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_IS_TIMED_H */
