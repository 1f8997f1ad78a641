#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which executors are kept, and what a forked process does: on a stand-in."""

import gc
import os
import unittest
import unittest.mock

import numpy as np
import stand_in

on_stand_in = stand_in.load_package()
executors = on_stand_in._executors
ExecutorCache = on_stand_in.executor_cache.ExecutorCache


def result_in_child(function):
    """What function() gives, as text, in a process forked from this one."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            text = str(function())
        except BaseException as error:
            text = f"{type(error).__name__}: {error}"
        os.write(writer, text.encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as answer:
        text = answer.read()
    os.waitpid(child, 0)
    return text


class qa_executors(unittest.TestCase):
    def setUp(self):
        executors._cache = executors._fresh_cache()
        executors._drivers_are_loaded = False
        stand_in.executor.made.clear()

    def test_keeps_those_used_last(self):
        made = []
        cache = ExecutorCache(lambda key: made.append(key) or -key, capacity=2)
        for key in (1, 2, 1, 3, 1, 2):  # 3 drops 2, and 2 drops 3
            self.assertEqual(cache.get(key), -key)
            self.assertLessEqual(len(cache), 2)
        self.assertEqual(made, [1, 2, 3, 2])

    def test_keeps_as_many_bytes_as_it_may(self):
        made = []
        cache = ExecutorCache(lambda key: made.append(key) or key, capacity=9,
                              size_of=lambda key: key, capacity_bytes=10)
        # 20 drops all others and stays; 3 drops it.
        for key, kept in ((4, 1), (5, 2), (6, 1), (4, 2), (20, 1), (20, 1), (3, 1)):
            cache.get(key)
            self.assertEqual(len(cache), kept, key)
        self.assertEqual(made, [4, 5, 6, 4, 20, 3])

    def test_forgets_what_could_not_be_made(self):
        cache = ExecutorCache(lambda key: 1 // key, capacity=2)
        for _ in range(2):
            with self.assertRaises(ZeroDivisionError):
                cache.get(0)
        self.assertEqual((cache.get(1), len(cache)), (1, 1))

    def test_makes_anew_what_was_dropped(self):
        made = []
        cache = ExecutorCache(lambda key: made.append(key) or key, capacity=9,
                              size_of=lambda key: key, capacity_bytes=10)
        for key in (4, 5):
            cache.get(key)
        for _ in range(2):
            cache.drop(4)
        self.assertEqual(len(cache), 1)
        for key in (4, 1):  # all of their bytes have room
            cache.get(key)
        self.assertEqual((made, len(cache)), ([4, 5, 4, 1], 3))

    def test_real_transforms_of_many_lengths_keep_little(self):
        for length in range(8, 108):
            on_stand_in.rfft(np.ones(length, np.float32))
        self.assertLessEqual(len(executors._cache), (512 << 20) // (40 << 20))
        for length in range(8, 28):  # which hold next to nothing
            on_stand_in.fft(np.ones(length, np.complex64))
        made = len(stand_in.executor.made)
        on_stand_in.fft(np.ones(8, np.complex64))
        self.assertEqual(len(stand_in.executor.made), made)

    def test_clear_cache_drops_all(self):
        on_stand_in.fft(np.ones(8))
        executors.clear_cache()
        self.assertEqual(len(executors._cache), 0)
        on_stand_in.fft(np.ones(8))
        self.assertEqual((len(stand_in.executor.made), len(executors._cache)), (2, 1))

    def test_makes_anew_what_has_failed(self):
        failure = RuntimeError("its kernels did not compile")
        with unittest.mock.patch.object(stand_in.executor, "run", side_effect=failure):
            for _ in range(2):
                with self.assertRaises(RuntimeError):
                    on_stand_in.fft(np.ones(8))
        on_stand_in.fft(np.ones(8))
        on_stand_in.fft(np.ones(8))
        self.assertEqual(len(stand_in.executor.made), 3)

    def test_one_serves_any_number_of_rows(self):
        for rows in (1, 7, 30):
            on_stand_in.fft(np.ones((rows, 8), np.complex64))
        self.assertEqual(len(stand_in.executor.made), 1)

    def test_differ_in_whatever_is_asked(self):
        x = np.ones((4, 4), np.complex64)
        for call in (lambda: on_stand_in.fft(x), lambda: on_stand_in.ifft(x),
                     lambda: on_stand_in.fft(x, norm="ortho"),
                     lambda: on_stand_in.fft(x, axis=0), lambda: on_stand_in.fft2(x),
                     lambda: on_stand_in.fft(x.real), lambda: on_stand_in.rfft(x.real),
                     lambda: on_stand_in.fft(x.astype(complex)),
                     lambda: on_stand_in.dct(x), lambda: on_stand_in.dst(x),
                     lambda: on_stand_in.dct(x, orthogonalize=True),
                     lambda: on_stand_in.fft(x, device="opencl:7")):
            before = len(stand_in.executor.made)
            call()
            call()
            self.assertEqual(len(stand_in.executor.made), before + 1)

    def test_the_environment_names_the_device_at_every_call(self):
        for name in ("first", "second"):
            with unittest.mock.patch.dict(os.environ, GPUFFT_DEVICE=name):
                for device in (None, "", "auto"):
                    on_stand_in.fft(np.ones(8), device=device)
            self.assertEqual(stand_in.executor.made[-1]["device"], name)
        self.assertEqual(len(stand_in.executor.made), 2)

    def test_refuses_double_precision_where_there_is_none(self):
        single = np.ones(8, np.float32)
        for x in (single, single.astype(np.float16), single.astype(np.complex64)):
            on_stand_in.fft(x, device="single")
        for x in (single.astype(float), single.astype(complex), [1, 2]):
            with self.assertRaises(RuntimeError) as caught:
                on_stand_in.fft(x, device="single")
            self.assertIn("which single (NumPy) does not have; pass x as float32",
                          str(caught.exception))

    def test_a_forked_process_uses_devices_that_its_parent_did_not(self):
        self.assertEqual(result_in_child(lambda: on_stand_in.fft([1.0]).real), "[1.]")

    def test_a_forked_process_refuses_its_parents_devices(self):
        on_stand_in.fft([1.0])
        text = result_in_child(lambda: on_stand_in.fft([1.0]))
        self.assertIn("ForkedError: this process was forked", text)
        self.assertIn('get_context("spawn")', text)
        # Nor does it free what is its parent's.
        self.assertEqual("[]", result_in_child(
            lambda: (gc.collect(), [p for p in stand_in.freed_in if p == os.getpid()])[1]))
        # Its own child begins anew as well, and nothing of that changed the parent.
        self.assertIn("ForkedError", result_in_child(
            lambda: result_in_child(lambda: on_stand_in.fft([1.0]))))
        on_stand_in.fft([1.0])


if __name__ == "__main__":
    unittest.main()
