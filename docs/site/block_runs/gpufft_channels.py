# SPDX-License-Identifier: GPL-3.0-or-later
"""Two receivers of different widths out of one band around 100 MHz."""
import numpy as np
from gnuradio import blocks, gpufft, gr

rate = 1e6
n = np.arange(200000)
band = np.exp(2j * np.pi * 0.201 * n) + 0.1 * np.exp(-2j * np.pi * 0.3 * n)

tb = gr.top_block()
source = blocks.vector_source_c(band.tolist())
receivers = gpufft.channels(rate, 100e6, num_streams=2, rates=[10e3, 50e3])
receivers.add_channel("one", 100.2e6, 10e3, stream=0)
receivers.add_channel("two", 99.7e6, 50e3, stream=1)
sinks = blocks.vector_sink_c(), blocks.vector_sink_c()
tb.connect(source, receivers)
for stream, sink in enumerate(sinks):
    tb.connect((receivers, stream), sink)
tb.run()

for name, to, sink in zip(("one", "two"), (10e3, 50e3), sinks):
    out = np.array(sink.data())
    out = out[len(out) // 4:len(out) * 3 // 4]
    turn = np.angle(np.mean(out[1:] * np.conj(out[:-1]))) / 2 / np.pi * to
    print(f"{name}: a tone at {round(turn) + 0} Hz, amplitude {np.abs(out).mean():.2f}")
