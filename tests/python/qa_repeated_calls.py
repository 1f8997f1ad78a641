#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls of CuPy's arrays that come again: they skip what the first of them found out, and
nothing that differs from call to call.

The driver is the tests' own, which interprets the kernels that NVRTC compiles.
"""

import contextlib
import sys
import unittest.mock

import numpy as np
import scipy.fft

import fake_cuda

sys.modules["cupy"] = fake_cuda.cupy

import gpufft
from array_calls import expect_close
from arrays import noise
from fake_cuda import cupy, to_gpu
from gpufft._cupy_arrays import CupyArrays


@contextlib.contextmanager
def counted():
    """How many calls have looked at their arguments in there."""
    calls = []
    init = CupyArrays.__init__

    def counting(self, *arguments):
        calls.append(arguments)
        init(self, *arguments)

    with unittest.mock.patch.object(CupyArrays, "__init__", counting):
        yield calls


class qa_repeated_calls(unittest.TestCase):
    def expect_repeated(self, name, x, *arguments, times=1, **named):
        """Of three calls with other values each, so many look at their arguments."""
        with counted() as calls:
            for factor in (1, -2, 5):
                got = getattr(gpufft, name)(cupy.asarray(factor * x), *arguments, **named)
                want = getattr(scipy.fft, name)(factor * x, *arguments, **named)
                expect_close(self, got.get(), want, name)
        self.assertEqual(len(calls), times, name)

    def test_transforms_of_x_as_it_lies(self):
        self.expect_repeated("fft", noise((4, 8)))
        self.expect_repeated("fft", noise((4, 8), np.complex128))
        self.expect_repeated("ifft", noise((4, 8)), norm="forward")
        self.expect_repeated("fft", noise((8, 4)), axis=0)
        self.expect_repeated("fftn", noise((8, 4)))
        self.expect_repeated("rfft", noise((4, 8), np.float32))
        self.expect_repeated("irfft", noise((4, 8)))
        self.expect_repeated("dct", noise((4, 8), np.float32), 3)
        self.expect_repeated("dstn", noise((4, 8), np.float32))

    def test_what_takes_more_than_a_transform(self):
        self.expect_repeated("ihfft", noise((4, 8), np.float32), times=3)  # conjugates
        self.expect_repeated("hfft", noise((4, 5)), times=3)
        self.expect_repeated("fft", noise((4, 8)), 12, times=3)  # pads
        self.expect_repeated("dct", noise((4, 8)), times=3)  # two parts
        self.expect_repeated("fftn", noise((2, 3, 2, 2, 3)), times=3)  # two kernels' axes

    def test_a_workspace_for_each_call(self):
        self.expect_repeated("fft", noise((1 << 14), np.complex64))

    def test_what_is_equal_but_refused(self):
        x = cupy.asarray(noise((4, 9)))
        gpufft.fft(x, axis=1)
        gpufft.fft(x, axis=1)
        with self.assertRaises(TypeError):
            gpufft.fft(x, axis=1.0)
        gpufft.fftn(x, axes=(1,))
        with self.assertRaises(ValueError):
            gpufft.fftn(x, axes=(1.0,))

    def test_lists_of_axes(self):
        self.expect_repeated("fftn", noise((4, 10)), axes=[1, 0], times=3)
        self.expect_repeated("fftn", noise((4, 10)), axes=(1, 0), times=3)
        self.expect_repeated("fftn", noise((4, 10)), axes=np.array([1, 0]), times=3)
        self.expect_repeated("fft", noise((4, 10)), axis=np.int64(1), times=3)

    def test_other_devices_are_refused_as_before(self):
        x = cupy.asarray(noise((4, 11)))
        gpufft.fft(x)
        with self.assertRaisesRegex(ValueError, "x is on cuda:0"):
            gpufft.fft(x, device="cuda:1")

    def test_an_array_that_begins_elsewhere(self):
        """Kernels load 16 bytes at once: this one is copied, though its like was not."""
        x = noise((3, 8), np.complex128)
        gpufft.fft(cupy.asarray(x))
        raw = to_gpu(np.zeros(x.nbytes + 8, np.uint8))
        shifted = raw[8:].view(np.complex128).reshape(x.shape)
        shifted[...] = x
        expect_close(self, gpufft.fft(fake_cuda.ndarray.of(shifted)).get(), scipy.fft.fft(x),
                     "shifted")

    def test_strides_and_types_tell_calls_apart(self):
        x = noise((6, 6))
        for given in (x, x.T, x.astype(np.complex128), x.real.copy()):
            on_gpu = to_gpu(x).T if given.base is x else to_gpu(given)
            for _ in range(2):
                got = gpufft.fft(fake_cuda.ndarray.of(on_gpu))
                expect_close(self, got.get(), scipy.fft.fft(given), str(given.strides))

    def test_no_more_calls_are_kept_than_that(self):
        from gpufft import _repeated_calls

        x = cupy.asarray(noise((4, 14)))
        with unittest.mock.patch.object(_repeated_calls, "_MOST_KEPT", 2):
            for norm in ("forward", "ortho", "backward", None):
                expect_close(self, gpufft.fft(x, norm=norm).get(),
                             scipy.fft.fft(x.get(), norm=norm), str(norm))
                self.assertLessEqual(len(_repeated_calls._kept), 2)

    def test_a_cache_that_was_cleared(self):
        x = noise((4, 12))
        gpufft.fft(cupy.asarray(x))
        gpufft.clear_cache()
        expect_close(self, gpufft.fft(cupy.asarray(x)).get(), scipy.fft.fft(x), "cleared")

    def test_a_stream_of_nobody(self):
        x = cupy.asarray(noise((4, 13)))
        gpufft.fft(x)
        with fake_cuda.current(0x1234):
            with self.assertRaisesRegex((ValueError, RuntimeError), "stream"):
                gpufft.fft(x)


if __name__ == "__main__":
    fake_cuda.run_tests()
