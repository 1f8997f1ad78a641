/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/receivers/inverse_transforms.h"
#include "exec/receivers/receiver_shape.h"
#include <algorithm>

namespace gpufft {

namespace {

// Lengths that are kept for channels to come; flowgraphs have a few.
constexpr std::size_t MOST_KEPT = 32;

} // namespace

inverse_transforms::inverse_transforms(const std::string& device,
                                       effort how,
                                       startup begins)
    : d_device(device), d_how(how), d_begins(begins)
{
}

std::shared_ptr<stream_executor> inverse_transforms::of(std::int64_t points)
{
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        const auto found = d_entries.find(points);
        if (found != d_entries.end()) {
            found->second.asked = d_call;
            return found->second.executor;
        }
    }
    // Compilers take their time: others go on with what is there.
    auto executor = std::make_shared<stream_executor>(
        inverse_of(points), d_device, stream_executor::DEFAULT_DEPTH, d_how, d_begins);
    const std::lock_guard<std::mutex> guard(d_mutex);
    auto& is = d_entries[points];
    if (!is.executor)
        is.executor = std::move(executor);
    is.asked = d_call;
    const auto result = is.executor;
    drop_oldest();
    return result;
}

void inverse_transforms::next_call()
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    ++d_call;
}

std::size_t inverse_transforms::count() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_entries.size();
}

void inverse_transforms::drop_oldest()
{
    while (d_entries.size() > MOST_KEPT) {
        const auto oldest = std::min_element(
            d_entries.begin(), d_entries.end(), [](const auto& a, const auto& b) {
                return a.second.asked < b.second.asked;
            });
        if (oldest->second.asked + 1 >= d_call)
            return;
        d_entries.erase(oldest);
    }
}

void inverse_transforms::renew_slots()
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    for (auto& each : d_entries)
        each.second.executor->renew_slots();
}

} // namespace gpufft
