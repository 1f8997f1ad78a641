# SPDX-License-Identifier: GPL-3.0-or-later
"""A wave in a picture of 32 by 64 points."""
import numpy as np
from gnuradio import blocks, gpufft, gr

shape = (32, 64)
y, x = np.indices(shape)
picture = np.exp(2j * np.pi * (3 * y / shape[0] + 5 * x / shape[1]))

tb = gr.top_block()
source = blocks.vector_source_c(picture.ravel().tolist(), False, picture.size)
fft = gpufft.fftn_vcc(shape)
sink = blocks.vector_sink_c(picture.size)
tb.connect(source, fft, sink)
tb.run()

spectrum = np.abs(sink.data()).reshape(shape)
at = np.unravel_index(np.argmax(spectrum), shape)
print(f"{at[0]} waves down, {at[1]} across, {spectrum[at] / picture.size:.3f} of the power's root")
