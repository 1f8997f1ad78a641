/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/hash.h"
#include "device/built_kernels.h"

namespace gpufft {

std::shared_ptr<kernel>
built_kernels::get(const kernel_source& source,
                   const std::function<std::shared_ptr<kernel>()>& build)
{
    const auto key = stable_hash({ source.name, source.text });
    std::shared_ptr<place> its_place;
    {
        const std::lock_guard guard(d_mutex);
        auto& found = d_places[key];
        if (!found)
            found = std::make_shared<place>();
        its_place = found;
    }
    const std::lock_guard guard(its_place->building);
    if (auto made = its_place->made.lock())
        return made;
    auto made = build();
    its_place->made = made;
    return made;
}

} // namespace gpufft
