/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/next_device.h"
#include <algorithm>
#include <vector>

namespace gpufft {

namespace {

std::string backend_of(const device_info& info)
{
    return info.name.substr(0, info.name.find(':'));
}

// Two boards of one product on one backend are two devices; the same product on
// another backend is most likely the board that failed.
bool may_be_the_same(const device_info& a, const device_info& b)
{
    return a.product == b.product && backend_of(a) != backend_of(b);
}

} // namespace

std::string next_device(const device_list& list, const std::set<std::string>& failed)
{
    std::vector<const device_info*> lost, left;
    for (const auto& info : list.devices)
        (failed.count(info.name) ? lost : left).push_back(&info);
    const auto is_doubtful = [&](const device_info* info) {
        return std::any_of(lost.begin(), lost.end(), [&](const device_info* other) {
            return may_be_the_same(*info, *other);
        });
    };
    std::stable_partition(left.begin(), left.end(), [&](const device_info* info) {
        return !is_doubtful(info);
    });
    return left.empty() ? "" : left.front()->name;
}

std::string next_device(const std::set<std::string>& failed)
{
    return next_device(list_devices(), failed);
}

} // namespace gpufft
