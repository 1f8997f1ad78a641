/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_PROGRAMS_FLOWGRAPH_RATE_H
#define INCLUDED_GPUFFT_BENCH_PROGRAMS_FLOWGRAPH_RATE_H

#include "bench/programs/spent.h"
#include <gnuradio/block.h>
#include <cstddef>

namespace gpufft::testing {

//! A block with one input and one output, and what its items are.
struct measured_block {
    gr::block_sptr runs;
    std::size_t input_item_bytes;
    std::size_t output_item_bytes;
    double samples_per_output_item; //!< of the input's samples
};

struct flowgraph_rate {
    sample_rate speed;        //!< of the input's samples
    double items_per_call;    //!< that a call of the block produced, on average
    std::size_t input_buffer; //!< items that the buffers hold
    std::size_t output_buffer;
};

//! Asks for buffers of \p bytes at least around \p block; 0: what GNU Radio gives.
void set_buffers(gr::block& source, const measured_block& block, std::size_t bytes);

//! Runs source, \p block and sink, whose ends touch no memory, for \p seconds after a
//! warm-up.
flowgraph_rate
run_flowgraph(const measured_block& block, std::size_t buffer_bytes, double seconds);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_BENCH_PROGRAMS_FLOWGRAPH_RATE_H */
