# SPDX-License-Identifier: GPL-3.0-or-later
"""A search for a faster plan, beside a flowgraph that goes on."""
import time

from gnuradio import blocks, gpufft, gr

tb = gr.top_block()
tuner = gpufft.tuner(effort="measure", transforms=["512"], budget_s=1)
fft = gpufft.fft_vcc(512, True, [], False)
tb.connect(blocks.null_source(gr.sizeof_gr_complex * 512), fft,
           blocks.null_sink(gr.sizeof_gr_complex * 512))
tb.connect(tuner)
tb.start()
time.sleep(1.5)
tb.stop()
tb.wait()

print(fft.plan_line().split(":")[0])
