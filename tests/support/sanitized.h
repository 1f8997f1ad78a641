/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_SANITIZED_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_SANITIZED_H

#include <dlfcn.h>

namespace gpufft::testing {

//! Whether the engine runs under the address or the thread sanitizer. Asked of the
//! process: a build with the former links suites that the ordinary build has compiled.
inline bool is_sanitized()
{
    return dlsym(RTLD_DEFAULT, "__asan_init") || dlsym(RTLD_DEFAULT, "__tsan_init");
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_SANITIZED_H */
