/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/log.h"
#include "device/interface/device_choice.h"
#include "exec/executor/build_with_fallback.h"
#include <mutex>
#include <set>

namespace gpufft {

void tell_without_vectors(const device_info& on, const std::string& reason)
{
    static std::mutex mutex;
    static auto& told = *new std::set<std::string>;
    const std::lock_guard<std::mutex> guard(mutex);
    if (told.insert(on.name).second)
        log().warn("{} computes wrongly with vectors, so some transforms do without: {}",
                   label_of(on),
                   reason);
}

} // namespace gpufft
