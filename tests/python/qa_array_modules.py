#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays of PyOpenCL, PyTorch and DLPack: what goes in and comes out, on a CPU device."""

import unittest
import warnings

import numpy as np
import scipy.fft
import scipy.signal

import gpufft
from array_calls import all_calls, expect_close, wanted
from arrays import noise


def module(test, name):
    try:
        return __import__(name, fromlist=["array"])
    except ImportError:
        test.skipTest(f"{name} is not installed")


class WithDlpack:
    """An array of the host, of a module that nobody knows."""

    def __init__(self, host):
        self.host = host

    def __dlpack__(self, stream=None):
        return self.host.__dlpack__()

    def __dlpack_device__(self):
        return self.host.__dlpack_device__()


class OfStandard(WithDlpack):
    """... whose module is one of the array API standard."""

    def __array_namespace__(self, api_version=None):
        return OfStandard

    @classmethod
    def from_dlpack(cls, x):
        return cls(np.from_dlpack(x))


class qa_numpy(unittest.TestCase):
    def test_out(self):
        x = noise((3, 6), np.complex128)
        want = scipy.fft.fft(x)
        for why, out in (("contiguous", np.empty_like(x)), ("transposed", np.empty((6, 3), complex).T),
                         ("x itself", x.copy())):
            given = out if why == "x itself" else x
            self.assertIs(gpufft.fft(given, out=out), out)
            expect_close(self, out, want, why)

    def test_refuses(self):
        x = noise((3, 6))
        for error, words, out in (
                (ValueError, r"out has the shape \(3, 5\)", np.empty((3, 5), np.complex64)),
                (ValueError, "type complex128", np.empty((3, 6), complex)),
                (TypeError, "out is a list", [1])):
            with self.assertRaisesRegex(error, words):
                gpufft.fft(x, out=out)


class qa_pyopencl(unittest.TestCase):
    def setUp(self):
        self.cl = module(self, "pyopencl")
        module(self, "pyopencl.array")
        warnings.simplefilter("ignore")  # PyOpenCL's, of its compiler's output
        gpus = [d for p in self.cl.get_platforms() for d in p.get_devices()]
        self.context = self.cl.Context(gpus[:1])
        self.queue = self.cl.CommandQueue(self.context)

    def on_device(self, x):
        return self.cl.array.to_device(self.queue, np.ascontiguousarray(x))

    def test_all_functions(self):
        for why, name, x, made, arguments in all_calls():
            if why in ("backwards", "halves become float32"):
                continue  # refused below
            with self.subTest(why):
                given = self.on_device(x)
                given, x = (made(given), made(x)) if made else (given, x)
                got = getattr(gpufft, name)(given, **arguments)
                self.assertIsInstance(got, self.cl.array.Array)
                self.assertEqual(got.queue, self.queue)
                expect_close(self, got.get(), wanted(name, x, arguments), why)

    def test_out_and_queues(self):
        x = noise((3, 6), np.complex128)
        out = self.cl.array.empty(self.queue, (3, 6), np.complex128)
        self.assertIs(gpufft.fft(self.on_device(x), out=out), out)
        expect_close(self, out.get(), scipy.fft.fft(x), "out")
        without = self.on_device(x).with_queue(None)
        with self.assertRaisesRegex(ValueError, "x has no queue"):
            gpufft.fft(without)
        self.assertIs(gpufft.fft(without, out=out), out)
        properties = self.cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
        unordered = self.cl.CommandQueue(self.context, properties=properties)
        got = gpufft.ifft(gpufft.fft(self.on_device(x).with_queue(unordered)))
        self.assertEqual(got.queue, unordered)
        expect_close(self, got.get(), x, "out of order")

    def test_a_workspace(self):
        x = noise((2, 1 << 17))
        expect_close(self, gpufft.fft(self.on_device(x)).get(), scipy.fft.fft(x), "passes")

    def test_refuses(self):
        x = self.on_device(noise((3, 6)))
        half = self.on_device(np.ones(6, np.float16))
        other = self.cl.Context(self.context.devices)
        elsewhere = self.cl.array.zeros(self.cl.CommandQueue(other), (3, 6), np.complex64)
        for error, words, refused in (
                (ValueError, "out is of another context", lambda: gpufft.fft(x, out=elsewhere)),
                (ValueError, "overlap", lambda: gpufft.fft(x, out=x)),
                (TypeError, "out is a ndarray", lambda: gpufft.fft(x, out=x.get())),
                (ValueError, "out has the shape", lambda: gpufft.fft(x, 5, out=x)),
                (TypeError, "x is float16", lambda: gpufft.fft(half)),
                (ValueError, "and device is 'cuda:7'", lambda: gpufft.fft(x, device="cuda:7")),
                (ValueError, "positive|contiguous", lambda: gpufft.fft(x[:, ::-1]))):
            with self.assertRaisesRegex(error, words):
                refused()


class qa_torch(unittest.TestCase):
    def setUp(self):
        self.torch = module(self, "torch")

    def test_all_functions_on_the_host(self):
        for why, name, x, made, arguments in all_calls():
            if why == "backwards":
                continue  # PyTorch has no such tensors
            with self.subTest(why):
                given = self.torch.from_numpy(x)
                given, x = (made(given), made(x)) if made else (given, x)
                got = getattr(gpufft, name)(given, **arguments)
                self.assertIsInstance(got, self.torch.Tensor)
                expect_close(self, got.numpy(), wanted(name, x, arguments), why)

    def test_tensors_that_conjugate_later(self):
        x = noise((3, 6), np.complex128)
        lazy = self.torch.from_numpy(x).conj()
        expect_close(self, gpufft.fft(lazy).numpy(), scipy.fft.fft(x.conj()), "conj")
        expect_close(self, gpufft.rfft(lazy.imag).numpy(), scipy.fft.rfft(-x.imag), "neg")

    def test_out(self):
        x = noise((3, 6), np.complex128)
        out = self.torch.empty((3, 6), dtype=self.torch.complex128)
        self.assertIs(gpufft.fft(self.torch.from_numpy(x), out=out), out)
        expect_close(self, out.numpy(), scipy.fft.fft(x), "out")

    def test_a_state_of_another_module(self):
        """lfilter's zi, which may come from scipy.signal.lfilter_zi."""
        x, taps, zi = noise((2, 40), np.float64), noise(7, np.float64), noise((2, 6), np.float64)
        want = scipy.signal.lfilter(taps, 1.0, x, zi=zi)
        got = gpufft.signal.lfilter(taps, 1.0, self.torch.from_numpy(x), zi=zi)
        for mine, theirs in zip(got, want):
            expect_close(self, mine.numpy(), theirs, "zi")

    def test_refuses(self):
        t = self.torch
        x = t.ones(6, requires_grad=True)
        for words, refused in (
                ("requires its gradient", lambda: gpufft.fft(x)),
                ("bfloat16, which is not computed", lambda: gpufft.fft(t.ones(6, dtype=t.bfloat16))),
                ("give a dense tensor", lambda: gpufft.fft(t.ones(6).to_sparse())),
                ("out is a ndarray", lambda: gpufft.fft(t.ones(6), out=np.ones(6))),
                ("is on meta, where nothing", lambda: gpufft.fft(t.ones(6, device="meta")))):
            with self.assertRaisesRegex(TypeError, words):
                refused()
        with t.no_grad():
            self.assertEqual(gpufft.fft(x)[0], 6)


class qa_dlpack(unittest.TestCase):
    def test_all_functions(self):
        for why, name, x, made, arguments in all_calls():
            if why == "no rows":
                continue  # NumPy's own from_dlpack() takes none
            with self.subTest(why):
                x = made(x) if made else x
                want = wanted(name, x, arguments)
                got = getattr(gpufft, name)(OfStandard(x), **arguments)
                self.assertIsInstance(got, OfStandard)
                expect_close(self, got.host, want, why)
                out = WithDlpack(np.empty_like(want))
                self.assertIs(getattr(gpufft, name)(WithDlpack(x), **arguments, out=out), out)
                expect_close(self, out.host, want, why)

    def test_refuses(self):
        x = WithDlpack(noise((3, 6)))
        elsewhere = WithDlpack(x.host)
        elsewhere.__class__ = type("Elsewhere", (WithDlpack,), {
            "__dlpack_device__": lambda self: (8, 0)})
        for words, refused in (
                ("give one as out", lambda: gpufft.fft(x)),
                ("DLPack's type 8, where nothing", lambda: gpufft.fft(elsewhere)),
                ("out is a list", lambda: gpufft.fft(x, out=[1]))):
            with self.assertRaisesRegex(TypeError, words):
                refused()


if __name__ == "__main__":
    unittest.main()
