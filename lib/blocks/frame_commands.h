/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_FRAME_COMMANDS_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_FRAME_COMMANDS_H

#include "blocks/block_messages.h"
#include "blocks/message_values.h"
#include <gnuradio/gpufft/spectrum_block.h>

namespace gr {
namespace gpufft {

//! The commands that spectra and histograms of a stream have in common, each to the
//! setter of \p block of that name.
template <class Block>
void take_frame_commands(block_messages& m, Block& block)
{
    m.on("window", [&block](const auto& v) {
        block.set_window(pmt::is_symbol(v) ? periodic_window(word_of(v), block.length())
                                           : floats_of(v));
    });
    m.on("hop", [&block](const auto& v) { block.set_hop(whole_of(v)); });
    m.on("samp_rate", [&block](const auto& v) { block.set_samp_rate(number_of(v)); });
    m.on("freq", [&block](const auto& v) { block.set_freq(number_of(v)); });
    m.on("output", [&block](const auto& v) { block.set_output(word_of(v)); });
    m.on("centered", [&block](const auto& v) { block.set_centered(truth_of(v)); });
    m.on("rate", [&block](const auto& v) { block.set_rate(number_of(v)); });
    m.on("max_latency_ms",
         [&block](const auto& v) { block.set_max_latency_ms(number_of(v)); });
    m.on("reset", [&block](const auto&) { block.reset(); });
}

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_FRAME_COMMANDS_H */
