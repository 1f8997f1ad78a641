# SPDX-License-Identifier: GPL-3.0-or-later
"""How often a level is reached: a tone that is there half of the time."""
import numpy as np
from gnuradio import blocks, gpufft, gr

length, levels = 256, 100
tone = 0.12 * np.exp(2j * np.pi * 0.25 * np.arange(64 * length))
tone[32 * length:] *= 0.01

tb = gr.top_block()
source = blocks.vector_source_c(tone.tolist())
histogram = gpufft.persistence_c(length, length, "hann", 1.0, -100.0, 0.0, levels,
                                 decay_seconds=0.0, rate=1 / (64 * length))
sink = blocks.vector_sink_f(length * levels)
tb.connect(source, histogram, sink)
tb.run()

counts = np.array(sink.data()[:length * levels]).reshape(levels, length)
for row in np.flatnonzero(counts[:, length * 3 // 4])[::-1]:
    print(f"{row - 100} to {row - 99} dBFS: {counts[row, length * 3 // 4]:.0f} spectra")
