# SPDX-License-Identifier: GPL-3.0-or-later
"""A station at 30 kHz comes to 0 Hz, at a tenth of the rate."""
import numpy as np
from gnuradio import blocks, gpufft, gr
from gnuradio.filter import firdes

rate = 200e3
samples = np.exp(2j * np.pi * 31e3 / rate * np.arange(40000))

tb = gr.top_block()
source = blocks.vector_source_c(samples.tolist())
receiver = gpufft.freq_xlating_fft_filter_ccc(10, firdes.low_pass(1, rate, 8e3, 3e3), 30e3, rate)
sink = blocks.vector_sink_c()
tb.connect(source, receiver, sink)
tb.run()

out = np.array(sink.data())[1000:]
turn = np.angle(np.mean(out[1:] * np.conj(out[:-1])))
print(f"{len(sink.data())} samples, a tone at {turn / 2 / np.pi * rate / 10:.0f} Hz, "
      f"amplitude {np.abs(out).mean():.2f}")
