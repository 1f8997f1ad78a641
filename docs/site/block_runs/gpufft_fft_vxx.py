# SPDX-License-Identifier: GPL-3.0-or-later
"""Two tones, and where their bins are."""
import numpy as np
from gnuradio import blocks, gpufft, gr

points = 1024
n = np.arange(points)
tones = np.exp(2j * np.pi * 100 * n / points) + 0.1 * np.exp(-2j * np.pi * 200 * n / points)

tb = gr.top_block()
source = blocks.vector_source_c(tones.tolist(), False, points)
fft = gpufft.fft_vcc(points, True, np.hamming(points).tolist(), True)  # DC in the middle
sink = blocks.vector_sink_c(points)
tb.connect(source, fft, sink)
tb.run()

power = 20 * np.log10(np.abs(sink.data()))
for tone in (100, -200):
    print(f"bin {tone:5}: {power[points // 2 + tone]:.1f} dB")
print(f"bin     0: below -40 dB is {power[points // 2] < -40}")
