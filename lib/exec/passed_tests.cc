/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/hash.h"
#include "device/kernel_cache.h"
#include "exec/passed_tests.h"
#include <mutex>
#include <set>

namespace gpufft {

namespace {

std::mutex s_mutex;
std::set<std::string> s_passed; //!< in this process

std::string key_here(const std::string& id, const device_info& on)
{
    return stable_hash({ id, on.name, on.product });
}

//! Beside the compiled kernels. A device without a platform is no driver's: nothing says
//! that the next process finds it computing the same.
kernel_cache kept_by(const device_info& on)
{
    return kernel_cache(on.platform.empty() ? "" : kernel_cache::default_folder());
}

std::string key_on_disk(const std::string& id, const device_info& on)
{
    return kernel_cache::key_of(id, on, "passed its self test");
}

} // namespace

bool has_passed(const std::string& id, const device_info& on)
{
    {
        const std::lock_guard<std::mutex> guard(s_mutex);
        if (s_passed.count(key_here(id, on)))
            return true;
    }
    const auto kept = kept_by(on);
    return kept.is_on() && kept.load(key_on_disk(id, on));
}

void note_passed(const std::string& id, const device_info& on)
{
    {
        const std::lock_guard<std::mutex> guard(s_mutex);
        s_passed.insert(key_here(id, on));
    }
    kept_by(on).store(key_on_disk(id, on), { 'y' });
}

} // namespace gpufft
