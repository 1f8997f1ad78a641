# SPDX-License-Identifier: GPL-3.0-or-later
"""Two wanted channels of eight, as vectors."""
import numpy as np
from gnuradio import blocks, gpufft, gr
from gnuradio.filter import firdes

channels = 8
taps = firdes.low_pass(1, channels, 0.4, 0.2)

tone = np.exp(2j * np.pi * (2 + 0.1) / channels * np.arange(8000))

tb = gr.top_block()
source = blocks.vector_source_c(tone.tolist())
bank = gpufft.pfb_channelizer_vccf(channels, taps, 1, [2, 5])
sink = blocks.vector_sink_c(2)
tb.connect(source, bank, sink)
tb.run()

levels = np.abs(sink.data()).reshape(-1, 2)[100:].mean(0)
for channel, level in zip((2, 5), levels):
    print(f"channel {channel}: {'the tone' if level > 0.9 else 'below -40 dB'}")
