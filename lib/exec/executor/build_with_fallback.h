/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_BUILD_WITH_FALLBACK_H
#define INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_BUILD_WITH_FALLBACK_H

#include "device/interface/device.h"
#include "device/interface/without_vectors.h"
#include <gpufft/error.h>
#include <memory>
#include <string>

namespace gpufft {

//! One line in the log, the first time that something of \p on goes without vectors.
void tell_without_vectors(const device_info& on, const std::string& reason);

/*!
 * \brief What \p make_on makes, in a form that the device computes rightly
 *
 * \p make_on builds kernels for the device it is given and tests them. Where a CPU
 * device's compiler refuses or miscompiles those in the SIMD form (PoCL and Intel's
 * runtime take vectors through code of their own), it makes them without vectors.
 *
 * \throws build_error  that failed as well, or there was no such form to leave
 */
template <class Make>
auto build_with_fallback(const std::shared_ptr<device>& on, const Make& make_on)
    -> decltype(make_on(on))
{
    const auto& limits = on->info().limits;
    try {
        return make_on(on);
    } catch (const build_error& e) {
        if (!limits.is_cpu || limits.vector_width < 2)
            throw;
        const std::string reason = e.what();
        auto result = make_on(without_vectors(on));
        tell_without_vectors(on->info(), reason);
        return result;
    }
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_BUILD_WITH_FALLBACK_H */
