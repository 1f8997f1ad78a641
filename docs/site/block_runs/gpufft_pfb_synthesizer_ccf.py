# SPDX-License-Identifier: GPL-3.0-or-later
"""Two channels put together into one stream."""
import numpy as np
from gnuradio import blocks, gpufft, gr
from gnuradio.filter import firdes

channels = 8
taps = firdes.low_pass(1, channels, 0.4, 0.2)

tb = gr.top_block()
bank = gpufft.pfb_synthesizer_ccf(channels, (channels * np.array(taps)).tolist(), False)
for channel in range(channels):
    value = 1.0 if channel in (1, 6) else 0.0
    tb.connect(blocks.vector_source_c([value] * 2000), (bank, channel))
sink = blocks.vector_sink_c()
tb.connect(bank, sink)
tb.run()

out = np.array(sink.data())[800:8800]
spectrum = np.abs(np.fft.fft(out)) / len(out)
for at in np.flatnonzero(spectrum > 0.1):
    print(f"a tone at {at / len(out) * channels:.0f} channels, amplitude {spectrum[at]:.2f}")
