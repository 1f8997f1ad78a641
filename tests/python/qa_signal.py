#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft.signal beside scipy.signal: values, types, shapes, and what is refused."""

import inspect
import itertools
import unittest
import unittest.mock
import warnings

import numpy as np
import scipy.signal

from arrays import noise
from gpufft import signal
from gpufft.signal import _frames, _modules

POINTS = 120
TAPS = np.hanning(16) + 0.1

# why: function, numbers of signals, shape, arguments
SPECTRA = {
    "as usual": ("stft", (POINTS,), {"nperseg": 16}),
    "two rows": ("stft", (2, POINTS), {"nperseg": 16}),
    "another axis": ("stft", (POINTS, 2), {"nperseg": 16, "axis": 0}),
    "an axis between": ("stft", (2, POINTS, 3), {"nperseg": 16, "axis": -2}),
    "hop of 5": ("stft", (POINTS,), {"nperseg": 16, "noverlap": 11}),
    "gaps between": ("stft", (POINTS,), {"nperseg": 16, "noverlap": -3}),
    "odd segments": ("stft", (POINTS,), {"nperseg": 15}),
    "zeros behind each": ("stft", (POINTS,), {"nperseg": 16, "nfft": 20}),
    "both sides": ("stft", (POINTS,), {"nperseg": 16, "return_onesided": False}),
    "even": ("stft", (POINTS,), {"nperseg": 16, "boundary": "even"}),
    "odd": ("stft", (POINTS,), {"nperseg": 16, "boundary": "odd"}),
    "constant": ("stft", (2, POINTS), {"nperseg": 16, "boundary": "constant"}),
    "no boundary, not padded": ("stft", (POINTS - 3,), {
        "nperseg": 16, "boundary": None, "padded": False}),
    "no boundary": ("stft", (POINTS - 3,), {"nperseg": 16, "boundary": None}),
    "per hertz": ("stft", (POINTS,), {"nperseg": 16, "scaling": "psd", "fs": 50}),
    "taps": ("stft", (POINTS,), {"window": TAPS, "nperseg": None}),
    "complex taps": ("stft", (POINTS,), {"window": TAPS * (1 + 1j), "nperseg": 16,
                                         "return_onesided": False}),
    "a window with a parameter": ("stft", (POINTS,), {"window": ("kaiser", 5), "nperseg": 16}),
    "a mean taken off": ("stft", (POINTS,), {"nperseg": 16, "detrend": "constant"}),
    "longer than the signal": ("stft", (40,), {}),
    "of nothing": ("stft", (0,), {}),
    "spectrogram": ("spectrogram", (2, POINTS), {"nperseg": 16}),
    "spectrogram, line": ("spectrogram", (POINTS,), {"nperseg": 16, "detrend": "linear"}),
    "spectrogram, as it is": ("spectrogram", (POINTS,), {"nperseg": 16, "detrend": False}),
    "complex values": ("spectrogram", (POINTS,), {"nperseg": 16, "mode": "complex"}),
    "magnitude": ("spectrogram", (POINTS,), {"nperseg": 16, "mode": "magnitude"}),
    "angle": ("spectrogram", (POINTS,), {"nperseg": 16, "mode": "angle"}),
    "phase, another axis": ("spectrogram", (POINTS, 2), {"nperseg": 16, "mode": "phase",
                                                         "axis": 0}),
    "welch": ("welch", (2, POINTS), {"nperseg": 16}),
    "welch of one segment": ("welch", (POINTS,), {}),
    "welch as it is": ("welch", (POINTS,), {"nperseg": 15, "detrend": False}),
    "welch, median": ("welch", (POINTS,), {"nperseg": 16, "average": "median"}),
    "welch, spectrum": ("welch", (POINTS,), {"nperseg": 16, "scaling": "spectrum",
                                             "nfft": 25}),
    "welch, caller's trend": ("welch", (POINTS, 2), {
        "nperseg": 16, "axis": 0, "detrend": lambda x: x - 1}),
    "csd": ("csd", (2, POINTS), {"nperseg": 16}),
    "csd, median": ("csd", (POINTS,), {"nperseg": 16, "average": "median", "fs": 3}),
    "csd as it is": ("csd", (POINTS, 2), {"nperseg": 16, "detrend": False, "axis": 0}),
    "coherence": ("coherence", (2, POINTS), {"nperseg": 16}),
}
OF_TWO = ("csd", "coherence")
TYPES = (np.float32, np.float64, np.complex64, np.complex128, np.int16, np.int64)

CONVOLUTIONS = [
    # why, shapes, arguments
    ("vectors", (50,), (7,), {}),
    ("the second is longer", (7,), (50,), {}),
    ("images", (9, 12), (3, 4), {}),
    ("one axis of two", (3, 300), (3, 9), {"axes": 1}),
    ("rows that broadcast", (4, 300), (1, 9), {"axes": -1}),
    ("many blocks", (3, 1000), (1, 9), {}),
    ("many blocks along the first axis", (1000, 2), (9, 1), {"axes": [0]}),
    ("blocks the other way", (9,), (1000,), {}),
    ("one point", (1,), (5,), {}),
]


def arrays_of(why, function, shape, dtype):
    """One signal, or two of which the second has something of the first, with a trend."""
    def one(seed):
        x = noise(shape, np.complex128, seed) + 0.5 + np.linspace(0, 1, max(shape[-1], 1))
        x = x if np.dtype(dtype).kind == "c" else 20 * x.real
        return x.astype(dtype)
    x = one(1)
    return (x, (one(2) + x).astype(dtype)) if function in OF_TWO else (x,)


def all_of(result):
    return result if isinstance(result, tuple) else (result,)


class qa_signal(unittest.TestCase):
    def setUp(self):
        catch = warnings.catch_warnings()
        catch.__enter__()
        self.addCleanup(catch.__exit__, None, None, None)
        warnings.simplefilter("ignore")

    def expect_same(self, got, want, why, bound_in_eps=60):
        self.assertEqual(len(got), len(want), why)
        for mine, theirs in zip(got, want):
            mine = np.asarray(mine)
            self.assertEqual((mine.shape, mine.dtype), (theirs.shape, theirs.dtype), why)
            kind = np.empty(0, theirs.dtype).real.dtype
            bound = bound_in_eps * np.finfo(kind).eps if kind.kind == "f" else 0
            largest = np.max(np.abs(theirs), initial=0)
            np.testing.assert_allclose(mine, theirs, rtol=bound, atol=bound * largest,
                                       err_msg=why)

    def test_spectra(self):
        for (why, (function, shape, arguments)), dtype in itertools.product(
                SPECTRA.items(), TYPES):
            if arguments.get("mode") in ("angle", "phase") and dtype != np.float64:
                continue  # turns of bins that are all but zero
            why = f"{why}, {np.dtype(dtype)}"
            given = arrays_of(why, function, shape, dtype)
            with self.subTest(why):
                want = getattr(scipy.signal, function)(*given, **arguments)
                got = getattr(signal, function)(*given, **arguments)
                self.expect_same(all_of(got), all_of(want), why)

    def test_signals_of_different_lengths_and_shapes(self):
        x, y = noise((3, 1, 100), np.float64), noise((4, 130), np.float64, 2)
        self.expect_same(signal.csd(x, y, nperseg=16), scipy.signal.csd(x, y, nperseg=16),
                         "csd")

    def test_overlapping_frames_are_not_copied_out(self):
        # why: signals, points of each, arguments of each call (of rows, points apart)
        for why, signals, points, calls in (
                ("they are one", 3, 1000, [(2 * 250 + 247, 4)]),
                ("points left over", 2, 1003, [(247, 4), (247, 4)]),
                ("many, with zeros behind", 20, 999, [(19 * 250 + 246, 4)])):
            x = noise((signals, points), np.float64)
            with unittest.mock.patch.object(_frames._executors, "run",
                                            wraps=_frames._executors.run) as run:
                got = signal.stft(x, nperseg=16, noverlap=12, boundary=None, padded=False)
            self.expect_same(got, scipy.signal.stft(x, nperseg=16, noverlap=12, boundary=None,
                                                    padded=False), why)
            self.assertEqual([(call.args[2], call.kwargs["input_distance"])
                              for call in run.call_args_list], calls, why)
            if signals <= _modules.NumpyModule.most_calls:
                for call in run.call_args_list:
                    self.assertTrue(np.shares_memory(call.args[0], x), why)

    def test_back(self):
        for dtype in (np.float32, np.float64, np.complex64, np.complex128):
            for shape, arguments in (
                    ((POINTS,), {"nperseg": 16}), ((2, POINTS), {"nperseg": 15}),
                    ((2, POINTS), {"nperseg": 16, "noverlap": 12, "boundary": None}),
                    ((POINTS,), {"nperseg": 16, "scaling": "psd", "fs": 7}),
                    ((POINTS,), {"nperseg": 16, "window": "boxcar", "nfft": 20})):
                x = noise(shape, dtype)
                is_complex = np.dtype(dtype).kind == "c"
                z = scipy.signal.stft(x, **arguments)[2]
                arguments = {**arguments, "input_onesided": not is_complex,
                             "boundary": arguments.get("boundary", "zeros") is not None}
                for changes in ({}, {"time_axis": 0, "freq_axis": -1}):
                    moved = np.moveaxis(z, -1, 0) if changes else z
                    with self.subTest(f"{dtype} {arguments} {changes}"):
                        self.expect_same(signal.istft(moved, **arguments, **changes),
                                         scipy.signal.istft(moved, **arguments, **changes),
                                         "istft")

    def test_chirps(self):
        for dtype, shape, arguments in itertools.product(
                (np.float32, np.float64, np.complex64, np.int16), ((30,), (30, 2), (2, 30)),
                ({}, {"m": 17}, {"m": 41, "w": np.exp(-0.1j), "a": 0.9 + 0.1j}, {"w": 0.99})):
            x = (10 * noise(shape, np.complex128)).astype(dtype) if np.dtype(
                dtype).kind == "c" else (10 * noise(shape, float)).astype(dtype)
            for axis in range(x.ndim):
                why = f"{np.dtype(dtype)} {shape} {axis} {arguments}"
                self.expect_same((signal.czt(x, axis=axis, **arguments),),
                                 (scipy.signal.czt(x, axis=axis, **arguments),), why,
                                 1000)  # the chirps of w = 0.99 grow and fall
        for fn, arguments in ((0.5, {}), ([0.2, 0.7], {"m": 50}),
                              ([3, 9], {"fs": 30, "endpoint": True, "m": 12})):
            x = noise((3, 40), np.float64)
            self.expect_same((signal.zoom_fft(x, fn, **arguments),),
                             (scipy.signal.zoom_fft(x, fn, **arguments),), str(fn))

    def test_convolutions(self):
        for (why, first, second, arguments), name, mode, dtype in itertools.product(
                CONVOLUTIONS, ("fftconvolve", "oaconvolve"), ("full", "same", "valid"),
                (np.float32, np.float64, np.complex64, np.int32)):
            x, h = ((10 * noise(shape, np.complex128, seed)) for shape, seed in (
                (first, 1), (second, 2)))
            if np.dtype(dtype).kind != "c":
                x, h = x.real, h.real
            x, h = x.astype(dtype), h.astype(dtype)
            with self.subTest(f"{why} {name} {mode} {dtype}"):
                want = getattr(scipy.signal, name)(x, h, mode, **arguments)
                got = getattr(signal, name)(x, h, mode, **arguments)
                self.expect_same((got,), (want,), why)

    def test_correlations(self):
        for first, second, mode, method, dtype in itertools.product(
                ((50,), (5, 6)), ((7,), (3, 4)), ("full", "same", "valid"),
                ("auto", "fft", "direct"), (np.float32, np.complex128, np.int16, np.int64)):
            if len(first) != len(second):
                continue
            x, y = ((100 * noise(shape, np.complex128, seed)) for shape, seed in (
                (first, 1), (second, 2)))
            if np.dtype(dtype).kind != "c":
                x, y = x.real, y.real
            if dtype == np.int16:
                x, y = x / 10, y / 10  # sums that the type holds
            x, y = x.astype(dtype), y.astype(dtype)
            why = f"{first} {second} {mode} {method} {np.dtype(dtype)}"
            with self.subTest(why):
                self.expect_same((signal.correlate(x, y, mode, method),),
                                 (scipy.signal.correlate(x, y, mode, method),), why)
        large = np.array([2**40, 1, 3])
        np.testing.assert_array_equal(signal.correlate(large, large),
                                      np.correlate(large, large, "full"))

    def test_tensors_of_pytorch(self):
        try:
            import torch
        except ImportError:
            self.skipTest("PyTorch is not installed")
        rows = [(why, *row) for why, row in SPECTRA.items()
                if "trend" not in why and "angle" not in why]
        for why, function, shape, arguments in rows:
            given = arrays_of(why, function, shape, np.float64)
            with self.subTest(why):
                want = getattr(scipy.signal, function)(*given, **arguments)
                got = getattr(signal, function)(*map(torch.from_numpy, given), **arguments)
                self.assertTrue(all(isinstance(each, torch.Tensor) for each in got))
                self.expect_same([each.numpy() for each in got], want, why)
        x, h = noise((3, 1000), np.float64), noise((1, 9), np.float64, 2)
        z = scipy.signal.stft(x, nperseg=16)[2]
        for function, given, arguments in (
                ("fftconvolve", (x, h), {}), ("oaconvolve", (x, h), {"mode": "same"}),
                ("correlate", (x, h), {"method": "fft"}), ("czt", (x,), {"m": 9}),
                ("zoom_fft", (x,), {"fn": 0.3}), ("istft", (z,), {"nperseg": 16})):
            want = all_of(getattr(scipy.signal, function)(*given, **arguments))
            got = all_of(getattr(signal, function)(*map(torch.from_numpy, given), **arguments))
            self.expect_same([each.resolve_conj().numpy() for each in got], want, function)

    def test_refused_as_scipy_does(self):
        x = noise(100, np.float64)
        for name, given, arguments in (
                ("stft", (x,), {"nperseg": 0}), ("stft", (x,), {"nperseg": 16, "noverlap": 16}),
                ("stft", (x,), {"nperseg": 16, "nfft": 8}), ("stft", (x,), {"boundary": "x"}),
                ("stft", (x,), {"scaling": "density"}), ("stft", (x,), {"window": [[1, 2]]}),
                ("stft", (x,), {"window": np.ones(101)}),
                ("stft", (x,), {"window": TAPS, "nperseg": 17}),
                ("stft", (x[:5],), {"window": np.ones(12), "boundary": "even"}),
                ("stft", (x,), {"window": "nobody's"}),
                ("spectrogram", (x,), {"mode": "power"}), ("welch", (x,), {"scaling": "x"}),
                ("welch", (x,), {"nperseg": 16, "average": "x"}),
                ("welch", (x,), {"detrend": "x"}), ("csd", (noise((2, 50)), noise((3, 50))), {}),
                ("istft", (x,), {}), ("istft", (x.reshape(10, 10),), {"time_axis": -2}),
                ("istft", (x.reshape(10, 10),), {"window": TAPS}),
                ("istft", (x.reshape(10, 10),), {"scaling": "x"}),
                ("czt", (x,), {"m": 0}), ("czt", (x,), {"m": 1.5}),
                ("zoom_fft", (x, [1, 2, 3]), {}),
                ("fftconvolve", (x, x.reshape(10, 10)), {}),
                ("fftconvolve", (x, x), {"mode": "x"}), ("fftconvolve", (x, x), {"axes": []}),
                ("fftconvolve", (x, x), {"axes": [0, 0]}),
                ("fftconvolve", (noise((2, 5)), noise((3, 2))), {"axes": 1}),
                ("fftconvolve", (noise((2, 5)), noise((3, 2))), {"mode": "valid"}),
                ("correlate", (x, x), {"mode": 1}), ("correlate", (x, x), {"method": "x"})):
            with self.subTest(f"{name} {arguments}"):
                with self.assertRaises(Exception) as theirs:
                    getattr(scipy.signal, name)(*given, **arguments)
                with self.assertRaises(type(theirs.exception)) as ours:
                    getattr(signal, name)(*given, **arguments)
                self.assertEqual(str(ours.exception)[:20].lower(),
                                 str(theirs.exception)[:20].lower())

    def test_warns_as_scipy_does(self):
        for given, arguments in ((noise(100), {"nperseg": 16}),
                                 (noise(100, np.float64), {})):
            with self.assertWarns(UserWarning) as theirs:
                scipy.signal.stft(given, **arguments)
            with self.assertWarns(UserWarning) as ours:
                signal.stft(given, **arguments)
            self.assertEqual(str(ours.warning), str(theirs.warning))
            self.assertEqual(ours.filename, __file__)

    def test_signatures_are_scipys(self):
        for name in signal.__all__:
            self.assertEqual(*(str(inspect.signature(getattr(module, name)))
                               for module in (signal, scipy.signal)), name)


if __name__ == "__main__":
    unittest.main()
