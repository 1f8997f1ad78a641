#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft.scipy_backend: what arrives there, what goes on to SciPy's own."""

import multiprocessing
import unittest
import unittest.mock

import numpy as np
import scipy.fft
import scipy.signal
from arrays import noise, relative_error, tolerance
import gpufft
from gpufft import _transforms

PASSES = ("complex_to_complex", "real_to_complex", "complex_to_real", "real_to_real")


class qa_scipy_backend(unittest.TestCase):
    def setUp(self):
        """Counts in self.computed the transforms that are computed on the device."""
        self.computed = []
        for name in PASSES:
            original = getattr(_transforms, name)

            def counted(*arguments, name=name, original=original):
                self.computed.append(name)
                return original(*arguments)

            patch = unittest.mock.patch.object(_transforms, name, counted)
            patch.start()
            self.addCleanup(patch.stop)

    def test_serves_scipy_inside_the_with_alone(self):
        x = noise((3, 64), np.complex128)
        want = scipy.fft.fft(x)
        self.assertEqual(self.computed, [])
        with scipy.fft.set_backend(gpufft.scipy_backend):
            got = scipy.fft.fft(x)
        self.assertEqual(self.computed, ["complex_to_complex"])
        self.assertLessEqual(relative_error(got, want), tolerance(64, x.dtype))
        scipy.fft.fft(x)
        self.assertEqual(len(self.computed), 1)

    def test_serves_code_that_uses_scipy(self):
        a, b = noise(1000, np.float64), noise(25, np.float64, seed=2)
        want = np.convolve(a, b)
        with scipy.fft.set_backend(gpufft.scipy_backend, only=True):
            got = scipy.signal.fftconvolve(a, b)
        self.assertEqual(self.computed,
                         ["real_to_complex", "real_to_complex", "complex_to_real"])
        np.testing.assert_allclose(got, want, atol=1e-12)

    def test_raises_what_the_functions_raise(self):
        with scipy.fft.set_backend(gpufft.scipy_backend):
            with self.assertRaisesRegex(ValueError, r"data points \(0\)"):
                scipy.fft.fft([])

    def test_leaves_long_doubles_to_others(self):
        x = np.ones(8, np.longdouble)
        if x.itemsize == 8:
            self.skipTest("long double is double here")
        with scipy.fft.set_backend(gpufft.scipy_backend):
            self.assertEqual(scipy.fft.fft(x).dtype, np.clongdouble)
        self.assertEqual(self.computed, [])
        with scipy.fft.set_backend(gpufft.scipy_backend, only=True):
            with self.assertRaisesRegex(Exception, "No selected backends"):
                scipy.fft.fft(x)

    def test_serves_the_transforms_in_a_hankel_transform(self):
        x = np.exp(-np.linspace(0, 4, 64))
        want = scipy.fft.fht(x, dln=0.1, mu=0.5)
        with scipy.fft.set_backend(gpufft.scipy_backend):
            got = scipy.fft.fht(x, dln=0.1, mu=0.5)
        self.assertEqual(self.computed, ["real_to_complex", "complex_to_real"])
        np.testing.assert_allclose(got, want, rtol=1e-9)

    def test_leaves_forked_processes_to_others(self):
        x = noise(64, np.complex128)
        with scipy.fft.set_backend(gpufft.scipy_backend):
            want = scipy.fft.fft(x)
            with multiprocessing.get_context("fork").Pool(2) as pool:
                for got in pool.map(scipy.fft.fft, [x] * 4):
                    np.testing.assert_allclose(got, want)

    def test_serves_processes_of_their_own(self):
        x = noise(64, np.complex128)
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            got = pool.apply(gpufft.fft, (x,))
        np.testing.assert_allclose(got, np.fft.fft(x))


if __name__ == "__main__":
    unittest.main()
