# SPDX-License-Identifier: GPL-3.0-or-later
"""By how many points one vector is later than another."""
import numpy as np
from gnuradio import blocks, gpufft, gr

points = 500
rng = np.random.default_rng(1)
early = rng.normal(size=points) + 1j * rng.normal(size=points)
late = np.roll(early, 37)

tb = gr.top_block()
correlation = gpufft.xcorr(points)
sink = blocks.vector_sink_c(points)
for port, vector in enumerate((late, early)):
    tb.connect(blocks.vector_source_c(vector.tolist(), False, points), (correlation, port))
tb.connect(correlation, sink)
tb.run()

print("later by", np.argmax(np.abs(sink.data())), "points")
