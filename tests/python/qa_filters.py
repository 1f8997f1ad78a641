#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft.filter, lfilter, upfirdn and resample_poly beside scipy.signal's in double."""

import contextlib
import os
import random
import tracemalloc
import unittest
import unittest.mock
import warnings

import numpy as np
import scipy.signal

import gpufft
from arrays import noise
from gpufft import signal
from gpufft.signal._extension import MODES

TYPES = (np.float32, np.float64, np.complex64, np.complex128)
SEED = int(os.environ.get("GPUFFT_SEED", random.SystemRandom().randrange(10**6)))


def exact(x):
    """x in double precision."""
    return x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)


@contextlib.contextmanager
def bounded_memory(test, most):
    """Fails where NumPy and Python have more than so many bytes at once."""
    tracemalloc.start()
    try:
        yield
        test.assertLess(tracemalloc.get_traced_memory()[1], most)
    finally:
        tracemalloc.stop()


class FilterTest(unittest.TestCase):
    def setUp(self):
        self.choose = random.Random(SEED)

    def expect_close(self, got, want, why, dtype=None, rounded=np.float64):
        """got: of the precision of `dtype`, want: in double; in between, numbers were of the
        precision of `rounded`."""
        got = np.asarray(got)
        self.assertEqual(got.shape, want.shape, why)
        if dtype is not None:
            self.assertEqual(got.dtype, np.dtype(dtype), why)
        eps = max(np.finfo(got.dtype).eps, np.finfo(rounded).eps)
        bound = 100 * eps * max(np.max(np.abs(want), initial=0), 1e-30)
        np.testing.assert_allclose(got, want, rtol=0, atol=bound, err_msg=f"{why}, seed {SEED}")

    def random_signal(self, dtype, most=400):
        """(x, axis): up to three axes."""
        rank = self.choose.randint(1, 3)
        shape = [self.choose.randint(1, 4) for _ in range(rank)]
        axis = self.choose.randrange(-rank, rank)
        shape[axis] = self.choose.randint(1, most)
        return noise(shape, dtype, self.choose.randrange(1000)), axis


class qa_filter(FilterTest):
    def test_random(self):
        for turn in range(24):
            dtype = TYPES[turn % 4]
            x, axis = self.random_signal(dtype)
            taps = noise(self.choose.choice((1, 2, 31, 64, 300)), self.choose.choice(TYPES))
            every = self.choose.choice((1, 1, 2, 5, 17))
            why = f"{x.shape} {axis} {x.dtype} {len(taps)} {taps.dtype} {every}"
            with self.subTest(why):
                want = scipy.signal.lfilter(exact(taps), 1, exact(x), axis)
                want = np.moveaxis(np.moveaxis(want, axis, -1)[..., ::every], -1, axis)
                is_complex = "c" in (x.dtype.kind, taps.dtype.kind)
                kind = np.result_type(x.dtype, np.complex64) if is_complex else x.dtype
                self.expect_close(gpufft.filter(x, taps, every, axis=axis), want, why, kind)

    def test_many_signals_in_one_call(self):
        x, taps = noise((30, 5000), np.complex128), noise(63, np.float64)
        self.expect_close(gpufft.filter(x, taps, 4),
                          scipy.signal.lfilter(taps, 1, x)[:, ::4], "rows")

    def test_types(self):
        taps = noise(9, np.float64)
        for x in (np.arange(50), [1.0, 2, 3] * 9, noise(50, np.float64).astype(np.float16)):
            given = np.asarray(x)
            want = scipy.signal.lfilter(taps, 1, given.astype(np.float64))
            self.expect_close(gpufft.filter(x, taps), want, given.dtype,
                              np.float32 if given.dtype == np.float16 else np.float64)
        self.assertEqual(gpufft.filter(np.zeros((3, 0)), taps).shape, (3, 0))

    def test_one_output_of_a_huge_decimation(self):
        x, taps = noise(300, np.float64), noise(31, np.float64)
        with bounded_memory(self, 1 << 20):
            got = gpufft.filter(x, taps, 10**9)
        self.expect_close(got, taps[:1] * x[:1], "one output", np.float64)

    def test_refuses(self):
        x = noise(20)
        for error, words, arguments in (
                (ValueError, "1-D with non-zero length", (x, [])),
                (ValueError, "1-D with non-zero length", (x, np.ones((2, 2)))),
                (ValueError, "number 1 is not", (x, [1, np.nan])),
                (TypeError, "must be numbers", (x, ["a"])),
                (ValueError, "decimation must be at least 1, got 0", (x, [1], 0)),
                (TypeError, "integer", (x, [1], 1.5)),
                (TypeError, "double precision at most", (x.astype(np.clongdouble), [1]))):
            with self.assertRaisesRegex(error, words):
                gpufft.filter(*arguments)
        with self.assertRaisesRegex(ValueError, "axis 1 is out of bounds"):
            gpufft.filter(x, [1], axis=1)


class qa_lfilter(FilterTest):
    def test_random(self):
        for turn in range(16):
            x, axis = self.random_signal(TYPES[turn % 4])
            b = noise(self.choose.choice((1, 2, 31, 500)), self.choose.choice(TYPES))
            a = self.choose.choice(([2.0], 1, [np.float32(0.5)]))
            why = f"{x.shape} {axis} {x.dtype} {len(b)} {b.dtype} {a}"
            with self.subTest(why):
                given = [exact(each) for each in (b, x)]
                want = scipy.signal.lfilter(given[0], a, given[1], axis)
                kind = np.result_type(b, np.atleast_1d(a), x)
                self.expect_close(signal.lfilter(b, a, x, axis), want, why, kind)

    def test_state(self):
        for shape, axis, taps in (((300,), 0, 9), ((3, 200), -1, 40), ((90, 2), 0, 300)):
            x, b = noise(shape, np.float64), noise(taps, np.float64, 2)
            part, points = list(shape), shape[axis]
            part[axis] = taps - 1
            state = noise(part, np.float64, 3)
            for zi in (state, np.zeros_like(state)):
                want = scipy.signal.lfilter(b, [2.0], x, axis, zi)
                got = signal.lfilter(b, [2.0], x, axis, zi)
                for mine, theirs in zip(got, want):
                    self.expect_close(mine, theirs, f"{shape} {taps}", np.float64)
            # In two parts as in one.
            half = points // 2
            first, second = np.split(x, [half], axis)
            y, zf = signal.lfilter(b, 1, first, axis, state)
            z, _ = signal.lfilter(b, 1, second, axis, zf)
            want, _ = scipy.signal.lfilter(b, 1, x, axis, state)
            self.expect_close(np.concatenate([y, z], axis), want, "two parts")

    def test_state_that_broadcasts(self):
        x, b = noise((3, 50), np.float64), noise(5, np.float64)
        zi = noise((1, 4), np.float64)
        for mine, theirs in zip(signal.lfilter(b, 1, x, -1, zi),
                                scipy.signal.lfilter(b, 1, x, -1, zi)):
            self.expect_close(mine, theirs, "broadcast")

    def test_refuses(self):
        x = noise(20, np.float64)
        for error, words, arguments in (
                (NotImplementedError, "a has 2 coefficients, and recursive", ([1], [1, 2], x)),
                (ValueError, "at least 1-D", ([1], 1, np.float64(3))),
                (ValueError, "Unexpected shape for zi", ([1, 2], 1, x, -1, [1, 2])),
                (ValueError, "too small depth", ([1, 2], 1, x, -1, [[1]])),
                (NotImplementedError, "input type 'int64'", ([1, 2], 1, np.arange(9)))):
            with self.assertRaisesRegex(error, words):
                signal.lfilter(*arguments)


class qa_upfirdn(FilterTest):
    def test_random(self):
        for turn in range(32):
            x, axis = self.random_signal(TYPES[turn % 4], 200)
            h = noise(self.choose.choice((1, 2, 7, 60)), self.choose.choice(TYPES))
            up, down = self.choose.choice((
                (1, 1), (1, 3), (2, 1), (3, 2), (4, 6), (2, 4), (7, 5), (1, 50)))
            mode = self.choose.choice(MODES) if x.shape[axis] > 1 else "constant"
            cval = self.choose.choice((0, 2.5)) if mode == "constant" else 0
            why = f"{x.shape} {axis} {x.dtype} {len(h)} {h.dtype} {up}/{down} {mode} {cval}"
            with self.subTest(why):
                want = scipy.signal.upfirdn(exact(h), exact(x), up, down, axis, mode, cval)
                got = signal.upfirdn(h, x, up, down, axis, mode, cval)
                self.expect_close(got, want, why, np.result_type(h, x, np.float32))

    def test_every_mode_far_beyond_the_ends(self):
        for mode in MODES:
            for points in (1, 2, 3, 8):
                x, h = noise((2, points), np.float64), noise(40, np.float64)
                if points == 1 and mode in ("line", "smooth", "antireflect", "reflect"):
                    continue  # SciPy reads beyond them
                for up, down in ((1, 1), (3, 2)):
                    self.expect_close(
                        signal.upfirdn(h, x, up, down, mode=mode),
                        scipy.signal.upfirdn(h, x, up, down, mode=mode),
                        f"{mode} of {points}, {up}/{down}")

    def test_long_phases(self):
        x, h = noise((2, 3000), np.float64), noise(3 * 600, np.float64)
        self.expect_close(signal.upfirdn(h, x, 3, 2), scipy.signal.upfirdn(h, x, 3, 2), "long")

    def test_numbers_of_numpy_keep_the_precision(self):
        x, h = noise(30, np.float32), noise(9, np.float32)
        for cval in (np.float64(2.5), np.array(2.5), np.int64(2)):
            got = signal.upfirdn(h, x, 3, 2, mode="constant", cval=cval)
            want = scipy.signal.upfirdn(exact(h), exact(x), 3, 2, mode="constant",
                                        cval=float(cval))
            self.expect_close(got, want, repr(cval), np.float32)

    def test_frames_in_parts(self):
        x, h = noise(3000, np.float64), noise(61, np.float64)
        with unittest.mock.patch("gpufft.signal.resampling._MOST_ELEMENTS", 5000):
            got = signal.upfirdn(h, x, 3, 2)
        self.expect_close(got, scipy.signal.upfirdn(h, x, 3, 2), "parts")

    def test_refuses(self):
        for words, arguments in (
                ("must be 1-D with non-zero length", ([], [1.0])),
                ("up and down must be >= 1", ([1], [1.0], 0)),
                ("Unknown mode", ([1], [1.0], 1, 1, -1, "x")),
                ("no points along the axis", ([1], []))):
            with self.assertRaisesRegex(ValueError, words):
                signal.upfirdn(*arguments)


class qa_resample_poly(FilterTest):
    def test_random(self):
        for turn in range(24):
            x, axis = self.random_signal(TYPES[turn % 4], 300)
            up, down = self.choose.choice(((1, 2), (3, 1), (3, 2), (20, 21), (6, 4), (5, 5)))
            padtype = self.choose.choice((
                "constant", "mean", "median", "minimum", "maximum", "line", "edge", "reflect"))
            if x.shape[axis] == 1:
                padtype = "mean"
            if x.dtype.kind == "c" and padtype in ("median", "minimum", "maximum"):
                padtype = "constant"
            arguments = self.choose.choice((
                {}, {"window": ("kaiser", 3.0)}, {"window": "hann"},
                {"window": np.hanning(31)}))
            why = f"{x.shape} {axis} {x.dtype} {up}/{down} {padtype} {arguments}"
            with self.subTest(why):
                want = scipy.signal.resample_poly(
                    exact(x), up, down, axis, padtype=padtype, **arguments)
                kind = scipy.signal.resample_poly(
                    x, up, down, axis, padtype=padtype, **arguments).dtype
                got = signal.resample_poly(x, up, down, axis, padtype=padtype, **arguments)
                self.expect_close(got, want, why, kind, x.dtype)  # its mean is taken off

    def test_integers(self):
        x = np.arange(50) % 7
        self.expect_close(signal.resample_poly(x, 3, 2),
                          scipy.signal.resample_poly(x.astype(float), 3, 2), "as doubles")
        self.expect_close(signal.resample_poly(x, 3, 2, cval=2),
                          scipy.signal.resample_poly(x.astype(float), 3, 2, cval=2), "cval")

    def test_rates_that_are_nearly_the_same(self):
        x = noise(3000, np.float64)
        for up, down, most in ((1000, 999, 2), (999, 1000, 2), (1999, 2, 10), (2, 1999, 10)):
            for padtype in ("constant", "line"):
                with bounded_memory(self, most << 20):
                    got = signal.resample_poly(x[:300], up, down, padtype=padtype)
                want = scipy.signal.resample_poly(x[:300], up, down, padtype=padtype)
                self.expect_close(got, want, f"{up}/{down} {padtype}")
        self.expect_close(signal.resample_poly(x, 1000, 999),
                          scipy.signal.resample_poly(x, 1000, 999), "several frames")

    def test_sound_rates(self):
        x = noise(44100 // 10, np.float64)
        self.expect_close(signal.resample_poly(x, 160, 147),
                          scipy.signal.resample_poly(x, 160, 147), "44.1 to 48 kHz")

    def test_refuses(self):
        x = noise(20, np.float64)
        for arguments, options in (
                ((x, 1.5, 2), {}), ((x, 2, 0.5), {}), ((x, 0, 1), {}),
                ((x, 2, 1), {"padtype": "x"}), ((x, 2, 1), {"padtype": "mean", "cval": 1}),
                ((x, 2, 1), {"window": np.ones((2, 2))})):
            with self.assertRaises(ValueError) as theirs:
                scipy.signal.resample_poly(*arguments, **options)
            with self.assertRaises(ValueError) as ours:
                signal.resample_poly(*arguments, **options)
            self.assertEqual(str(ours.exception), str(theirs.exception))


class qa_other_modules(FilterTest):
    def on_opencl(self):
        try:
            import pyopencl
            import pyopencl.array
        except ImportError:
            self.skipTest("pyopencl is not installed")
        warnings.simplefilter("ignore")  # PyOpenCL's, of its compiler's output
        devices = [d for p in pyopencl.get_platforms() for d in p.get_devices()]
        queue = pyopencl.CommandQueue(pyopencl.Context(devices[:1]))
        return pyopencl.array, lambda x: pyopencl.array.to_device(queue, x)

    def test_arrays_of_pyopencl(self):
        arrays, on_device = self.on_opencl()
        for dtype in TYPES:
            x, taps = noise((3, 700, 2), dtype), noise(33, np.float64)
            for axis, every in ((1, 1), (-2, 5), (0, 1), (2, 2)):
                why = f"{np.dtype(dtype)} axis {axis}, every {every}"
                got = gpufft.filter(on_device(x), taps, every, axis=axis)
                self.assertIsInstance(got, arrays.Array)
                want = np.moveaxis(scipy.signal.lfilter(taps, 1, exact(x), axis), axis, -1)
                self.expect_close(got.get(), np.moveaxis(want[..., ::every], -1, axis), why,
                                  dtype)
        for count in (3, 300, 5000):
            for dtype in TYPES:
                x, taps = noise(count, dtype), noise(100, np.float64)
                for every in (1, 3):
                    self.expect_close(gpufft.filter(on_device(x), taps, every).get(),
                                      scipy.signal.lfilter(taps, 1, exact(x))[::every],
                                      f"{count} {np.dtype(dtype)} {every}", dtype)
        x, h = noise((2, 300), np.float64), noise(20, np.float64)
        for function, arguments in (("lfilter", (h, 2.0, on_device(x))),
                                    ("upfirdn", (h, on_device(x), 1, 3)),
                                    ("upfirdn", (on_device(h), on_device(x), 2, 4)),
                                    ("resample_poly", (on_device(x), 1, 3, -1))):
            got = getattr(signal, function)(*arguments)
            self.assertIsInstance(got, arrays.Array)
            host = [each.get() if isinstance(each, arrays.Array) else each for each in arguments]
            self.expect_close(got.get(), getattr(scipy.signal, function)(*host), function)

    def test_refused_of_pyopencl(self):
        _, on_device = self.on_opencl()
        x = on_device(noise((2, 300), np.float64))
        for refused in (lambda: signal.upfirdn([1, 2], x, 3, 2),
                        lambda: signal.resample_poly(x, 3, 2, 1),
                        lambda: signal.lfilter([1, 2], 1, x, -1, np.zeros((2, 1)))):
            with self.assertRaisesRegex(TypeError, "arrays of PyOpenCL are not taken"):
                refused()

    def test_tensors_of_pytorch(self):
        try:
            import torch
        except ImportError:
            self.skipTest("PyTorch is not installed")
        for count in (3, 300, 5000):
            for dtype in TYPES:
                x, h = noise(count, dtype), noise(100, np.float64)
                self.expect_close(gpufft.filter(torch.from_numpy(x), h).numpy(),
                                  scipy.signal.lfilter(h, 1, exact(x)),
                                  f"{count} {np.dtype(dtype)}", dtype)
        x, h = noise((2, 300), np.float64), noise(20, np.float64)
        given = torch.from_numpy(x)
        self.expect_close(gpufft.filter(given, torch.from_numpy(h), 3).numpy(),
                          scipy.signal.lfilter(h, 1, x)[:, ::3], "filter")
        self.expect_close(signal.lfilter(h, 1, given).numpy(), scipy.signal.lfilter(h, 1, x),
                          "lfilter")
        for mode in MODES:
            self.expect_close(signal.upfirdn(h, given, 3, 2, mode=mode).numpy(),
                              scipy.signal.upfirdn(h, x, 3, 2, mode=mode), mode)
        for padtype in ("mean", "median", "minimum", "maximum", "constant"):
            self.expect_close(
                signal.resample_poly(given, 3, 2, -1, padtype=padtype).numpy(),
                scipy.signal.resample_poly(x, 3, 2, -1, padtype=padtype), padtype)


if __name__ == "__main__":
    print(f"seed {SEED}")
    unittest.main()
