#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft.fft and gpufft.ifft, beside scipy.fft's."""

import itertools
import os
import threading
import time
import unittest.mock

import numpy as np
import scipy.fft
from flowgraphs import noise, relative_error, tolerance
from gnuradio import gpufft, gr_unittest
from gnuradio.gpufft.executor_cache import ExecutorCache

PAIRS = ((gpufft.fft, scipy.fft.fft), (gpufft.ifft, scipy.fft.ifft))
NORMS = (None, "backward", "ortho", "forward")

# why: x, arguments
CALLS = {
    "one point": (noise(1), {}),
    "a vector": (noise(1000), {}),
    "real": (noise(64, real=True), {}),
    "many rows": (noise((3000, 16)), {}),
    "three axes": (noise((4, 5, 6)), {}),
    "first axis": (noise((4, 5, 6)), {"axis": 0}),
    "middle axis": (noise((4, 5, 6)), {"axis": 1}),
    "middle axis, from the end": (noise((4, 5, 6)), {"axis": -2}),
    "cropped": (noise((4, 50)), {"n": 32}),
    "padded": (noise((4, 50)), {"n": 64}),
    "padded, real, first axis": (noise((5, 3), real=True), {"n": 8, "axis": 0}),
    "cropped, first axis": (noise((50, 3)), {"n": 7, "axis": 0}),
    "prime length by padding": (noise(17), {"n": 18}),
    "n from numpy": (noise(8), {"n": np.int64(4)}),
    "no rows": (np.zeros((0, 8), np.complex64), {}),
    "no points, padded": (np.zeros((3, 0)), {"n": 4}),
    "every second, backwards": (noise(128)[::-2], {}),
    "transposed": (noise((8, 64)).T, {}),
    "column order": (np.asfortranarray(noise((8, 64))), {}),
    "broadcast, read-only": (np.broadcast_to(noise(8), (5, 8)), {}),
    "big-endian": (noise(16).astype(">c8"), {}),
    "double": (noise((3, 64)).astype(complex), {}),
    "double, real": (noise((3, 64), real=True).astype(float), {}),
    "half": (noise(64, real=True).astype(np.float16), {}),
    "integers": (np.arange(-32, 32), {}),
    "truth values": (np.array([True, False, True]), {}),
    "a list": ([1, 2.5, -3], {}),
    "a list of complex": ([[1j, 2], [3, 4 - 1j]], {}),
    "objects": (np.array([1, 2, 3], object), {}),
}

# why: x, arguments, exception
REFUSED = {
    "a number": (5.0, {}, IndexError),
    "no points": ([], {}, ValueError),
    "no points along the axis": (np.zeros((8, 0)), {}, ValueError),
    "n of 0": (noise(4), {"n": 0}, ValueError),
    "n negative": (noise(4), {"n": -1}, ValueError),
    "n not whole": (noise(4), {"n": 2.5}, TypeError),
    "no such axis": (noise(4), {"axis": 1}, IndexError),
    "no such axis, from the end": (noise((3, 4)), {"axis": -3}, IndexError),
    "axis not whole": (noise(4), {"axis": 0.5}, TypeError),
    "no such norm": (noise(4), {"norm": "energy"}, ValueError),
    "norm in capitals": (noise(4), {"norm": "ORTHO"}, ValueError),
    "text": (["a", "b"], {}, ValueError),
    "ragged": ([[1, 2], [3]], {}, ValueError),
}


class qa_fft_functions(gr_unittest.TestCase):
    def check(self, ours, theirs, x, **arguments):
        got = ours(x, **arguments)
        # double precision input: what scipy would not round is rounded first here
        single = np.asarray(x)
        single = single.astype(np.complex64 if single.dtype.kind == "c" else np.float32)
        want = theirs(single.astype(complex), **arguments)
        self.assertIs(type(got), np.ndarray)
        self.assertEqual(got.dtype, np.complex64)
        self.assertEqual(got.shape, want.shape)
        self.assertTrue(got.flags.c_contiguous and got.flags.writeable)
        if want.size:
            n = want.shape[arguments.get("axis", -1)]
            self.assertLessEqual(relative_error(got, want), tolerance(n))

    def test_gives_what_scipy_gives(self):
        for (why, (x, arguments)), pair in itertools.product(CALLS.items(), PAIRS):
            with self.subTest(f"{pair[0].__name__}: {why}"):
                self.check(*pair, x, **arguments)

    def test_scales_as_scipy_does(self):
        for pair, norm, real in itertools.product(PAIRS, NORMS, (False, True)):
            with self.subTest(f"{pair[0].__name__}: {norm=} {real=}"):
                self.check(*pair, noise((3, 30), real=real), norm=norm)

    def test_leaves_its_input_alone(self):
        x = noise((3, 30))
        before = x.copy()
        gpufft.fft(x, norm="forward")
        gpufft.ifft(x)
        self.assertTrue((x == before).all())

    def test_positional_arguments_are_scipys(self):
        x = noise((6, 10))
        got = gpufft.fft(x, 5, 0, "ortho")
        want = scipy.fft.fft(x.astype(complex), 5, 0, "ortho")
        self.assertLessEqual(relative_error(got, want), tolerance(5))

    def test_refuses_what_scipy_refuses(self):
        for (why, row), pair in itertools.product(REFUSED.items(), PAIRS):
            x, arguments, kind = row
            with self.subTest(f"{pair[0].__name__}: {why}"):
                for function in pair:
                    with self.assertRaises(kind):
                        function(x, **arguments)

    def test_says_what_is_wrong(self):
        for x, arguments, words in (
            (noise(4), {"n": 0}, "invalid number of data points (0) specified"),
            (noise(4), {"norm": "x"}, "Invalid norm value 'x'"),
            (noise(4), {"axis": 2}, "axis 2 is out of bounds, there are 1"),
            (noise(17), {}, "18"),
        ):
            with self.assertRaises((ValueError, IndexError)) as caught:
                gpufft.fft(x, **arguments)
            self.assertIn(words, str(caught.exception))

    def test_device_is_chosen_by_name(self):
        x = noise(8)
        for device in (None, "auto", gpufft.devices()[0].name):
            self.assertEqual(gpufft.fft(x, device=device).shape, (8,))
        for device in ("no such thing",):
            with self.assertRaises(RuntimeError) as caught:
                gpufft.fft(x, device=device)
            self.assertIn(device, str(caught.exception))

    def test_the_environment_names_the_device_at_every_call(self):
        gpufft.fft(noise(8))
        with unittest.mock.patch.dict(os.environ, GPUFFT_DEVICE="no such thing"):
            with self.assertRaises(RuntimeError):
                gpufft.fft(noise(8))

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
        executor = gpufft.fft_functions._executors.get(4096, False, "none", False, "auto")
        began = time.monotonic()
        executor.run(x)
        ended = time.monotonic()
        running.clear()
        counter.join()
        inside = [turn for turn in turns if began < turn < ended]
        # Far fewer than fit, for machines that do other things; with the GIL held, none.
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
        self.assertLessEqual(
            relative_error(np.array(results), np.fft.fft(x)), tolerance(64)
        )

    def test_keeps_the_executors_that_were_used_last(self):
        made = []
        cache = ExecutorCache(lambda *key: made.append(key) or key, capacity=2)
        for key in (1, 2, 1, 3, 1, 2):  # 3 drops 2, and 2 drops 3
            self.assertEqual(cache.get(key), (key,))
            self.assertLessEqual(len(cache), 2)
        self.assertEqual(made, [(1,), (2,), (3,), (2,)])

    def test_next_fast_length(self):
        for length, fast in ((1, 1), (13, 13), (17, 18), (1021, 1024), (1023, 1024)):
            self.assertEqual(gpufft.next_fast_length(length), fast)
        with self.assertRaises(ValueError):
            gpufft.next_fast_length(2**26 + 1)

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
    gr_unittest.run(qa_fft_functions)
