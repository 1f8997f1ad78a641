# SPDX-License-Identifier: GPL-3.0-or-later
"""Half the spectrum of a real tone."""
import numpy as np
from gnuradio import blocks, gpufft, gr

points = 1000
tone = np.cos(2 * np.pi * 50 * np.arange(points) / points + 0.5)

tb = gr.top_block()
source = blocks.vector_source_f(tone.tolist(), False, points)
fft = gpufft.rfft_vfc(points)
sink = blocks.vector_sink_c(points // 2 + 1)
tb.connect(source, fft, sink)
tb.run()

spectrum = np.array(sink.data())
print(f"{len(spectrum)} bins, the largest is {np.argmax(np.abs(spectrum))}")
print(f"amplitude {2 * abs(spectrum[50]) / points:.3f}, phase {np.angle(spectrum[50]):.3f}")
