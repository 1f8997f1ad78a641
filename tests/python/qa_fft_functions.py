#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The functions on a device, beside scipy.fft's: values, errors, threads, devices."""

import threading
import time
import unittest

import numpy as np
import scipy.fft
from arrays import noise, relative_error, tolerance
import gpufft
from gpufft import _executors
from weighted_ends import reference

# why: function, x, arguments. Kernels take a second each the first time.
CALLS = {
    "a vector": ("fft", noise(1000), {}),
    "back": ("ifft", noise(1000), {}),
    "real points": ("fft", noise(64, np.float32), {}),
    "many rows": ("fft", noise((3000, 16)), {}),
    "middle axis": ("fft", noise((4, 5, 6)), {"axis": 1}),
    "cropped": ("fft", noise((4, 50)), {"n": 16}),
    "padded": ("ifft", noise((4, 990)), {"n": 1000}),
    "a prime": ("fft", noise((3, 1009)), {}),
    "ortho": ("fft", noise(1000), {"norm": "ortho"}),
    "forward": ("fft", noise(1000), {"norm": "forward"}),
    "a picture": ("fft2", noise((48, 64)), {}),
    "a picture back": ("ifft2", noise((48, 64)), {}),
    "three axes": ("fftn", noise((6, 8, 10)), {}),
    "five axes": ("fftn", noise((2, 3, 4, 3, 2)), {}),
    "three axes back": ("ifftn", noise((6, 8, 10)), {}),
    "axes apart": ("fftn", noise((6, 5, 8)), {"axes": (0, 2)}),
    "double": ("fft", noise((3, 64), np.complex128), {}),
    "double, a prime": ("fft", noise(101, np.complex128), {}),
    "reals": ("rfft", noise((3, 1000), np.float32), {}),
    "reals, odd": ("rfft", noise(75, np.float32), {}),
    "reals, along the first axis": ("rfft", noise((16, 5), np.float32), {"axis": 0}),
    "reals, double": ("rfft", noise(240, np.float64), {}),
    "to reals": ("irfft", noise((3, 501)), {}),
    "to reals, odd": ("irfft", noise(38), {"n": 75}),
    "Hermitian points": ("hfft", noise((3, 501)), {}),
    "to Hermitian points": ("ihfft", noise((3, 1000), np.float32), {}),
    "real picture": ("rfft2", noise((48, 64), np.float32), {}),
    "real picture back": ("irfft2", noise((48, 33)), {}),
    "Hermitian picture": ("hfft2", noise((48, 33)), {}),
    "to a Hermitian picture": ("ihfft2", noise((48, 64), np.float32), {}),
    "halved axis first": ("rfftn", noise((8, 6, 10), np.float32), {"axes": (1, 2, 0)}),
    "halved axis first, back": ("irfftn", noise((5, 6, 10)), {"axes": (1, 2, 0)}),
    "Hermitian block": ("hfftn", noise((5, 6, 10)), {"axes": (1, 2, 0)}),
    "to a Hermitian block": ("ihfftn", noise((8, 6, 10), np.float32),
                             {"axes": (1, 2, 0)}),
    "dct 1": ("dct", noise((3, 33), np.float32), {"type": 1}),
    "dct 2": ("dct", noise((3, 64), np.float32), {}),
    "dct 3": ("dct", noise((3, 64), np.float32), {"type": 3}),
    "dct 4": ("dct", noise((3, 64), np.float32), {"type": 4}),
    "dct 2 back": ("idct", noise((3, 64), np.float32), {}),
    "dct 2 orthogonal": ("dct", noise((3, 64), np.float32), {"norm": "ortho"}),
    "dct 2 of complex": ("dct", noise((3, 64)), {}),
    "dct 2 double": ("dct", noise((3, 64), np.float64), {}),
    "dct 4 of odd length": ("idct", noise(45, np.float32), {"type": 4}),
    "dst 1": ("dst", noise((3, 31), np.float32), {"type": 1}),
    "dst 2": ("dst", noise((3, 64), np.float32), {}),
    "dst 3": ("dst", noise((3, 64), np.float32), {"type": 3}),
    "dst 2 orthogonal": ("dst", noise((3, 64), np.float32), {"norm": "ortho"}),
    "dst 4": ("dst", noise((3, 64), np.float32), {"type": 4}),
    "dst 2 back": ("idst", noise((3, 64), np.float32), {}),
    "dct of a picture": ("dctn", noise((24, 32), np.float32), {}),
    "dct of a picture back": ("idctn", noise((24, 32), np.float32), {}),
    "dst of a picture": ("dstn", noise((24, 32), np.float32), {"norm": "forward"}),
    "dst of a picture back": ("idstn", noise((24, 32), np.float32), {"norm": "ortho"}),
}


class qa_fft_functions(unittest.TestCase):
    def test_gives_what_scipy_gives(self):
        for why, (name, x, arguments) in CALLS.items():
            with self.subTest(f"{name}: {why}"):
                before = x.copy()
                got = getattr(gpufft, name)(x, **arguments)
                exact = x.astype(complex if x.dtype.kind == "c" else float)
                want = reference(name)(exact, **arguments)
                kind = getattr(scipy.fft, name)(x, **arguments).dtype
                self.assertEqual((got.dtype, got.shape), (kind, want.shape))
                self.assertLessEqual(relative_error(got, want),
                                     tolerance(got.size, x.dtype))
                self.assertTrue((x == before).all(), "changed its input")

    def test_every_function_is_called_here(self):
        called = {name for name, _, _ in CALLS.values()}
        self.assertEqual(called, set(gpufft.scipy_backend._FUNCTIONS))

    def test_device_is_chosen_by_name(self):
        x = noise(8)
        for device in (None, "auto", gpufft.devices()[0].name):
            self.assertEqual(gpufft.fft(x, device=device).shape, (8,))
        with self.assertRaises(RuntimeError) as caught:
            gpufft.fft(x, device="no such thing")
        self.assertIn("no such thing", str(caught.exception))

    def test_refuses_what_the_engine_refuses(self):
        with self.assertRaises(ValueError) as caught:
            gpufft.fft(np.broadcast_to(np.float32(1), 8), n=2**27 + 1)
        self.assertIn("134217729", str(caught.exception))

    def test_other_threads_run_while_the_device_works(self):
        x = noise((4096, 4096))
        gpufft.fft(x[:1])
        running = threading.Event()
        turns = []

        def count():
            running.set()
            while running.is_set():
                turns.append(time.monotonic())
                time.sleep(0.0005)

        counter = threading.Thread(target=count)
        counter.start()
        running.wait()
        executor = next(reversed(_executors._cache._kept.values()))
        out = np.empty_like(x)
        for _ in range(20):  # others may use all cores; with the GIL held there is none
            began = time.monotonic()
            executor.run(x, out)
            ended = time.monotonic()
            inside = [turn for turn in turns if began < turn < ended]
            if len(inside) > 3:
                break
        running.clear()
        counter.join()
        # Far fewer than fit.
        self.assertGreater(len(inside), 3, f"in {ended - began:.3f} s")

    def test_threads_share_an_executor(self):
        x = noise((8, 500, 64))
        results = [None] * 8

        def transform(i):
            for _ in range(10):
                results[i] = gpufft.fft(x[i])

        threads = [threading.Thread(target=transform, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertLessEqual(relative_error(np.array(results), np.fft.fft(x)),
                             tolerance(64, x.dtype))

    def test_executors_refuse_arrays_that_do_not_fit(self):
        gpufft.fft(noise((3, 16)))
        executor = next(reversed(_executors._cache._kept.values()))
        x, out = noise((3, 16)), noise((3, 16))
        for given, words in (
            ((x.astype(np.complex128), out), "in must be a C-contiguous, aligned array of "
                                             "complex64, got complex128"),
            ((x, out.real), "out must be a C-contiguous"),
            ((x[:, ::2], out), "in must be a C-contiguous"),
            ((x[:, :15].copy(), out), "in has 45 elements and out 48; rows of 16 and 16"),
            ((x, out[1:]), "in has 48 elements and out 32"),
            ((x, np.broadcast_to(out[0], (3, 16))), "out must be a C-contiguous"),
        ):
            with self.assertRaises(ValueError) as caught:
                executor.run(*given)
            self.assertIn(words, str(caught.exception))
        out.flags.writeable = False
        with self.assertRaises(ValueError):
            executor.run(x, out)

    def test_next_fast_length(self):
        for length, fast in ((1, 1), (13, 13), (17, 18), (1021, 1024), (1023, 1024)):
            self.assertEqual(gpufft.next_fast_length(length), fast)
        for length in (2**27 + 1, 10**30):
            with self.assertRaises(ValueError) as caught:
                gpufft.next_fast_length(length)
            self.assertEqual(str(caught.exception),
                             f"length {length} is above the limit of 134217728 (2^27) points")
        for length, words in ((0, "length must be at least 1, got 0"),
                              (2.5, "'float' object cannot be interpreted as an integer")):
            with self.assertRaises((TypeError, ValueError)) as caught:
                gpufft.next_fast_length(length)
            self.assertEqual(str(caught.exception), words)

    def test_devices_are_listed_with_what_is_absent(self):
        found = gpufft.devices()
        self.assertIsInstance(found, list)
        self.assertGreater(len(found), 0)
        for device in found:
            self.assertRegex(device.name, r"^\w+:\d+$")
            self.assertIn(device.type, ("gpu", "cpu", "other"))
            self.assertGreater(device.global_memory_bytes, 0)
            self.assertIn(device.name, str(found))
        for absent in found.absent:
            self.assertGreater(len(absent.reason), 5)
            self.assertIn(absent.reason, str(found))

    def test_everything_is_documented(self):
        for name in gpufft.__all__:
            self.assertGreater(len(getattr(gpufft, name).__doc__), 30, name)


if __name__ == "__main__":
    unittest.main()
