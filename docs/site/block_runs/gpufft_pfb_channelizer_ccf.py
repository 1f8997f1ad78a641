# SPDX-License-Identifier: GPL-3.0-or-later
"""A tone in channel 2 of 8, and none in the others."""
import numpy as np
from gnuradio import blocks, gpufft, gr
from gnuradio.filter import firdes

channels = 8
taps = firdes.low_pass(1, channels, 0.4, 0.2)

tone = np.exp(2j * np.pi * (2 + 0.1) / channels * np.arange(8000))

tb = gr.top_block()
source = blocks.vector_source_c(tone.tolist())
bank = gpufft.pfb_channelizer_ccf(channels, taps, 1)
sinks = [blocks.vector_sink_c() for _ in range(channels)]
split = blocks.stream_to_streams(gr.sizeof_gr_complex, channels)
tb.connect(source, split)
for channel, sink in enumerate(sinks):
    tb.connect((split, channel), (bank, channel))
    tb.connect((bank, channel), sink)
tb.run()

for channel, sink in enumerate(sinks):
    level = np.abs(sink.data()[100:]).mean()
    print(f"channel {channel}: {'the tone' if level > 0.9 else 'below -40 dB'}")
