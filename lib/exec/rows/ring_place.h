/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_ROWS_RING_PLACE_H
#define INCLUDED_GPUFFT_LIB_EXEC_ROWS_RING_PLACE_H

#include "exec/memory/ring_mirror.h"
#include <algorithm>
#include <cstdint>
#include <vector>

namespace gpufft {

//! Where rows begin in a ring in the memory of a device that knows it by addresses.
struct ring_place {
    std::uint64_t address = 0; //!< of the ring; 0: there is none
    std::uint64_t at = 0;      //!< byte of the first row
    std::uint64_t bytes = 0;   //!< of the ring: behind them it begins anew, once
};

//! Where \p p begins in its mirror; of what has none, no ring.
inline ring_place place_in_ring(const mirror_place& p)
{
    if (!p.of)
        return { 0, 0, 1 };
    return { p.of->memory().device_address(),
             p.of->places_of(p.bytes)[0].offset,
             p.of->bytes() };
}

//! The device knows the mirrors of \p parts by addresses.
inline bool mirrors_have_addresses(const std::vector<mirror_place>& parts)
{
    return std::all_of(parts.begin(), parts.end(), [](const auto& each) {
        return !each.of || each.of->memory().device_address();
    });
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_ROWS_RING_PLACE_H */
