/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_CHAINS_CHAIN_RATES_H
#define INCLUDED_GPUFFT_BENCH_CHAINS_CHAIN_RATES_H

#include "bench/chains/chain_flowgraphs.h"
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace gpufft::testing {

//! How long flowgraphs run, and how often.
struct chain_rounds {
    double seconds = 1; //!< of a measurement
    int rounds = 5;     //!< of all that are compared
};

//! What was measured of one length.
struct chain_rates {
    std::string device;                //!< that flowgraphs ran on; "": none was made
    std::vector<nlohmann::json> lines; //!< an object for each flowgraph, in their order
};

/*!
 * \brief Samples a second through flowgraphs of \p length, which run in turns
 * \param names  those that are wanted; {}: all
 * \throws device_error, build_error
 */
chain_rates measure_chains(const chain_settings& s,
                           const chain_rounds& r,
                           const std::vector<std::string>& names,
                           int length);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_BENCH_CHAINS_CHAIN_RATES_H */
