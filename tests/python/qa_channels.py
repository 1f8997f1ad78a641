#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft.channelize, channelize_poly and synthesize beside their formulas in double."""

import os
import random
import unittest
import warnings

import numpy as np
import scipy.signal

import gpufft
from arrays import noise

TYPES = (np.float32, np.float64, np.complex64, np.complex128)
SEED = int(os.environ.get("GPUFFT_SEED", random.SystemRandom().randrange(10**6)))


def mixed_and_filtered(x, taps, channels, hop):
    """channelize() of the last axis as its documentation says, channel by channel."""
    x = np.asarray(x, np.complex128)
    outputs = x.shape[-1] // hop
    n = np.arange(x.shape[-1])
    y = np.empty((*x.shape[:-1], outputs, channels), np.complex128)
    for c in range(channels):
        mixed = x * np.exp(-2j * np.pi * ((n + hop + 1) * c % channels) / channels)
        y[..., c] = scipy.signal.lfilter(taps, 1, mixed)[..., hop - 1::hop][..., :outputs]
    return y


def upsampled_and_mixed(y, taps, channels, hop):
    """synthesize() of (..., outputs, channels) as its documentation says."""
    outputs = y.shape[-2]
    n = np.arange(outputs * hop)
    x = np.zeros((*y.shape[:-2], outputs * hop), np.complex128)
    for c in range(channels):
        sparse = np.zeros(x.shape, np.complex128)
        sparse[..., ::hop] = y[..., c]
        x += scipy.signal.lfilter(taps, 1, sparse) * np.exp(2j * np.pi * (n * c % channels) / channels)
    return x


class qa_channels(unittest.TestCase):
    def setUp(self):
        self.choose = random.Random(SEED)

    def expect_close(self, got, want, why, dtype=None):
        self.assertEqual(got.shape, want.shape, why)
        if dtype is not None:
            self.assertEqual(got.dtype, np.dtype(dtype), why)
        bound = 100 * np.finfo(got.dtype).eps * max(np.max(np.abs(want), initial=0), 1e-30)
        np.testing.assert_allclose(got, want, rtol=0, atol=bound, err_msg=f"{why}, seed {SEED}")

    def random_case(self, dtype):
        channels = self.choose.choice((1, 2, 3, 8, 16, 30))
        hop = self.choose.choice([channels, self.choose.randint(1, channels)])
        taps = noise(self.choose.choice((1, channels, 3 * channels, 3 * channels + 1, 77)),
                     self.choose.choice((np.float32, np.float64, np.complex64)))
        rank = self.choose.randint(1, 3)
        shape = [self.choose.randint(1, 4) for _ in range(rank)]
        axis = self.choose.randrange(-rank, rank)
        shape[axis] = self.choose.randint(1, 12) * channels + self.choose.randrange(channels)
        return noise(shape, dtype, self.choose.randrange(999)), axis, taps, channels, hop

    def test_channelize_random(self):
        for turn in range(24):
            dtype = TYPES[turn % 4]
            x, axis, taps, channels, hop = self.random_case(dtype)
            why = f"{x.shape} {axis} {x.dtype} {len(taps)} {taps.dtype} {channels} {hop}"
            with self.subTest(why):
                want = mixed_and_filtered(np.moveaxis(x, axis, -1), taps, channels, hop)
                got = gpufft.channelize(x, taps, channels, channels / hop, axis=axis)
                self.expect_close(got, np.moveaxis(want, -2, axis % x.ndim), why,
                                  np.result_type(dtype, np.complex64))

    def test_synthesize_random(self):
        for turn in range(16):
            x, axis, taps, channels, hop = self.random_case(TYPES[2 + turn % 2])
            y = np.repeat(x[..., None], channels, -1) * noise(channels, x.dtype, 5)
            why = f"{y.shape} {axis} {y.dtype} {len(taps)} {taps.dtype} {channels} {hop}"
            with self.subTest(why):
                want = upsampled_and_mixed(np.moveaxis(y, axis % x.ndim, -2), taps, channels, hop)
                got = gpufft.synthesize(y, taps, channels / hop, axis=axis)
                self.expect_close(got, np.moveaxis(want, -1, axis % x.ndim), why, y.dtype)

    def test_rebuilds(self):
        channels, hop, branch = 16, 8, 24
        half = branch * channels // 2
        # Power complementary in the middle between channels, with a smooth transition.
        size = 16 * branch * channels
        u = np.clip(np.abs(np.fft.fftfreq(size)) * channels, 0, 1)
        smooth = u**4 * (35 - 84 * u + 70 * u**2 - 20 * u**3)
        root = np.roll(np.fft.ifft(np.cos(np.pi / 2 * smooth)).real, half)[:2 * half + 1]
        x = noise(4000, np.complex128)
        y = gpufft.channelize(x, root, channels, channels / hop)
        z = gpufft.synthesize(y, root, channels / hop)
        delay = 2 * half - (hop - 1)
        gain = np.sum(root**2) * channels / hop
        error = z[delay:] / gain - x[:len(z) - delay]
        self.assertLess(10 * np.log10(np.mean(np.abs(error[500:])**2)), -80)

    def test_as_the_block_of_gnuradio(self):
        try:
            from gnuradio import blocks, filter, gr
        except ImportError:
            self.skipTest("GNU Radio is not installed")
        channels, hop = 12, 4
        x, taps = noise(1200), noise(50, np.float32)
        graph = gr.top_block()
        source = blocks.vector_source_c(x.tolist())
        split = blocks.stream_to_streams(8, channels)
        block = filter.pfb_channelizer_ccf(channels, taps.tolist(), channels / hop)
        sinks = [blocks.vector_sink_c() for _ in range(channels)]
        graph.connect(source, split)
        for i, sink in enumerate(sinks):
            graph.connect((split, i), (block, i))
            graph.connect((block, i), sink)
        graph.run()
        want = np.array([sink.data() for sink in sinks]).T
        got = gpufft.channelize(x, taps, channels, channels / hop)
        self.assertGreater(len(want), 250)
        np.testing.assert_allclose(got[:len(want)], want, atol=1e-4)

    def test_channelize_poly(self):
        for x, h, channels in ((noise(200), noise(24, np.float32), 8),
                               (noise(205, np.float64), noise(30, np.float64), 10),
                               (noise(64, np.float32), noise(12, np.complex64), 4),
                               (noise(64), noise(40 * 2, np.float64), 2)):
            outputs = len(x) // channels
            want = np.zeros((channels, outputs), np.complex128)
            for k in range(channels):
                for i in range(outputs):
                    for j in range(min(len(h), (i + 1) * channels)):
                        want[k, i] += h[j] * x[(i + 1) * channels - 1 - j] * np.exp(
                            2j * np.pi * (j * k % channels) / channels)
            got = gpufft.channelize_poly(x, h, channels)
            self.expect_close(got, want, f"{x.dtype} {h.dtype} {channels}",
                              np.result_type(x, h, np.complex64))

    def test_a_tone_is_in_its_channel(self):
        channels = 64
        taps = scipy.signal.firwin(12 * channels, 1 / channels, window=("kaiser", 8.0))
        x = np.exp(2j * np.pi * 5.0 / channels * np.arange(64 * channels))
        power = np.abs(gpufft.channelize(x, taps, channels)[-1])**2
        self.assertAlmostEqual(power[5], 1, 3)
        self.assertLess(np.max(np.delete(power, 5)), 1e-7)

    def test_none(self):
        self.assertEqual(gpufft.channelize(noise((3, 5)), [1.0], 8).shape, (3, 0, 8))
        self.assertEqual(gpufft.channelize(noise((0, 50)), [1.0], 8).shape, (0, 6, 8))
        self.assertEqual(gpufft.synthesize(np.zeros((3, 0, 8)), [1.0]).shape, (3, 0))

    def test_refuses(self):
        x = noise(100)
        for words, refused in (
                ("channels must be 1 .. 65536", lambda: gpufft.channelize(x, [1], 0)),
                ("channels must be 1 .. 65536", lambda: gpufft.channelize(x, [1], 65537)),
                ("must be 8 / i for an i", lambda: gpufft.channelize(x, [1], 8, 3)),
                ("must be 8 / i for an i", lambda: gpufft.channelize(x, [1], 8, 0.5)),
                ("must be 8 / i for an i", lambda: gpufft.channelize(x, [1], 8, 0)),
                ("must be 8 / i for an i", lambda: gpufft.channelize(x, [1], 8, np.nan)),
                ("non-zero length", lambda: gpufft.channelize(x, [], 8)),
                ("number 0 is not", lambda: gpufft.channelize(x, [np.inf], 8)),
                ("out of bounds", lambda: gpufft.channelize(x, [1], 8, axis=1)),
                ("add 3 zeros", lambda: gpufft.channelize_poly(x, np.ones(13), 8)),
                ("x must be 1-D", lambda: gpufft.channelize_poly(noise((2, 9)), [1], 1)),
                ("an axis of outputs and", lambda: gpufft.synthesize(x, [1]))):
            with self.assertRaisesRegex(ValueError, words):
                refused()

    def test_arrays_of_pyopencl(self):
        try:
            import pyopencl
            import pyopencl.array
        except ImportError:
            self.skipTest("pyopencl is not installed")
        warnings.simplefilter("ignore")  # PyOpenCL's, of its compiler's output
        devices = [d for p in pyopencl.get_platforms() for d in p.get_devices()]
        queue = pyopencl.CommandQueue(pyopencl.Context(devices[:1]))
        for dtype, shape, axis, hop in ((np.complex64, (3, 500), -1, 8), (np.float32, (500,), 0, 8),
                                        (np.complex128, (200, 3), 0, 8),
                                        (np.complex64, (500,), 0, 8), (np.complex64, (500,), 0, 3),
                                        (np.complex64, (3, 500), -1, 3)):
            x, taps = noise(shape, dtype), noise(50, np.float64)
            given = pyopencl.array.to_device(queue, x)
            got = gpufft.channelize(given, taps, 8, 8 / hop, axis=axis)
            self.assertIsInstance(got, pyopencl.array.Array)
            want = mixed_and_filtered(np.moveaxis(x, axis, -1), taps, 8, hop)
            self.expect_close(got.get(), np.moveaxis(want, -2, axis % x.ndim), f"{dtype} {shape}")
        x, h = noise(300), noise(24, np.float32)
        got = gpufft.channelize_poly(pyopencl.array.to_device(queue, x), h, 8)
        self.expect_close(got.get(), gpufft.channelize_poly(x, h, 8), "poly")
        with self.assertRaisesRegex(TypeError, "arrays of PyOpenCL are not taken"):
            gpufft.synthesize(pyopencl.array.to_device(queue, noise((5, 8))), [1])

    def test_tensors_of_pytorch(self):
        try:
            import torch
        except ImportError:
            self.skipTest("PyTorch is not installed")
        x, taps = noise(300, np.complex128), noise(20, np.float64)
        self.expect_close(gpufft.channelize(torch.from_numpy(x), taps, 8).numpy(),
                          gpufft.channelize(x, taps, 8), "one signal")
        x = noise((2, 300), np.complex128)
        for rate in (1, 2):
            y = gpufft.channelize(x, taps, 8, rate)
            self.expect_close(gpufft.channelize(torch.from_numpy(x), taps, 8, rate).numpy(), y,
                              "channelize")
            self.expect_close(gpufft.synthesize(torch.from_numpy(y), taps, rate).numpy(),
                              gpufft.synthesize(y, taps, rate), "synthesize")


if __name__ == "__main__":
    print(f"seed {SEED}")
    unittest.main()
