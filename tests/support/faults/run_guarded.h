/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_FAULTS_RUN_GUARDED_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_FAULTS_RUN_GUARDED_H

#include "support/devices/guarded_device.h"
#include "support/faults/guarded_buffers.h"
#include "support/run_on.h"
#include <algorithm>

namespace gpufft::testing {

//! What the kernels of \p what take their buffers to be multiples of: vectors of 64
//! bytes, or else two numbers of their arithmetic.
inline std::size_t guarded_alignment(const device_limits& limits, const transform& what)
{
    if (limits.is_cpu && limits.vector_width > 1)
        return 64;
    return what.number == precision::float64 ? 16 : 8;
}

//! \p e built on \p on, a guarded_device, with its tables between unreadable pages.
inline std::shared_ptr<executor> guarded_executor(const transform& what,
                                                  const std::shared_ptr<device>& on)
{
    const guarded_buffers guard(guarded_end::upper,
                                guarded_alignment(on->info().limits, what));
    return std::make_shared<executor>(what, on);
}

//! One submission of \p data through \p e, of guarded_executor(), each buffer with its
//! \p end at an unreadable page.
inline void
run_guarded(const std::shared_ptr<executor>& e, host_rows& data, guarded_end end)
{
    const guarded_buffers guard(
        end, guarded_alignment(e->on()->info().limits, data.request()));
    run_on(e, data);
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_FAULTS_RUN_GUARDED_H */
