/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_MEMORY_LINK_RATES_H
#define INCLUDED_GPUFFT_LIB_EXEC_MEMORY_LINK_RATES_H

#include "device/interface/device.h"
#include <cstddef>
#include <vector>

namespace gpufft {

//! What the link to a device does with pieces of one size, several in flight.
struct link_rate {
    std::size_t piece_bytes = 0;
    double bytes_per_second = 0; //!< each way, both at once
};

/*!
 * \brief Rates of the link between host and device, by size of the pieces, ascending
 *
 * Measured when first asked for, in some ten milliseconds, and kept for the life of the
 * process; any thread. A piece is what a submission is: copied there, computed (a copy of
 * a few bytes stands in for the launch), copied back, waited for.
 * \return nothing where the device is too small to try
 * \throws device_error
 */
std::vector<link_rate> link_rates_of(device& on);

//! The smallest piece that comes within 2 % of the best rate; \p otherwise of no rates.
std::size_t useful_piece_bytes(const std::vector<link_rate>& rates,
                               std::size_t otherwise);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_MEMORY_LINK_RATES_H */
