#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps the largest few of the DCT coefficients of a sound, and tells what is lost."""
import numpy as np
from gnuradio import blocks, gpufft, gr

SAMP_RATE = 48000
LENGTH = 1024
FRAMES = 500
KEPT = 32  # of LENGTH coefficients of a frame


class keep_largest(gr.sync_block):
    """Sets all but the KEPT largest coefficients of each frame to zero."""

    def __init__(self):
        super().__init__("keep_largest", [(np.float32, LENGTH)], [(np.float32, LENGTH)])

    def work(self, input_items, output_items):
        size = np.abs(input_items[0])
        least = np.partition(size, -KEPT, axis=1)[:, -KEPT, None]
        output_items[0][:] = np.where(size >= least, input_items[0], 0)
        return len(output_items[0])


# A chord that fades, with a little hiss.
t = np.arange(FRAMES * LENGTH) / SAMP_RATE
sound = sum(np.cos(2 * np.pi * hz * t) for hz in (261.63, 329.63, 392.0)) * np.exp(-t / 5)
sound += 0.001 * np.random.default_rng(1).standard_normal(len(t))

flowgraph = gr.top_block()
source = blocks.vector_source_f(sound.tolist(), False, LENGTH)
# An orthogonal matrix: what is lost of the coefficients is what is lost of the sound.
forward = gpufft.dct_vff(LENGTH, 2, False, "orthonormal", True)
largest = keep_largest()
inverse = gpufft.dct_vff(LENGTH, 2, True, "orthonormal", True)
sink = blocks.vector_sink_f(LENGTH)
flowgraph.connect(source, forward, largest, inverse, sink)
flowgraph.run()

got = np.array(sink.data())
error_db = 10 * np.log10(np.sum((got - sound) ** 2) / np.sum(sound**2))
print(f"{forward.device_name()}: {forward.plan_line()}")
print(f"{KEPT} of {LENGTH} coefficients kept, error {error_db:.1f} dB")
