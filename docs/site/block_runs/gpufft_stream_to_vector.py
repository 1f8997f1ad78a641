# SPDX-License-Identifier: GPL-3.0-or-later
"""Items of a stream as vectors of three."""
from gnuradio import blocks, gpufft, gr

tb = gr.top_block()
source = blocks.vector_source_f(range(7))
vectors = gpufft.stream_to_vector(gr.sizeof_float, 3)
sink = blocks.vector_sink_f(3)
tb.connect(source, vectors, sink)
tb.run()

print(sink.nitems_read(0), "vectors:", *sink.data())
