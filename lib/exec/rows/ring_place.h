/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_ROWS_RING_PLACE_H
#define INCLUDED_GPUFFT_LIB_EXEC_ROWS_RING_PLACE_H

#include <cstdint>

namespace gpufft {

//! Where rows begin in a ring in the memory of a device that knows it by addresses.
struct ring_place {
    std::uint64_t address = 0; //!< of the ring; 0: there is none
    std::uint64_t at = 0;      //!< byte of the first row
    std::uint64_t bytes = 0;   //!< of the ring: behind them it begins anew, once
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_ROWS_RING_PLACE_H */
