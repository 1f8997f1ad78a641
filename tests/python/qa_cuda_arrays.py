#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays in memory of a GPU: values, streams, no trip to the host, and what is refused.

The driver is the tests' own, which interprets the kernels that NVRTC compiles.
"""

import ctypes
import gc
import sys
import types
import unittest
import unittest.mock

import numpy as np
import scipy.fft

import fake_cuda

sys.modules["cupy"] = fake_cuda.cupy

from array_calls import all_calls, expect_close, wanted
from arrays import noise
import gpufft
from gpufft import _dlpack_arrays, _interface_by_cupy  # before a test hides them
from gpufft.signal._frames import transform_frames
from fake_cuda import Array, DlpackArray, cupy, to_gpu

# Functions of the driver that move data to the host or from it, or wait.
TRIPS = ("cuMemcpyHtoDAsync_v2", "cuMemcpyDtoHAsync_v2", "cuStreamSynchronize")


# What takes another array than out.
TAKE_OTHERS = {
    "hfft", "hfft2", "hfftn", "ihfft", "ihfft2", "ihfftn", "halves become float32",
    "integers become float64", "padded", "cropped and padded", "bins padded", "real bins",
    "five axes", "five axes, halved", "backwards", "no multiple of a load",
    "conjugated"}


def with_cupy(helper):
    """What is done in there finds CuPy, or none."""
    without = {} if helper else {"gpufft._interface_by_cupy": None}
    return unittest.mock.patch.dict(sys.modules, without)


class qa_cuda_arrays(unittest.TestCase):
    def setUp(self):
        fake_cuda._Current.streams_asked.clear()

    def test_all_functions_of_cupys_arrays(self):
        for why, name, x, made, arguments in all_calls():
            with self.subTest(why):
                given = cupy.asarray(x)
                if made:
                    given, x = fake_cuda.ndarray.of(made(given.host)), made(x)
                before = given.get()
                got = getattr(gpufft, name)(given, **arguments)
                self.assertIsInstance(got, cupy.ndarray)
                expect_close(self, got.get(), wanted(name, x, arguments), why)
                np.testing.assert_array_equal(given.get(), before, why)
                if x.dtype.kind in "fc":  # the next one like it has other values
                    given *= -3
                    again = getattr(gpufft, name)(given, **arguments)
                    self.assertIsNot(again, got)
                    expect_close(self, again.get(), wanted(name, -3 * x, arguments), why)

    def test_the_host_sees_nothing_of_a_call(self):
        for name, x in (("fft", noise((3, 6), np.complex128)),
                        ("ihfft", noise((3, 6), np.float64)),
                        ("fft", noise((1 << 14), np.complex64))):  # which has a workspace
            given = cupy.asarray(x)
            getattr(gpufft, name)(given)  # compiles
            for trip in TRIPS:
                fake_cuda.fail(trip, 1)
            got = getattr(gpufft, name)(given)
            for trip in TRIPS:
                fake_cuda.fail(trip, 0)
            expect_close(self, got.get(), wanted(name, x, {}), name)

    def test_works_on_the_current_stream(self):
        x = cupy.asarray(noise((3, 6)))
        mine = fake_cuda.make_stream()
        gpufft.fft(x)
        with fake_cuda.current(mine):
            gpufft.fft(x)
            with fake_cuda.current(0x1234):  # of nobody
                with self.assertRaisesRegex((ValueError, RuntimeError), "stream"):
                    gpufft.fft(x)
        self.assertEqual(fake_cuda._Current.streams_asked, [0, mine, 0x1234])

    def test_out(self):
        x = noise((3, 6), np.complex128)
        given, out = cupy.asarray(x), cupy.empty((3, 6), np.complex128)
        self.assertIs(gpufft.fft(given, out=out), out)
        expect_close(self, out.get(), scipy.fft.fft(x), "out")
        across = fake_cuda.ndarray.of(fake_cuda.host_array((6, 3), np.complex128).T)
        self.assertIs(gpufft.fft(given, out=across), across)
        expect_close(self, across.get(), scipy.fft.fft(x), "out of other strides")
        parts = fake_cuda.ndarray.of(fake_cuda.host_array((6, 3), np.complex128).T)
        self.assertIs(gpufft.dct(given, out=parts), parts)
        expect_close(self, parts.get(), scipy.fft.dct(x), "out of complex numbers")

    def test_arrays_of_modules_that_are_not_known(self):
        for kind, helper in ((Array, "CuPy"), (Array, None), (DlpackArray, "CuPy"),
                             (DlpackArray, None)):
            for why, name, x, made, arguments in all_calls():
                want = wanted(name, made(x) if made else x, arguments)
                given, out = to_gpu(x), to_gpu(np.zeros_like(want))
                given, out = kind(made(given) if made else given), kind(out)
                with self.subTest(f"{why} of {kind.__name__} with {helper}"), with_cupy(helper):
                    try:
                        got = getattr(gpufft, name)(given, **arguments, out=out)
                    except TypeError as error:
                        self.assertIn("install CuPy", str(error))
                        self.assertIsNone(helper)
                        self.assertIn(name if why == name else why, TAKE_OTHERS)
                        continue
                    self.assertIs(got, out)
                    expect_close(self, out.host, want, why)
        self.assertEqual(set(DlpackArray.streams_asked), {1})

    def test_streams_of_arrays(self):
        x = noise((3, 6), np.complex128)
        for stream in (None, 1, 2, fake_cuda.make_stream()):
            for helper in ("CuPy", None):
                out = Array(to_gpu(np.zeros_like(x)))
                with with_cupy(helper):
                    gpufft.fft(Array(to_gpu(x), stream), out=out)
                expect_close(self, out.host, scipy.fft.fft(x), str(stream))

    def test_tensors_of_pytorch(self):
        """Its class for tensors on a GPU, with tensors that PyTorch takes for the host's."""
        try:
            import torch
        except ImportError:
            self.skipTest("PyTorch is not installed")
        from gpufft import _arrays, _torch_arrays

        class OnFake(_torch_arrays.TorchArrays):
            def __init__(self, x, device, out):
                super(_torch_arrays.TorchArrays, self).__init__("cuda:0", device, out)
                self._gpu = torch.device("cpu")

            def _queue(self):
                return 0

            def _new(self, shape, dtype):
                return torch.from_numpy(fake_cuda.host_array(shape, dtype))

            def _on_gpu(self, tensor):
                return torch.from_numpy(to_gpu(tensor.numpy()))

            copied = lambda self, x: self._on_gpu(super().copied(x))
            cast = lambda self, x, dtype: self._on_gpu(super().cast(x, dtype))
            conjugate = lambda self, x: self._on_gpu(super().conjugate(x))
            _padded = lambda self, *given: self._on_gpu(super()._padded(*given))

        for why, name, x, made, arguments in all_calls():
            if why == "backwards":
                continue  # PyTorch has no such tensors
            with self.subTest(why), unittest.mock.patch.dict(
                    _arrays._makers, {torch.Tensor: OnFake}):
                on_gpu, x = (made(to_gpu(x)), made(x)) if made else (to_gpu(x), x)
                got = getattr(gpufft, name)(torch.from_numpy(on_gpu), **arguments)
                self.assertIsInstance(got, torch.Tensor)
                expect_close(self, got.numpy(), wanted(name, x, arguments), why)

    def test_frames_that_overlap(self):
        taps = np.hanning(8)
        of = types.SimpleNamespace(dtype=lambda x: x.dtype, most_calls=8)
        for dtype, onesided, points in ((np.float32, True, 39), (np.float64, True, 37),
                                        (np.float32, False, 40), (np.complex64, False, 41)):
            x = noise((2, points), dtype)
            count = (points - 8) // 3 + 1
            frames = np.lib.stride_tricks.sliding_window_view(x, 8, axis=-1)[:, ::3] * taps
            want = scipy.fft.rfft(frames) if onesided else scipy.fft.fft(frames)
            got = transform_frames(of, cupy.asarray(x), 8, 3, count, taps, onesided)
            self.assertIsInstance(got, cupy.ndarray)
            expect_close(self, got.get(), want.astype(got.dtype), f"{dtype} {points}")

    def test_scipys_backend(self):
        x = noise((3, 6), np.float64)
        with scipy.fft.set_backend(gpufft.scipy_backend, only=True):
            got = scipy.fft.rfft(cupy.asarray(x))
        self.assertIsInstance(got, cupy.ndarray)
        expect_close(self, got.get(), scipy.fft.rfft(x), "rfft")

    def test_refuses(self):
        x = cupy.asarray(noise((3, 6), np.complex128))
        same = cupy.empty((3, 6), np.complex128)
        elsewhere = fake_cuda.ndarray.of(noise((3, 6), np.complex128))  # of the host
        single = cupy.empty((3, 6), np.complex64)
        unknown = Array(to_gpu(noise((3, 6))))
        odd = fake_cuda.ndarray.of(fake_cuda.host_array(37, np.float64)[1:].view(complex))
        of_other_gpu = cupy.empty((3, 6), np.complex128)
        of_other_gpu.device.id = 1
        for error, words, refused in (
                (ValueError, "is not known to the driver", lambda: gpufft.fft(elsewhere)),
                (ValueError, "overlap", lambda: gpufft.fft(x, out=x)),
                (ValueError, r"out has the shape \(3, 6\) and type complex64",
                 lambda: gpufft.fft(x, out=single)),
                (ValueError, r"and the result \(3, 5\)", lambda: gpufft.fft(x, 5, out=same)),
                (ValueError, "out is on GPU 1, and x on GPU 0",
                 lambda: gpufft.fft(x, out=of_other_gpu)),
                (TypeError, "out is a ndarray, and x of CuPy",
                 lambda: gpufft.fft(x, out=x.get())),
                (TypeError, "out is a ndarray, and x of NumPy",
                 lambda: gpufft.fft(x.get(), out=x)),
                (ValueError, "need a multiple of 16 bytes", lambda: gpufft.fft(
                    x, out=fake_cuda.ndarray.of(odd.host.reshape(3, 6)))),
                (ValueError, "x is on cuda:0, and device is 'opencl:0'",
                 lambda: gpufft.fft(x, device="opencl:0")),
                (TypeError, "x must be a real sequence", lambda: gpufft.rfft(x)),
                (ValueError, "out has strides of", lambda: gpufft.fft(
                    x, out=fake_cuda.ndarray.of(same.host[::-1]))),
                (TypeError, r"give one as out", lambda: gpufft.fft(unknown)),
                (ValueError, "out is read-only",
                 lambda: gpufft.fft(unknown, out=Array(unknown.host, read_only=True))),
                (ValueError, "stream 0", lambda: gpufft.fft(
                    Array(unknown.host, 0), out=Array(to_gpu(unknown.host)))),
                (ValueError, "give both on one", lambda: gpufft.fft(
                    Array(unknown.host, 1), out=Array(to_gpu(unknown.host), 2)))):
            with self.assertRaisesRegex(error, words):
                refused()

    def test_refuses_types_that_are_not_computed(self):
        types = (("datetime64[ns]", "is datetime64.* which is not computed"),
                 ("V8", "which is not computed"),
                 ([("i", "f4"), ("q", "f4")], "which is not computed"),
                 (">f4", "bytes are in the other order than the device's; give <f4"),
                 (">c16", "give <c16"))
        for dtype, words in types:
            host = fake_cuda.host_array((3, 6), dtype)
            result = to_gpu(np.zeros((3, 6), np.complex128))
            for given, out in ((fake_cuda.ndarray.of(host), fake_cuda.ndarray.of(result)),
                               (Array(host), Array(result))):
                for helper in ("CuPy", None):
                    self.expect_no_launch(TypeError, words, lambda: gpufft.fft(given, out=out),
                                          helper)
                    self.expect_no_launch(TypeError, words, lambda: gpufft.dct(given, out=out),
                                          helper)
            given = Array(to_gpu(np.zeros((3, 6), np.complex128)))
            self.expect_no_launch(TypeError, "^out is", lambda: gpufft.fft(
                given, out=Array(host)))
        for dtype in (np.longdouble, np.clongdouble):
            host = fake_cuda.host_array((3, 6), dtype)
            self.expect_no_launch(TypeError, "double precision at most", lambda: gpufft.fft(
                fake_cuda.ndarray.of(host)))

    def test_refuses_what_was_freed(self):
        x, out = (cupy.asarray(noise((3, 6), np.complex128)) for _ in range(2))
        stream = fake_cuda.make_stream()
        fake_cuda.call("cuStreamDestroy_v2", ctypes.c_void_p(stream))

        def on_stream():
            with fake_cuda.current(stream):
                gpufft.fft(x, out=out)

        self.expect_no_launch(ValueError, "stream given.*was freed", on_stream)
        self.expect_no_launch(ValueError, "stream given.*was freed", lambda: gpufft.fft(
            Array(x.host, stream), out=Array(out.host)))
        # So long that nothing allocated later comes to lie there.
        gone = to_gpu(np.zeros((100000, 6), np.complex128))
        interface = {**Array(gone).__cuda_array_interface__, "shape": (3, 6)}
        freed = types.SimpleNamespace(__cuda_array_interface__=interface)
        del gone
        gc.collect()
        self.expect_no_launch(ValueError, "is not known to the driver", lambda: gpufft.fft(
            freed, out=Array(out.host)))

    def test_refuses_memory_that_is_too_small(self):
        x = fake_cuda.host_array(18, np.complex128)
        longer = Array(x)
        longer.__cuda_array_interface__["shape"] = (3, 7)
        whole = Array(to_gpu(np.zeros((3, 7), np.complex128)))
        gpufft.fft(cupy.asarray(whole.host))  # new kernels are tested, which launches them
        for given, out in ((longer, whole), (whole, longer)):
            for helper in ("CuPy", None):
                self.expect_no_launch(
                    ValueError, "has 288 bytes, and the call takes 336",
                    lambda: gpufft.fft(given, out=out), helper)

    def test_refuses_arrays_that_overlap(self):
        memory = fake_cuda.host_array(40, np.complex128)
        given = fake_cuda.ndarray.of(memory[:18].reshape(3, 6))
        for first in (0, 1, 17):
            out = fake_cuda.ndarray.of(memory[first:first + 18].reshape(3, 6))
            self.expect_no_launch(ValueError, "overlap", lambda: gpufft.fft(given, out=out))
        out = fake_cuda.ndarray.of(memory[18:36].reshape(3, 6))
        self.assertIs(gpufft.fft(given, out=out), out)

    def expect_no_launch(self, error, words, refused, helper="CuPy"):
        """refused() is, with these words, and no kernel was launched for it."""
        x = noise((3, 6), np.complex128)
        given = cupy.asarray(x)
        expect_close(self, gpufft.fft(given).get(), scipy.fft.fft(x), "before")
        fake_cuda.fail("cuLaunchKernel", 1)
        with with_cupy(helper), self.assertRaisesRegex(error, words):
            refused()
        with self.assertRaisesRegex(RuntimeError, "cuLaunchKernel"):
            gpufft.fft(given)  # whose launch is the first


if __name__ == "__main__":
    fake_cuda.run_tests()
