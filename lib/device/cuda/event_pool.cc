/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/cuda/event_pool.h"

namespace gpufft::cuda {

event_pool::~event_pool()
{
    for (auto* each : d_spare)
        release_quietly(d_context, [&](const driver& cu) { cu.event_destroy(each); });
}

CUevent event_pool::take()
{
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        if (!d_spare.empty()) {
            auto* const spare = d_spare.back();
            d_spare.pop_back();
            return spare;
        }
    }
    CUevent result = nullptr;
    // Cheaper without timing, and without a core that waits at full speed.
    checked(d_context, [&](const driver& cu) {
        cu.event_create(&result, CU_EVENT_DISABLE_TIMING | CU_EVENT_BLOCKING_SYNC);
    });
    return result;
}

void event_pool::give_back(CUevent e)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_spare.push_back(e);
}

} // namespace gpufft::cuda
