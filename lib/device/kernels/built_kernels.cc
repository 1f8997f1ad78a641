/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/hash.h"
#include "device/kernels/built_kernels.h"
#include <algorithm>
#include <iterator>

namespace gpufft {

std::shared_ptr<kernel>
built_kernels::get(const kernel_source& source,
                   const std::function<std::shared_ptr<kernel>()>& build)
{
    const auto key = stable_hash({ source.name, source.text });
    std::shared_ptr<place> its_place;
    {
        const std::lock_guard guard(d_mutex);
        forget_some();
        auto& found = d_places[key];
        if (!found)
            found = std::make_shared<place>();
        its_place = found;
    }
    const std::lock_guard guard(its_place->building);
    if (auto built = its_place->built.lock())
        return built;
    auto built = build();
    its_place->built = built;
    return built;
}

std::size_t built_kernels::remembered() const
{
    const std::lock_guard guard(d_mutex);
    return d_places.size();
}

//! Under d_mutex. Those of kernels that nobody holds, each time that there are twice as
//! many as were left the last time.
void built_kernels::forget_some()
{
    if (d_places.size() < d_most)
        return;
    for (auto at = d_places.begin(); at != d_places.end();) {
        const auto its_place = at->second; // which is locked beyond the end of the entry
        const std::unique_lock is_free(its_place->building, std::try_to_lock);
        const bool has_users = its_place.use_count() > 2; // besides these two
        const bool is_needed = has_users || !is_free || !its_place->built.expired();
        at = is_needed ? std::next(at) : d_places.erase(at);
    }
    d_most = std::max(MOST_AT_FIRST, 2 * d_places.size());
}

} // namespace gpufft
