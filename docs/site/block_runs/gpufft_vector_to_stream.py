# SPDX-License-Identifier: GPL-3.0-or-later
"""Vectors of three as a stream of their items."""
from gnuradio import blocks, gpufft, gr

tb = gr.top_block()
source = blocks.vector_source_f(range(6), False, 3)
items = gpufft.vector_to_stream(gr.sizeof_float, 3)
sink = blocks.vector_sink_f()
tb.connect(source, items, sink)
tb.run()

print(sink.nitems_read(0), "items:", *sink.data())
