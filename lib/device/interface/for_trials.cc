/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/for_trials.h"
#include "device/interface/wrapped_device.h"
#include <algorithm>
#include <list>
#include <mutex>
#include <utility>

namespace gpufft {

namespace {

constexpr std::size_t MOST_HELD = 256; // some 100 KiB each

class trial_device : public wrapped_device
{
public:
    using wrapped_device::wrapped_device;

    std::shared_ptr<kernel> build(const kernel_source& source) override
    {
        return build_for_trial(source);
    }

    std::shared_ptr<kernel> build_for_trial(const kernel_source& source) override
    {
        auto built = wrapped_device::build_for_trial(source);
        hold(built);
        return built;
    }

private:
    //! The last ones, the newest behind.
    void hold(const std::shared_ptr<kernel>& built)
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        const auto known = std::find(d_held.begin(), d_held.end(), built);
        if (known != d_held.end())
            d_held.erase(known);
        d_held.push_back(built);
        if (d_held.size() > MOST_HELD)
            d_held.pop_front();
    }

    std::mutex d_mutex;
    std::list<std::shared_ptr<kernel>> d_held;
};

} // namespace

std::shared_ptr<device> for_trials(std::shared_ptr<device> on)
{
    return std::make_shared<trial_device>(std::move(on));
}

} // namespace gpufft
