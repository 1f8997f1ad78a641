# SPDX-License-Identifier: GPL-3.0-or-later
"""The first two of each five items."""
from gnuradio import blocks, gpufft, gr

tb = gr.top_block()
source = blocks.vector_source_f(range(15))
some = gpufft.keep_m_in_n(gr.sizeof_float, 2, 5, 0)
sink = blocks.vector_sink_f()
tb.connect(source, some, sink)
tb.run()

print(*sink.data())
