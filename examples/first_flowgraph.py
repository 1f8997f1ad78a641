#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds a tone in noise: gnuradio.fft's first flowgraph, with gpufft in fft's place."""
import numpy as np
from gnuradio import analog, blocks, gpufft, gr
from gnuradio.fft import window

SAMP_RATE = 1e6
LENGTH = 4096
SPECTRA = 100

flowgraph = gr.top_block()
tone = analog.sig_source_c(SAMP_RATE, analog.GR_COS_WAVE, 123e3, 0.1)
noise = analog.noise_source_c(analog.GR_GAUSSIAN, 0.1)
add = blocks.add_cc()
head = blocks.head(gr.sizeof_gr_complex, SPECTRA * LENGTH)
frames = blocks.stream_to_vector(gr.sizeof_gr_complex, LENGTH)
# As fft.fft_vcc(LENGTH, True, window, True), with one argument more: device="auto".
spectrum = gpufft.fft_vcc(LENGTH, True, window.blackmanharris(LENGTH), True)
sink = blocks.vector_sink_c(LENGTH)

flowgraph.connect(tone, (add, 0))
flowgraph.connect(noise, (add, 1))
flowgraph.connect(add, head, frames, spectrum, sink)
flowgraph.run()

power = np.mean(np.abs(np.reshape(sink.data(), (-1, LENGTH))) ** 2, axis=0)
peak_hz = (np.argmax(power) - LENGTH // 2) * SAMP_RATE / LENGTH
print(f"{spectrum.device_name()}: {spectrum.plan_line()}")
print(f"{len(sink.data()) // LENGTH} spectra, peak at {peak_hz / 1e3:.1f} kHz")
