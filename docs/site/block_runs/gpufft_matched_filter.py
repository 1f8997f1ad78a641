# SPDX-License-Identifier: GPL-3.0-or-later
"""A preamble in noise: where it is, and how sure that is."""
import numpy as np
import pmt
from gnuradio import blocks, gpufft, gr

rng = np.random.default_rng(1)
preamble = np.exp(1j * np.pi / 2 * rng.integers(4, size=255))
samples = 0.3 * (rng.normal(size=20000) + 1j * rng.normal(size=20000))
for at in (3000, 12345):
    samples[at:at + 255] += 1j * preamble

tb = gr.top_block()
source = blocks.vector_source_c(samples.tolist())
search = gpufft.matched_filter([preamble.tolist()], 0.7)
messages = blocks.message_debug()
tb.connect(source, search)
tb.msg_connect(search, "peaks", messages, "store")
tb.run()

for number in range(messages.num_messages()):
    peak = pmt.to_python(messages.get_message(number))
    phase = np.angle(peak["value"], deg=True)
    print(f"at {peak['offset']}, level {peak['level']:.2f}, phase {phase:.0f} degrees")
