# SPDX-License-Identifier: GPL-3.0-or-later
"""The same from vectors of all channels."""
import numpy as np
from gnuradio import blocks, gpufft, gr
from gnuradio.filter import firdes

channels = 8
taps = firdes.low_pass(1, channels, 0.4, 0.2)

vectors = np.zeros((2000, channels), complex)
vectors[:, 3] = 1

tb = gr.top_block()
source = blocks.vector_source_c(vectors.ravel().tolist(), False, channels)
bank = gpufft.pfb_synthesizer_vccf(channels, (channels * np.array(taps)).tolist(), False)
sink = blocks.vector_sink_c()
tb.connect(source, bank, sink)
tb.run()

out = np.array(sink.data())[800:8800]
spectrum = np.abs(np.fft.fft(out)) / len(out)
for at in np.flatnonzero(spectrum > 0.1):
    print(f"a tone at {at / len(out) * channels:.0f} channels, amplitude {spectrum[at]:.2f}")
