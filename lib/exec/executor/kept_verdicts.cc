/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/hash.h"
#include "device/kernels/kernel_cache.h"
#include "exec/executor/kept_verdicts.h"

namespace gpufft {

namespace {

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

} // namespace

bool kept_verdicts::has(const std::string& id, const device_info& on)
{
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        if (d_here.count(key_here(id, on)))
            return true;
    }
    const auto kept = kept_by(on);
    return kept.is_on() && kept.load(kernel_cache::key_of(id, on, d_verdict));
}

void kept_verdicts::note_here(const std::string& id, const device_info& on)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_here.insert(key_here(id, on));
}

void kept_verdicts::note(const std::string& id, const device_info& on)
{
    note_here(id, on);
    kept_by(on).store(kernel_cache::key_of(id, on, d_verdict), { 'y' });
}

} // namespace gpufft
