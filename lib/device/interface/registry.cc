/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include "device/interface/backend_modules.h"
#include "device/interface/device_choice.h"
#include "device/interface/registry.h"
#include "device/interface/seen_gpus.h"
#include "device/interface/thread_limit.h"
#include "device/interface/unused_gpus.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <gpufft/own_process.h>
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
        expect_drivers(); // first: another thread may have held the lock in a fork
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
        const bool has_remedy =
            std::any_of(all.absent.begin(), all.absent.end(), [](const auto& each) {
                return !each.remedy.empty();
            });
        if (has_remedy) // else there is nothing to advise, and no file to read
            all.advice = advice_of(all, this_system().nvidia_gpus);
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
        auto opened = find(backend_of(name))->open(number_of(name));
        d_opened[name] = opened;
        return opened;
    }

    //! One of the \p count parts of \p threads threads that the device \p name has: of
    //! those with the fewest users, since each computes for all of its own in turn.
    std::shared_ptr<device> open_part(const std::string& name, int threads, int count)
    {
        const std::lock_guard guard(d_mutex);
        auto& parts = d_parts[with_limit(name, threads)];
        parts.resize(static_cast<std::size_t>(count));
        const auto least =
            std::min_element(parts.begin(), parts.end(), [](auto& a, auto& b) {
                return a.use_count() < b.use_count();
            });
        if (auto opened = least->lock())
            return opened;
        auto opened = find(backend_of(name))
                          ->open_part(number_of(name),
                                      threads,
                                      static_cast<int>(least - parts.begin()));
        *least = opened;
        return opened;
    }

    std::shared_ptr<device> open_in(const native_context& of)
    {
        expect_drivers();
        const std::lock_guard guard(d_mutex);
        load_modules();
        const auto with = find(of.backend);
        if (!with)
            throw device_error(
                fmt::format("there is no backend \"{}\", whose context was given{}",
                            of.backend,
                            reason_for(of.backend)));
        return with->open_in(of);
    }

private:
    std::string reason_for(const std::string& backend) const
    {
        for (const auto& each : d_loaded.absent)
            if (each.name == backend)
                return ": " + each.reason;
        return "";
    }

    static std::string backend_of(const std::string& name)
    {
        return name.substr(0, name.rfind(':'));
    }

    static int number_of(const std::string& name)
    {
        return std::stoi(name.substr(name.rfind(':') + 1));
    }

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
    std::map<std::string, std::vector<std::weak_ptr<device>>>
        d_parts; //!< by limited name
};

//! What \p wanted names, and the limit on its threads; 0: none.
std::pair<device_info, int> choose_with_limit(const std::string& wanted)
{
    const auto asked = split_limit(wanted);
    const auto meant = split_limit(env::device());
    const bool is_auto = asked.name.empty() || asked.name == "auto";
    const int threads = asked.threads || !is_auto ? asked.threads : meant.threads;
    return { match_device(list_devices(), asked.name, meant.name), threads };
}

} // namespace

device_list list_devices() { return registry::instance().list(); }

device_info choose_device(const std::string& wanted)
{
    const auto [whole, threads] = choose_with_limit(wanted);
    return limited(whole, threads);
}

std::shared_ptr<device> open_device(const std::string& wanted)
{
    const auto [whole, threads] = choose_with_limit(wanted);
    const auto units = limited(whole, threads).limits.compute_units;
    if (units == whole.limits.compute_units)
        return registry::instance().open(whole.name);
    return registry::instance().open_part(
        whole.name, units, whole.limits.compute_units / units);
}

std::shared_ptr<device> open_device_in(const native_context& of)
{
    return registry::instance().open_in(of);
}

std::shared_ptr<device> backend::open_in(const native_context&)
{
    throw plan_error(name() + " devices have no contexts of their callers'");
}

void add_backend(std::unique_ptr<backend> added)
{
    registry::instance().add(std::move(added));
}

} // namespace gpufft
