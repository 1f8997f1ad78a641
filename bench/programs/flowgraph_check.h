/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_PROGRAMS_FLOWGRAPH_CHECK_H
#define INCLUDED_GPUFFT_BENCH_PROGRAMS_FLOWGRAPH_CHECK_H

#include "bench/programs/flowgraph_rate.h"
#include <cstdint>
#include <string>

namespace gpufft::testing {

struct flowgraph_check {
    std::uint64_t sent = 0; //!< items
    std::uint64_t arrived = 0;
    std::uint64_t wrong = 0; //!< of those that arrived
    std::uint64_t first_wrong = 0;
};

/*!
 * \brief Sends \p items items through \p block, an FFT, and compares each that arrives
 *
 * Items are those of a table, over and over; its size is prime, so that items lost, twice
 * or out of order show. What should arrive is what the engine alone makes of them on
 * \p device, bit for bit.
 */
flowgraph_check check_flowgraph(const measured_block& block,
                                int length,
                                const std::string& device,
                                std::size_t buffer_bytes,
                                std::uint64_t items);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_BENCH_PROGRAMS_FLOWGRAPH_CHECK_H */
