#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Values that setters refuse raise before a flowgraph starts; once it has, the log has them
and what was set stays, for an exception in a widget's callback would end the program."""

import contextlib
import os
import tempfile

import numpy as np
from gnuradio import blocks, gpufft, gr, gr_unittest
from gnuradio.gpufft import logpwrfft

LENGTH = 48

# setter, refused value, what is said of it
SPECTRUM = [
    ("average", "median", 'average "median" is not one of mean, exponential, max, min'),
    ("average", 1, "set_average takes a word, got 1"),
    ("frames", 0, "frames must be at least 1; 0 is for max and min, got 0"),
    ("frames", 2.5, "set_frames takes a whole number of 32 bits, got 2.5"),
    ("frames", 2**40, "set_frames takes a whole number of 32 bits, got 1099511627776"),
    ("hop", 0, "hop must be 1 .. 1073741824"),
    ("samp_rate", 0.0, "samp_rate must be above 0 Hz, got 0"),
    ("samp_rate", "fast", "set_samp_rate takes a number, got 'fast'"),
    ("freq", np.nan, "freq must be finite, got nan"),
    ("seconds", -1.0, "seconds must be 0 (no averaging) or more, got -1"),
    ("rate", -1.0, "rate must be 0"),
    ("output", "dBm", 'output "dBm" is not one of'),
    ("bins", 24, "bins is 48 as long as the block lives"),
    ("bin_reduction", "sum", 'bin_reduction "sum" is not one of max, mean'),
    ("max_latency_ms", -1.0, "max_latency_ms must be 0"),
    ("window", [1.0], "window has 1 taps and length is 48"),
    ("window", "no such", "window 'no such' is none that SciPy makes"),
    ("window", 5, "window must be a name"),
]
PERSISTENCE = [
    ("hop", 0, "hop must be 1"),
    ("highest_db", -500.0, "highest_db must be above lowest_db"),
    ("decay_seconds", -1.0, "decay_seconds must be 0"),
    ("output", "power", 'output "power" is not one of dbfs'),
    ("window", 5, "window must be a name"),
]
LOGPWRFFT = [
    ("sample_rate", 0, "sample_rate must be above 0 Hz, got 0"),
    ("sample_rate", "1e3", "sample_rate takes a number, got '1e3'"),
    ("sample_rate", 1e30, "sample_rate 1e+30 and frame_rate 1000 would have one frame in"),
    ("sample_rate", 10**400, "sample_rate must be above 0 Hz, got 1000"),
    ("vec_rate", 0, "frame_rate must be above 0, got 0"),
    ("vec_rate", "x", "frame_rate takes a number, got 'x'"),
    ("vec_rate", np.nan, "frame_rate must be above 0, got nan"),
    ("vec_rate", 1e-30, "one in 16777216 is the least"),
    ("decimation", np.nan, "decimation nan would have one frame in nan computed"),
    ("decimation", np.inf, "decimation inf would have one frame in inf computed"),
    ("decimation", 2**24 + 1, "decimation 1.67772e+07 would have"),
    ("decimation", None, "set_decimation takes a number, got None"),
    ("avg_alpha", 1.5, "avg_alpha must be from 0 to 1, got 1.5"),
    ("avg_alpha", np.nan, "avg_alpha must be from 0 to 1, got nan"),
    ("avg_alpha", None, "avg_alpha takes a number, got None"),
    ("average", np.zeros(2), "The truth value of an array"),
]  # fmt: skip


class source(gr.sync_block):
    """Gives nothing; ends the stream when told to."""

    def __init__(self, dtype=np.complex64, vector=1):
        super().__init__("source", None, [(dtype, vector) if vector > 1 else dtype])
        self.ends = False

    def work(self, _, output_items):
        if self.ends:
            return -1
        output_items[0][:1] = 0
        return 1


@contextlib.contextmanager
def running(block, out_bytes, vector=1):
    graph, idle = gr.top_block(), source(vector=vector)
    graph.connect(idle, block, blocks.null_sink(out_bytes))
    graph.start()
    try:
        yield
    finally:
        idle.ends = True
        graph.wait()


@contextlib.contextmanager
def logged(lines):
    """What GNU Radio's log says meanwhile, which C++ writes to stdout."""
    saved = os.dup(1)
    with tempfile.TemporaryFile("w+") as file:
        os.dup2(file.fileno(), 1)
        try:
            yield
        finally:
            gr.logging()  # its sinks write at once
            os.dup2(saved, 1)
            os.close(saved)
            file.seek(0)
            lines.extend(file.read().splitlines())


def stands(block, name):
    value = getattr(block, name)()
    return list(value) if name == "window" else value


def settings_of(block):
    """What a logpwrfft_c says of itself, and what it has told the block in it."""
    names = ("sample_rate", "decimation", "frame_rate", "average", "avg_alpha")
    inner = block._spectrum
    own = [getattr(block, name)() for name in names]
    return [*own, block._vec_rate, inner.hop(), inner.samp_rate()]


class refuses_hops:
    """A spectrum block, once the flowgraph has started, whose device has no more memory."""

    def __init__(self, of):
        self._of = of

    def __getattr__(self, name):
        return getattr(self._of, name)

    def set_hop(self, samples):
        pass


class qa_live_setters(gr_unittest.TestCase):
    def check(self, make, refused, out_bytes):
        block = make()
        for name, value, said in refused:
            with self.assertRaises((ValueError, TypeError)) as raised:
                getattr(block, f"set_{name}")(value)
            self.assertIn(said, str(raised.exception))
        with running(block, out_bytes):
            self.refuse_live(block, refused)
        self.refuse_live(block, refused[:1])  # its window may still be open

    def refuse_live(self, block, refused):
        for name, value, said in refused:
            before = stands(block, name)
            lines = []
            with logged(lines):
                getattr(block, f"set_{name}")(value)
            text = "\n".join(lines)
            self.assertIn(said, text)
            self.assertIn("; nothing has changed", text)
            np.testing.assert_equal(stands(block, name), before)

    def test_of_a_spectrum(self):
        self.check(
            lambda: gpufft.spectrum_c(LENGTH, LENGTH, "hann", 1e4), SPECTRUM, 4 * LENGTH
        )

    def test_of_a_histogram(self):
        self.check(
            lambda: gpufft.persistence_c(LENGTH, LENGTH, "hann", 1e4, levels=8),
            PERSISTENCE,
            32 * LENGTH,
        )

    def test_the_steps_of_a_widget(self):
        block = gpufft.spectrum_c(LENGTH, LENGTH, "hann", 1e4)
        lines = []
        with running(block, 4 * LENGTH), logged(lines):
            block.set_average("max")
            block.set_frames(0)
            block.set_average("exponential")  # of no frames: refused
            self.assertEqual((block.average(), block.frames()), ("max", 0))
            block.set_frames(4.0)  # of a slider, whose numbers are floats
            block.set_average("exponential")
            block.skip(-1)
            block.skip(1)
            self.assertEqual((block.average(), block.frames()), ("exponential", 4))
        said = "\n".join(lines)
        self.assertEqual(said.count("nothing has changed"), 2, said)
        self.assertIn("frames must be at least 1; 0 is for max and min, got 0", said)
        self.assertIn("samples to skip must be 0 or more, got -1", said)

    def test_of_a_transform(self):
        block = gpufft.fft_vcc(8, True, [])
        with self.assertRaises(ValueError):
            block.set_nthreads(-1)
        with self.assertRaises(TypeError):
            block.set_window(5)
        lines = []
        with running(block, 64, vector=8), logged(lines):
            block.set_nthreads(-1)
            self.assertFalse(block.set_window(5))
            self.assertTrue(block.set_window([1.0] * 8))
            self.assertFalse(block.set_window([1.0] * 9))
        said = "\n".join(lines)
        self.assertIn("nthreads must be at least 1", said)
        self.assertIn("set_window takes a sequence of numbers, got 5", said)
        self.assertIn("set_window: 9 taps; give one a point, or none for no window", said)

    def test_of_a_tuner(self):
        block = gpufft.tuner(enabled=False)
        with self.assertRaises(TypeError):
            block.set_enabled("yes")
        graph, lines = gr.top_block(), []
        # A block that nothing is connected to is not started.
        graph.msg_connect(block, "results", blocks.message_debug(False), "store")
        graph.start()
        with logged(lines):
            block.set_enabled("yes")
        block.stop_tuning()
        graph.stop()
        graph.wait()
        self.assertFalse(block.enabled())
        self.assertIn("set_enabled takes True or False, got 'yes'", "\n".join(lines))

    def test_of_logpwrfft(self):
        block = logpwrfft.logpwrfft_c(64e3, 64, 2, 1000, 0.5, True)
        before = settings_of(block)
        for name, value, said in LOGPWRFFT:
            with self.assertRaises((ValueError, TypeError)) as raised:
                getattr(block, f"set_{name}")(value)
            self.assertIn(said, str(raised.exception))
            self.assertEqual(settings_of(block), before, (name, value))
        with running(block, 256):
            for name, value, said in LOGPWRFFT:
                lines = []
                with logged(lines):
                    getattr(block, f"set_{name}")(value)
                text = "\n".join(lines)
                self.assertIn(said, text)
                self.assertIn("; nothing has changed", text)
                self.assertEqual(settings_of(block), before, (name, value))
            block.set_vec_rate(500)
            self.assertEqual((block.decimation(), block.frame_rate()), (2, 500))

    def test_a_hop_that_the_device_cannot_leaves_logpwrfft(self):
        block = logpwrfft.logpwrfft_c(64e3, 64, 2, 1000, 0.5, True)
        before = settings_of(block)
        block._spectrum = refuses_hops(block._spectrum)
        for name, value in (("sample_rate", 128e3), ("vec_rate", 500), ("decimation", 2)):
            getattr(block, f"set_{name}")(value)
            self.assertEqual(settings_of(block), before, (name, value))
        block.set_vec_rate(900)  # of the same hop
        block.set_sample_rate(57.6e3)
        self.assertEqual(block.frame_rate(), 900)


if __name__ == "__main__":
    gr_unittest.run(qa_live_setters)
