# SPDX-License-Identifier: GPL-3.0-or-later
"""A formula of two streams and a number, which is changed."""
from gnuradio import blocks, gpufft, gr

tb = gr.top_block()
product = gpufft.expression("x0 * conj(x1) * scale", "cc", "c", 1, {"scale": 0.5})
for port, samples in enumerate(([1, 2, 3j], [2, 1j, 1j])):
    tb.connect(blocks.vector_source_c(samples), (product, port))
sink = blocks.vector_sink_c()
tb.connect(product, sink)
tb.run()

print(*(complex(value) for value in sink.data()))
