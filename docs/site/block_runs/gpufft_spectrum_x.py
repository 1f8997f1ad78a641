# SPDX-License-Identifier: GPL-3.0-or-later
"""A tone of half of full scale in noise: its level, and that of the noise in 1 Hz."""
import numpy as np
from gnuradio import blocks, gpufft, gr

rate, length = 1e6, 1024
rng = np.random.default_rng(1)
n = np.arange(200 * length)
noise = rng.normal(scale=np.sqrt(1e-4 / 2), size=(2, len(n)))
samples = 0.5 * np.exp(2j * np.pi * 0.125 * n) + noise[0] + 1j * noise[1]

tb = gr.top_block()
source = blocks.vector_source_c(samples.tolist())
spectrum = gpufft.spectrum_c(length, length, "hann", rate, frames=100, output="dbfs")
density = gpufft.spectrum_c(length, length, "hann", rate, frames=100)
levels, per_hz = blocks.vector_sink_f(length), blocks.vector_sink_f(length)
tb.connect(source, spectrum, levels)
tb.connect(source, density, per_hz)
tb.run()

first = np.array(levels.data()[:length])
peak = np.argmax(first)
print(f"{len(levels.data()) // length} averages of 100 spectra")
print(f"peak at {(peak - length // 2) * rate / length / 1e3:.0f} kHz, {first[peak]:.1f} dBFS")
print(f"noise {np.median(per_hz.data()):.0f} dBFS/Hz, made with {10 * np.log10(1e-4 / rate):.0f}")
