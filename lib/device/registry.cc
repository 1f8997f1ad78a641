/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include "device/backend_modules.h"
#include "device/device_choice.h"
#include "device/registry.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <map>
#include <mutex>

namespace gpufft {

namespace {

// A GPU before an accelerator of another kind before a CPU.
int rank_of(device_type type)
{
    switch (type) {
    case device_type::gpu:
        return 0;
    case device_type::other:
        return 1;
    case device_type::cpu:
        break;
    }
    return 2;
}

class registry
{
public:
    // Never destroyed: drivers may already be gone when static destructors run.
    static registry& instance()
    {
        static registry& the_one = *new registry;
        return the_one;
    }

    void add(std::unique_ptr<backend> added)
    {
        const std::lock_guard guard(d_mutex);
        load_modules();
        const auto name = added->name();
        if (find(name))
            throw device_error(fmt::format("backend \"{}\" is there already", name));
        d_loaded.backends.push_back(std::move(added));
    }

    device_list list()
    {
        const std::lock_guard guard(d_mutex);
        load_modules();
        device_list all;
        all.absent = d_loaded.absent;
        for (const auto& each : d_loaded.backends) {
            auto found = each->list();
            std::move(found.devices.begin(),
                      found.devices.end(),
                      std::back_inserter(all.devices));
            std::move(
                found.absent.begin(), found.absent.end(), std::back_inserter(all.absent));
        }
        std::stable_sort(
            all.devices.begin(), all.devices.end(), [](const auto& a, const auto& b) {
                return rank_of(a.type) < rank_of(b.type);
            });
        return all;
    }

    std::shared_ptr<device> open(const std::string& name)
    {
        const std::lock_guard guard(d_mutex);
        if (auto opened = d_opened[name].lock())
            return opened;
        const auto colon = name.rfind(':');
        auto opened =
            find(name.substr(0, colon))->open(std::stoi(name.substr(colon + 1)));
        d_opened[name] = opened;
        return opened;
    }

private:
    void load_modules()
    {
        if (d_has_loaded)
            return;
        d_has_loaded = true;
        d_loaded = load_backend_modules(module_folders(env::backend_dir()));
    }

    backend* find(const std::string& name) const
    {
        for (const auto& each : d_loaded.backends)
            if (each->name() == name)
                return each.get();
        return nullptr;
    }

    std::mutex d_mutex;
    bool d_has_loaded = false;
    backend_modules d_loaded;
    std::map<std::string, std::weak_ptr<device>> d_opened;
};

} // namespace

device_list list_devices() { return registry::instance().list(); }

device_info choose_device(const std::string& wanted)
{
    return match_device(list_devices(), wanted, env::device());
}

std::shared_ptr<device> open_device(const std::string& wanted)
{
    return registry::instance().open(choose_device(wanted).name);
}

void add_backend(std::unique_ptr<backend> added)
{
    registry::instance().add(std::move(added));
}

} // namespace gpufft
