# SPDX-License-Identifier: GPL-3.0-or-later
"""A function of the basis has one coefficient; what comes back is the function."""
import numpy as np
from gnuradio import blocks, gpufft, gr

points = 64
n = np.arange(points)
wave = np.sin(np.pi * (2 * n + 1) * 4 / (2 * points))

tb = gr.top_block()
source = blocks.vector_source_f(wave.tolist(), False, points)
there = gpufft.dst_vff(points, 2, False, "orthonormal")
back = gpufft.dst_vff(points, 2, True, "orthonormal")
coefficients, again = blocks.vector_sink_f(points), blocks.vector_sink_f(points)
tb.connect(source, there, coefficients)
tb.connect(there, back, again)
tb.run()

found = np.array(coefficients.data())
print(f"coefficient {np.argmax(np.abs(found))} is {np.abs(found).max():.3f}, "
      f"others below 1e-5: {np.sort(np.abs(found))[-2] < 1e-5}")
print(f"back: within 1e-6 of the wave: {np.abs(again.data() - wave).max() < 1e-6}")
