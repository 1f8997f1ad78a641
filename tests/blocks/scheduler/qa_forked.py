#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Blocks and functions in a process that was forked from one with blocks: all refuse."""

import os
import select
import signal
import unittest

import numpy as np
import scipy.fft
from flowgraphs import noise
from gnuradio import blocks, gpufft, gr

LENGTH = 16
LONGEST_S = 300
REFUSAL = "this process was forked from one that had used a device, and drivers do not"


def result_in_child(function):
    """What function() gives, or throws, as text, in a process forked from this one."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            text = str(function())
        except BaseException as error:
            text = f"{type(error).__name__}: {error}"
        os.write(writer, text.encode())
        os._exit(0)
    os.close(writer)
    ready, _, _ = select.select([reader], [], [], LONGEST_S)
    if not ready:
        os.kill(child, signal.SIGKILL)
    with os.fdopen(reader) as answer:
        text = answer.read() if ready else "it hangs"
    os.waitpid(child, 0)
    return text


def started(block):
    """What comes of starting it."""
    flowgraph = gr.top_block()
    source = blocks.vector_source_c(noise(LENGTH), vlen=LENGTH)
    flowgraph.connect(source, block, blocks.vector_sink_c(LENGTH))
    flowgraph.run()
    return "it ran"


def counted(block):
    flowgraph = gr.top_block()
    flowgraph.connect(blocks.null_source(gr.sizeof_gr_complex), block,
                      blocks.head(gr.sizeof_float * LENGTH, 1),
                      blocks.null_sink(gr.sizeof_float * LENGTH))
    flowgraph.run()
    return "it ran"


class qa_forked(unittest.TestCase):
    """In this order: a parent that has used no device may fork."""

    def test_1_before_any_device(self):
        made = result_in_child(lambda: gpufft.fft_vcc(LENGTH, True, []).name())
        self.assertEqual(made, "fft_vcc")

    def test_2_after_a_block(self):
        block = gpufft.fft_vcc(LENGTH, True, [])
        spectrum = gpufft.spectrum_c(LENGTH, LENGTH, [], 1.0)
        tuner = gpufft.tuner(effort="estimate")
        self.assertTrue(tuner)
        self.assertEqual(started(block), "it ran")
        for why, function in {
            "a block": lambda: gpufft.fft_vcc(LENGTH, True, []),
            "a spectrum": lambda: gpufft.spectrum_c(LENGTH, LENGTH, [], 1.0),
            "a tuner": gpufft.tuner,
            "a block of the parent's": lambda: started(block),
            "a spectrum of the parent's": lambda: counted(spectrum),
            "a function": lambda: gpufft.fft(np.ones(LENGTH, np.complex64)),
            "the devices": gpufft.devices,
        }.items():
            self.assertIn(REFUSAL, result_in_child(function), why)

    def test_3_scipy_computes_itself(self):
        x = np.ones(LENGTH, np.complex64)

        def transform():
            with scipy.fft.set_backend(gpufft.scipy_backend):
                return scipy.fft.fft(x)[0].real

        self.assertEqual(result_in_child(transform), str(np.float32(LENGTH)))

    def test_4_the_parent_goes_on(self):
        self.assertEqual(started(gpufft.fft_vcc(LENGTH, True, [])), "it ran")


if __name__ == "__main__":
    unittest.main()
