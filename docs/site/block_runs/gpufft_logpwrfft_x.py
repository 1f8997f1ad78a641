# SPDX-License-Identifier: GPL-3.0-or-later
"""Power of a tone, in decibels, as GNU Radio's block has it."""
import numpy as np
from gnuradio import blocks, gpufft, gr

rate, length = 32000, 512
tone = 0.1 * np.exp(2j * np.pi * 4000 * np.arange(64 * length) / rate)

tb = gr.top_block()
source = blocks.vector_source_c(tone.tolist())
power = gpufft.logpwrfft_c(rate, length, 2.0, 10, 1.0, False)
sink = blocks.vector_sink_f(length)
tb.connect(source, power, sink)
tb.run()

last = np.array(sink.data()[-length:])
print(f"peak at bin {np.argmax(last)}, {last.max():.1f} dB")
