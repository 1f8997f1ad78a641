#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the functions take and refuse, beside scipy.fft's: on a stand-in for the engine."""

import inspect
import unittest

import numpy as np
import scipy.fft
import stand_in
from weighted_ends import IS_BEFORE_1_15

on_stand_in = stand_in.load_package()
FUNCTIONS = on_stand_in.scipy_backend._FUNCTIONS
LINE = np.arange(4.0)
SQUARE = np.arange(12.0).reshape(3, 4)

# why: function, x, arguments. The result has scipy.fft's values, type and shape.
TAKEN = {
    "a list": ("fft", [1, 2.5, -3], {}),
    "a list of complex": ("fft", [[1j, 2], [3, 4 - 1j]], {}),
    "integers": ("fft", np.arange(-32, 32), {}),
    "truth values": ("fft", np.array([True, False, True]), {}),
    "objects": ("fft", np.array([1, 2, 3], object), {}),
    "half": ("fft", LINE.astype(np.float16), {}),
    "single": ("fft", LINE.astype(np.float32), {}),
    "big-endian": ("fft", LINE.astype(">c8"), {}),
    "every second, backwards": ("fft", np.arange(128.0)[::-2], {}),
    "transposed": ("rfft", SQUARE.T, {}),
    "broadcast, read-only": ("fft", np.broadcast_to(LINE, (5, 4)), {}),
    "not aligned": ("fft", np.zeros(33, np.uint8)[1:].view(np.float64), {}),
    "masked": ("fft", np.ma.masked_array([1, 2, 3], [0, 1, 0]), {}),
    "a matrix": ("fft2", np.matrix([[1, 2], [3, 4]]), {}),
    "no rows": ("fft", np.zeros((0, 8), np.complex64), {}),
    "no rows, halved": ("rfft", np.zeros((0, 8)), {}),
    "no rows, complex": ("dct", np.zeros((0, 8), np.complex64), {}),
    "no points, padded": ("fft", np.zeros((3, 0)), {"n": 4}),
    "one point": ("rfft", [3.0], {}),
    "one point back": ("irfft", [3.0], {"n": 1}),
    "real spectrum": ("irfft", LINE, {}),
    "real Hermitian points": ("hfft", LINE, {}),
    "n from numpy": ("fft", LINE, {"n": np.int64(2)}),
    "s of one number": ("fftn", SQUARE, {"s": 5}),
    "s of the last axes": ("fftn", SQUARE, {"s": [5]}),
    "s with the array's own": ("fftn", SQUARE, {"s": (-1, 2)}),
    "s of a spectrum": ("irfftn", SQUARE, {"s": (5, 7)}),
    "axes of one number": ("dctn", SQUARE, {"axes": 0}),
    "axes from the end": ("fftn", SQUARE, {"axes": (-1, -2)}),
    "no axes": ("fftn", SQUARE, {"axes": ()}),
    "no axes of a number": ("dctn", 5.0, {}),
    "all workers": ("fft", LINE, {"workers": -1}),
    "overwrite": ("fft", LINE.astype(complex), {"overwrite_x": True}),
    "one point of each type": ("dst", [3.0], {"type": 1}),
}

# why: function, x, arguments, words. scipy.fft raises the same exception.
REFUSED = {
    "a number": ("fft", 5.0, {}, "axis -1 is out of bounds"),
    "nothing": ("fft", None, {}, "axis -1 is out of bounds"),
    "no points": ("fft", [], {}, "data points (0)"),
    "no points along an axis": ("fftn", np.zeros((8, 0)), {}, "data points ([8, 0])"),
    "n of 0": ("fft", LINE, {"n": 0}, "data points (0)"),
    "n negative": ("rfft", LINE, {"n": -1}, "data points (-1)"),
    "n not whole": ("fft", LINE, {"n": 2.5}, "integer"),
    "no even length": ("irfft", [1], {}, "data points (0)"),
    "no such axis": ("fft", LINE, {"axis": 1}, "axis 1 is out of bounds, there are 1"),
    "no such axis from the end": ("dct", SQUARE, {"axis": -3}, "out of bounds"),
    "axis not whole": ("fft", LINE, {"axis": 0.5}, "integer"),
    "axes beyond": ("fftn", SQUARE, {"axes": [2]}, "axes exceeds dimensionality"),
    "two axes of one": ("fft2", LINE, {}, "axes exceeds dimensionality"),
    "an axis twice": ("fftn", SQUARE, {"axes": [0, -2]}, "must be unique"),
    "axes not whole": ("fftn", SQUARE, {"axes": [0.5]}, "axes must be a scalar or iter"),
    "s not whole": ("fftn", SQUARE, {"s": [2.5]}, "shape must be a scalar or iterable"),
    "s too long": ("fftn", SQUARE, {"s": (2, 2, 2)}, "more axes than are present"),
    "s unlike axes": ("dctn", SQUARE, {"s": 2, "axes": (0, 1)}, "same length"),
    "s negative": ("fftn", SQUARE, {"s": (3, -4)}, "data points ([3, -4])"),
    "no axes of reals": ("rfftn", SQUARE, {"axes": ()}, "at least 1 axis"),
    "no axes to reals": ("irfftn", SQUARE, {"axes": ()}, "at least 1 axis"),
    "norm": ("fft", LINE, {"norm": "energy"}, 'Invalid norm value \'energy\', should be "'),
    "norm in capitals": ("dct", LINE, {"norm": "ORTHO"}, "Invalid norm value 'ORTHO'"),
    "a complex spectrum's input": ("rfft", [1j], {}, "x must be a real sequence"),
    "complex in several": ("ihfftn", [[1j]], {}, "x must be a real sequence"),
    "text": ("fft", ["a", "b"], {}, "could not convert"),
    "ragged": ("fft", [[1, 2], [3]], {}, "inhomogeneous"),
    "workers of 0": ("fft", LINE, {"workers": 0}, "workers must not be zero"),
    "fewer workers": ("dctn", LINE, {"workers": -9999}, "workers value out of range"),
    "workers not whole": ("fft", LINE, {"workers": 0.5}, "integer"),
    "a plan": ("fft2", SQUARE, {"plan": "a"}, "precomputed plan"),
    "type 0": ("dct", LINE, {"type": 0}, "invalid DCT type 0, should be 1, 2, 3 or 4"),
    "type 5": ("idstn", LINE, {"type": 5}, "invalid DST type 5"),
    "type of no rows": ("dct", np.zeros((0, 4)), {"type": 7}, "invalid DCT type"),
    "type as text": ("dct", LINE, {"type": "2"}, "integer"),
}


class qa_arguments(unittest.TestCase):
    def test_halves_may_be_of_the_other_order(self):
        # Which SciPy does not take.
        for name in ("fft", "rfft", "dct"):
            transform = FUNCTIONS[name]
            np.testing.assert_array_equal(transform(LINE.astype(">f2")),
                                          transform(LINE.astype("<f2")))

    def test_takes_what_scipy_takes(self):
        for why, (name, x, arguments) in TAKEN.items():
            with self.subTest(why):
                got = FUNCTIONS[name](x, **arguments)
                want = getattr(scipy.fft, name)(x, **arguments)
                if IS_BEFORE_1_15 and isinstance(want, float):
                    want = np.asarray(want)  # SciPy gives the number back as it came
                self.assertIs(type(got), type(want))
                np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5)
                if isinstance(want, np.ndarray):
                    self.assertEqual((got.dtype, got.shape), (want.dtype, want.shape))

    def test_refuses_what_scipy_refuses(self):
        for why, (name, x, arguments, words) in REFUSED.items():
            with self.subTest(why):
                with self.assertRaises(Exception) as theirs:
                    getattr(scipy.fft, name)(x, **arguments)
                with self.assertRaises(type(theirs.exception)) as ours:
                    FUNCTIONS[name](x, **arguments)
                self.assertIn(words, str(ours.exception))

    def test_refuses_what_scipy_gets_wrong(self):
        # SciPy gives an element of no meaning; and "zero-length FFT requested".
        for name, x, arguments, words in (
            ("irfft", [1, 2], {"n": 0}, "data points (0)"),
            ("irfftn", [[1]], {}, "data points (0)"),
            ("dct", [1], {"type": 1}, "a DCT of type 1 takes at least 2 points along "
                                      "each axis, got [1]; types 2, 3 and 4 take 1"),
            ("idctn", SQUARE, {"type": 1, "s": (1, 3)}, "got [1, 3]"),
        ):
            with self.assertRaises(ValueError) as caught:
                FUNCTIONS[name](x, **arguments)
            self.assertIn(words, str(caught.exception))

    def test_refuses_a_device_that_is_no_name(self):
        for device in (0, b"auto", ("auto",)):
            with self.assertRaises(TypeError) as caught:
                on_stand_in.fft(LINE, device=device)
            self.assertEqual(str(caught.exception),
                             "device must be a name that gpufft.devices() has, such as "
                             f'"opencl:0", or "auto", got {device!r}')

    def test_refuses_a_device_whose_name_no_device_can_have(self):
        for device in ("a\0b", "\udcff"):
            with self.assertRaises(ValueError) as caught:
                on_stand_in.fft(LINE, device=device)
            self.assertEqual(str(caught.exception),
                             "device must be a name that gpufft.devices() has, such as "
                             f'"opencl:0", or "auto", got {device!r}')

    def test_lengths_are_refused_before_memory_is_filled(self):
        for name, x, arguments, length in (
            ("fft", LINE, {"n": 10**30}, 10**30),
            ("irfft", LINE, {"n": 2**50}, 2**50),
            ("dct", LINE, {"n": 2**27 + 1}, 2**27 + 1),
            ("fftn", SQUARE, {"s": (2, 2**40)}, 2**40),
            ("dstn", SQUARE, {"s": (2**40, 2)}, 2**40),
        ):
            with self.assertRaises(ValueError) as caught:
                FUNCTIONS[name](x, **arguments)
            self.assertEqual(str(caught.exception),
                             f"length {length} is above the limit of 134217728 (2^27) points")

    def test_refuses_long_doubles(self):
        if np.finfo(np.longdouble).eps == np.finfo(float).eps:
            self.skipTest("long double is double here")
        for name in FUNCTIONS:
            with self.assertRaises(TypeError) as caught:
                FUNCTIONS[name](np.ones((4, 4), np.longdouble))
            self.assertIn("convert it to float64", str(caught.exception))
        with self.assertRaises(TypeError) as caught:
            on_stand_in.fft(np.ones(4, np.clongdouble))
        self.assertIn("convert it to complex128", str(caught.exception))

    def test_signatures_are_scipys_and_two_more(self):
        for name, function in FUNCTIONS.items():
            *theirs, = inspect.signature(getattr(scipy.fft, name)).parameters.values()
            *ours, device, out = inspect.signature(function).parameters.values()
            with self.subTest(name):
                for ours_alone, its_name in ((device, "device"), (out, "out")):
                    self.assertEqual(
                        (ours_alone.name, ours_alone.kind, ours_alone.default),
                        (its_name, device.KEYWORD_ONLY, None))
                self.assertEqual([str(p) for p in ours], [str(p) for p in theirs])
                for our, their in zip(ours, theirs):
                    self.assertIn(our.kind, (their.kind, our.POSITIONAL_OR_KEYWORD))

    def test_all_of_scipys_transforms_are_there(self):
        others = {"fht", "ifht"}  # Hankel, made of Fourier transforms
        theirs = {name for name in scipy.fft.__all__
                  if hasattr(getattr(scipy.fft, name), "arg_extractor")}
        self.assertGreater(len(theirs), 20)
        self.assertEqual(theirs - others, set(FUNCTIONS))


if __name__ == "__main__":
    unittest.main()
