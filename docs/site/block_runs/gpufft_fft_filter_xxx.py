# SPDX-License-Identifier: GPL-3.0-or-later
"""A low pass lets one of two tones through."""
import numpy as np
from gnuradio import blocks, gpufft, gr
from gnuradio.filter import firdes

n = np.arange(20000)
samples = np.exp(2j * np.pi * 0.01 * n) + np.exp(2j * np.pi * 0.2 * n)

tb = gr.top_block()
source = blocks.vector_source_c(samples.tolist())
low_pass = gpufft.fft_filter_ccc(1, firdes.low_pass(1, 1, 0.05, 0.02))
sink = blocks.vector_sink_c()
tb.connect(source, low_pass, sink)
tb.run()

out = np.array(sink.data())[2000:12000]
for tone in (0.01, 0.2):
    level = np.abs(np.mean(out * np.exp(-2j * np.pi * tone * np.arange(len(out)))))
    print(f"tone at {tone}: {'through' if level > 0.99 else 'more than 40 dB down'}")
