#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds the direction of waves under noise in a film, with a 2D FFT of every picture."""
import numpy as np
from gnuradio import blocks, gpufft, gr

ROWS, COLUMNS = 120, 160
PICTURES = 50
CYCLES_DOWN, CYCLES_ACROSS = 7, -12  # of the waves, in a picture

rng = np.random.default_rng(1)
down, across = np.arange(ROWS)[:, None] / ROWS, np.arange(COLUMNS) / COLUMNS
waves = np.exp(2j * np.pi * (CYCLES_DOWN * down + CYCLES_ACROSS * across))
noise = rng.standard_normal((PICTURES, ROWS, COLUMNS, 2)) @ (1, 1j)
film = 0.1 * waves + noise  # 23 dB below the noise

flowgraph = gr.top_block()
source = blocks.vector_source_c(film.ravel().tolist(), False, ROWS * COLUMNS)
# shift: no cycles at all, [0, 0], is in the middle of the spectrum
spectrum = gpufft.fftn_vcc([ROWS, COLUMNS], shift=True)
power = blocks.complex_to_mag_squared(ROWS * COLUMNS)
sink = blocks.vector_sink_f(ROWS * COLUMNS)
flowgraph.connect(source, spectrum, power, sink)
flowgraph.run()

mean = np.mean(np.reshape(sink.data(), (PICTURES, ROWS, COLUMNS)), axis=0)
row, column = np.unravel_index(np.argmax(mean), mean.shape)
print(f"{spectrum.device_name()}: {spectrum.plan_line()}")
print(
    f"{PICTURES} pictures, waves of {row - ROWS // 2} cycles down and "
    f"{column - COLUMNS // 2} across"
)
