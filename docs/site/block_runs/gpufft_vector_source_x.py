# SPDX-License-Identifier: GPL-3.0-or-later
"""Vectors that a GPU keeps in its memory, transformed."""
import numpy as np
from gnuradio import blocks, gpufft, gr

tb = gr.top_block()
source = gpufft.vector_source_c(np.ones(8).tolist(), False, 8)
fft = gpufft.fft_vcc(8, True, [], False)
sink = blocks.vector_sink_c(8)
tb.connect(source, fft, sink)
tb.run()

print(*(f"{abs(value):.0f}" for value in sink.data()))
