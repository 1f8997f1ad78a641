/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_QUICKLY_BUILT_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_QUICKLY_BUILT_H

#include "exec/executor/build_thread.h"
#include <chrono>

namespace gpufft::testing {

/*!
 * \brief What make() begins at once has its kernels, which are built in no time
 *
 * On a machine that is busy even these may take longer than anybody waits: where they
 * did, there is another try. Who has not waited for them gets none.
 */
template <typename Make>
bool is_built_before_it_begins(const Make& make)
{
    for (int i = 0; i < 100; ++i) {
        const auto asked = std::chrono::steady_clock::now();
        if (make()->has_kernels())
            return true;
        if (std::chrono::steady_clock::now() - asked < build_thread::PATIENCE)
            return false;
    }
    return false;
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_QUICKLY_BUILT_H */
