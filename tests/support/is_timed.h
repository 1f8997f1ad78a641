/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_IS_TIMED_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_IS_TIMED_H

namespace gpufft::testing {

//! Nobody times what a sanitizer watches, or what is not optimized.
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
inline constexpr bool IS_TIMED = true;
#else
inline constexpr bool IS_TIMED = false;
#endif

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_IS_TIMED_H */
