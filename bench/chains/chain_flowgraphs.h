/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_CHAINS_CHAIN_FLOWGRAPHS_H
#define INCLUDED_GPUFFT_BENCH_CHAINS_CHAIN_FLOWGRAPHS_H

#include <gnuradio/top_block.h>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

//! Flowgraphs in which blocks follow one another on one device, or read one source.
namespace gpufft::testing {

//! Where the blocks of a flowgraph compute, and in which rings.
struct chain_settings {
    std::string device;
    std::size_t mib = 0; //!< of each ring, at least; 0: as large as the blocks ask for
};

//! A flowgraph, and how many samples of its source have gone through.
struct chain_flowgraph {
    gr::top_block_sptr graph;
    std::function<double()> samples;
    std::string device;
};

struct chain_case {
    const char* name;
    const char* against; //!< whose rate the ratio is of; nullptr: nobody's
    chain_flowgraph (*make)(const chain_settings&, int length);
};

//! Flowgraphs that are measured, in the order in which they run.
const std::vector<chain_case>& chain_cases();

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_BENCH_CHAINS_CHAIN_FLOWGRAPHS_H */
