# SPDX-License-Identifier: GPL-3.0-or-later
"""The power of each sample."""
from gnuradio import blocks, gpufft, gr

tb = gr.top_block()
source = blocks.vector_source_c([1, 2j, 3 + 4j])
power = gpufft.mag_squared()
sink = blocks.vector_sink_f()
tb.connect(source, power, sink)
tb.run()

print(*sink.data())
