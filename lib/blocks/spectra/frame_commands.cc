/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/messages/message_values.h"
#include "blocks/spectra/frame_commands.h"
#include <gnuradio/gpufft/spectrum_block.h>

namespace gr {
namespace gpufft {

void take_frame_commands(block_messages& m,
                         spectrum_changes& changes,
                         const spectrum_settings& of)
{
    // What makes an edit of a message's value.
    const auto on = [&](const char* name, auto make) {
        m.on(name, [&changes, make](const auto& v) { changes.change(make(v)); });
    };
    spectrum_settings lengths; // which stay as they are
    lengths.length = of.length;
    lengths.taps_per_branch = of.taps_per_branch;
    on("window", [lengths](const auto& v) {
        const auto taps = static_cast<int>(lengths.frame_samples());
        return edits::window(pmt::is_symbol(v) ? periodic_window(word_of(v), taps)
                                               : floats_of(v),
                             lengths);
    });
    on("hop", [](const auto& v) { return edits::hop(whole_of(v)); });
    on("samp_rate", [](const auto& v) { return edits::samp_rate(number_of(v)); });
    on("freq", [](const auto& v) { return edits::freq(number_of(v)); });
    on("output", [](const auto& v) { return edits::output(word_of(v)); });
    on("centered", [](const auto& v) { return edits::centered(truth_of(v)); });
    on("rate", [](const auto& v) { return edits::rate(number_of(v)); });
    on("max_latency_ms",
       [](const auto& v) { return edits::max_latency_ms(number_of(v)); });
    m.on("reset", [&changes](const auto&) { changes.reset(); });
}

} // namespace gpufft
} // namespace gr
