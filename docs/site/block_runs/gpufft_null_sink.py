# SPDX-License-Identifier: GPL-3.0-or-later
"""What arrives is counted, and not fetched from the device."""
import numpy as np
from gnuradio import gpufft, gr

tb = gr.top_block()
source = gpufft.vector_source_c(np.ones(64 * 100).tolist(), False, 64)
fft = gpufft.fft_vcc(64, True, [], False)
sink = gpufft.null_sink(gr.sizeof_gr_complex * 64)
tb.connect(source, fft, sink)
tb.run()

print(sink.nitems_read(0), "vectors")
