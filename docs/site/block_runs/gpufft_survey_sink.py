# SPDX-License-Identifier: GPL-3.0-or-later
"""Averages of a stream in a survey, and read again."""
import os
import tempfile

import numpy as np
from gnuradio import blocks, gpufft, gr

length = 256
tone = 0.5 * np.exp(2j * np.pi * 0.25 * np.arange(length * 1000))
folder = os.path.join(tempfile.mkdtemp(), "survey.zarr")

tb = gr.top_block()
source = blocks.vector_source_c(tone.tolist())
spectrum = gpufft.spectrum_c(length, length, "blackmanharris", 1e6, frames=100)
record = gpufft.survey_sink(folder, length, 1e6, freq=100e6, frames=100)
tb.connect(source, spectrum, record)
tb.run()

for path, _, files in sorted(os.walk(folder)):
    if ".zarray" in files or "zarr.json" in files:
        print(os.path.relpath(path, folder))
