/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_THREAD_ARGUMENT_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_THREAD_ARGUMENT_H

#include "device/interface/thread_limit.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <string>

//! The argument nthreads of blocks.
namespace gr {
namespace gpufft {

//! \throws plan_error  below 0
inline void check_threads(int n)
{
    if (n < 0)
        throw ::gpufft::plan_error(fmt::format(
            "nthreads must be at least 1, or 0 for the usual ones, got {}", n));
}

//! \p device, whose threads are at most \p n where that is not 0.
inline std::string with_threads(const std::string& device, int n)
{
    return n ? ::gpufft::with_limit(::gpufft::split_limit(device).name, n) : device;
}

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_THREAD_ARGUMENT_H */
