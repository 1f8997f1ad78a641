# SPDX-License-Identifier: GPL-3.0-or-later
"""One bin of half a spectrum, and the cosine that it is."""
import numpy as np
from gnuradio import blocks, gpufft, gr

points = 16
spectrum = np.zeros(points // 2 + 1, complex)
spectrum[2] = points / 2

tb = gr.top_block()
source = blocks.vector_source_c(spectrum.tolist(), False, len(spectrum))
inverse = gpufft.irfft_vcf(points)
sink = blocks.vector_sink_f(points)
tb.connect(source, inverse, sink)
tb.run()

signal = np.array(sink.data())
scale = signal[0]
print(f"scaled by {points / scale:.0f} / {points}:",
      " ".join(f"{value / scale + 0.0:.3f}" for value in signal[:5]), "...")
