# SPDX-License-Identifier: GPL-3.0-or-later
"""What a display that shows 100.15 to 100.25 MHz asks for: a narrower band at a lower rate."""
import numpy as np
import pmt
from gnuradio import blocks, gpufft, gr

rate = 1e6
tone = np.exp(2j * np.pi * 0.21 * np.arange(400000))
shown = pmt.make_dict()
for name, value in (("low", pmt.from_double(100.15e6)), ("high", pmt.from_double(100.25e6)),
                    ("columns", pmt.from_uint64(1000)), ("bins", pmt.from_uint64(1024))):
    shown = pmt.dict_add(shown, pmt.intern(name), value)

tb = gr.top_block()
source = blocks.vector_source_c(tone.tolist())
zoom = gpufft.zoom_c(rate, 100e6)
zoom.to_basic_block()._post(pmt.intern("zoom"), shown)  # a display does so by itself
sink = blocks.vector_sink_c()
tb.connect(source, zoom, sink)
tb.run()

print(f"{zoom.decimation()} times narrower, around {zoom.center_freq() / 1e6:.2f} MHz")
