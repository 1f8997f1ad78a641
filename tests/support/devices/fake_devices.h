/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_FAKE_DEVICES_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_FAKE_DEVICES_H

#include "device/interface/registry.h"
#include "reference/fake/fake_backend.h"
#include "support/transforms/limits.h"
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gpufft::testing {

//! A GPU: it has memory of its own, which copies go to and come from.
inline device_info fake_gpu(const std::string& product = "Fake GPU")
{
    device_info info;
    info.product = product;
    info.type = device_type::gpu;
    return info;
}

//! A CPU device: it uses the host's memory in place.
inline device_info fake_cpu()
{
    device_info info;
    info.product = "Fake CPU";
    info.type = device_type::cpu;
    info.limits = LIMITS[1].limits;
    return info;
}

//! Registers them as "fake:0", "fake:1" ...: once a process, since the registry keeps a
//! backend for good.
inline std::shared_ptr<fake_control> add_fake_devices(std::vector<device_info> devices)
{
    auto backend = std::make_unique<fake_backend>(std::move(devices));
    auto control = backend->control();
    add_backend(std::move(backend));
    return control;
}

//! Calls after a failed one by which a block tries again: what it abandons makes some.
inline int calls_until_tried_again(const std::string& call)
{
    return call == "work" ? 60 : call == "wait" || call == "record" ? 30 : 1;
}

//! Lets the \p nth of these calls fail, and one that follows when the block tries again.
//! \return the number of the second
inline int fail_twice(fake_control& of, const std::string& call, int nth)
{
    const int second = nth + calls_until_tried_again(call);
    of.calls.fail(call, nth);
    of.calls.fail(call, second);
    return second;
}

//! Takes back what a test before this one has told the devices to do.
inline void forget_orders(fake_control& of)
{
    of.calls.clear();
    of.most_buffers = std::numeric_limits<int>::max();
    of.work_delay_us = 0;
    of.holds_builds = false;
    of.unbuildable = 0;
    of.refused_text.clear();
    of.spoiled_text.clear();
    of.spoils_vectors = false;
    of.before_work = [] {};
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_FAKE_DEVICES_H */
