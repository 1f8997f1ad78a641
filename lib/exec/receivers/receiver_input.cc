/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/receivers/receiver_input.h"
#include <algorithm>
#include <cstdint>

namespace gpufft {

row_places receiver_input::rows(const receiver_shape& s,
                                std::size_t first,
                                std::size_t blocks,
                                void* out) const
{
    const auto hop = static_cast<std::size_t>(s.hop());
    const auto begin = first * hop;
    row_places places;
    places.host.out = { out, nullptr };
    if (!on_device.of) {
        places.host.in = { on_host + begin, nullptr };
        return places;
    }
    // The mirror's first sample is the one behind those before it.
    const auto end = begin + blocks * hop + static_cast<std::size_t>(s.repeated);
    const auto own = std::max(begin, count_before);
    const auto byte = [&](std::size_t sample) {
        return on_device.bytes.begin + (sample - count_before) * sizeof(receiver_sample);
    };
    places.in = on_device;
    places.in.bytes = { byte(own), byte(end) };
    if (on_device.on_host)
        places.in.on_host =
            static_cast<const receiver_sample*>(on_device.on_host) + (own - count_before);
    if (begin < count_before)
        places.before = { before + begin,
                          (count_before - begin) * sizeof(receiver_sample) };
    return places;
}

} // namespace gpufft
