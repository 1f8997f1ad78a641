#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""fft_vcc and fft_vfc: their numbers, beside a double-precision DFT and gnuradio.fft."""

import itertools

import numpy as np
from flowgraphs import noise, reference, relative_error, run, tolerance
from gnuradio import fft, gpufft, gr_unittest
from some_rows import some_of

# All combinations of direction, window and shift at these: nothing, even and odd.
THOROUGH = (1, 15, 16)

# length: why it is in the table
SIZES = {
    1: "nothing to compute",
    2: "one butterfly",
    3: "odd, prime",
    5: "odd, prime",
    7: "odd, prime",
    8: "power of two in one stage",
    11: "larger prime",
    13: "largest prime of fast lengths",
    15: "two odd radices",
    16: "power of two",
    17: "a prime with a codelet",
    21: "3 * 7",
    35: "5 * 7",
    37: "a prime that becomes a convolution",
    64: "OFDM",
    77: "7 * 11, odd",
    91: "7 * 13, odd",
    125: "power of five",
    143: "11 * 13",
    256: "power of two, two stages",
    1000: "2^3 * 5^3",
    1001: "7 * 11 * 13: odd, and items that fit no page",
    1024: "GRC's default",
    2018: "2 * 1009, a larger prime",
    4096: "common",
    15015: "every odd radix at once",
    65536: "several passes",
}

COUNTS = [
    ("a lone item", 16, 1),
    ("fewer than a buffer", 16, 7),
    ("a prime number of items", 16, 1009),
    ("many buffers", 16, 300001),
    ("items that fit no page", 7, 50021),
    ("items of half a megabyte", 65536, 41),
    ("one point an item", 1, 1000003),
]

BLOCKS = {"fft_vcc": np.complex64, "fft_vfc": np.float32}


def taps(length):
    return np.linspace(0.5, 1.5, length).astype(np.float32).tolist()


def options(length, name):
    """(forward, windowed, shift) for a length. Each is a kernel to compile, so most
    lengths get one or two of the eight, and all eight come up over the lengths."""
    every = list(itertools.product((True, False), repeat=3))
    if length in THOROUGH:
        return every
    first = 3 * list(SIZES).index(length) % 8
    return [every[first], every[(first + 5) % 8]][: 2 if name == "fft_vcc" else 1]


def cases():
    """(length, block, forward, windowed, shift), some for each length."""
    every = [
        (length, name, *chosen)
        for length, name in itertools.product(SIZES, BLOCKS)
        for chosen in options(length, name)
    ]
    return some_of(every, lambda case: case[0])


def in_tree_is_right(name, length, forward, shift):
    """gnuradio.fft's reverse fft_vfc misplaces the halves of an odd length."""
    return not (name == "fft_vfc" and not forward and shift and length % 2 and length > 1)


class qa_fft_blocks(gr_unittest.TestCase):
    def test_matches_the_reference_and_gnuradio(self):
        for length, name, forward, windowed, shift in cases():
            items = noise((3, length), real=name == "fft_vfc")
            window = taps(length) if windowed else []
            case = f"{name}({length}, {forward}, {windowed=}, {shift=}): {SIZES[length]}"
            with self.subTest(case):
                arguments = (length, forward, window, shift)
                got = run(getattr(gpufft, name)(*arguments), items)
                self.assertEqual(got.shape, (3, length))
                want = reference(items, forward, window, shift)
                self.assertLessEqual(relative_error(got, want), tolerance(length))
                if in_tree_is_right(name, length, forward, shift):
                    theirs = run(getattr(fft, name)(*arguments), items)
                    self.assertLessEqual(
                        relative_error(got, theirs), 2 * tolerance(length)
                    )

    def test_every_item_comes_out_once_and_in_order(self):
        for (why, length, count), name in itertools.product(COUNTS, BLOCKS):
            with self.subTest(f"{name}: {why}"):
                items = noise((count, length), real=name == "fft_vfc")
                got = run(getattr(gpufft, name)(length, True, []), items)
                self.assertEqual(got.shape, (count, length))
                want = np.fft.fft(items)
                self.assertLessEqual(relative_error(got, want), tolerance(length))
                # The error of the whole would hide one wrong item among many.
                errors = np.linalg.norm(got - want, axis=1) / np.linalg.norm(want, axis=1)
                self.assertLess(errors.max(), 3 * tolerance(length))

    def test_a_long_item(self):
        length = 2**20
        items = noise((5, length))
        got = run(gpufft.fft_vcc(length, True, [], True), items)
        self.assertEqual(got.shape, (5, length))
        want = reference(items, True, shift=True)
        self.assertLessEqual(relative_error(got, want), tolerance(length))

    def test_forward_then_reverse_multiplies_by_the_length(self):
        for length, shift in itertools.product((15, 1024), (False, True)):
            with self.subTest(length=length, shift=shift):
                items = noise((2003, length))
                there = gpufft.fft_vcc(length, True, [], shift)
                back = gpufft.fft_vcc(length, False, [], shift)
                got = run([there, back], items)
                self.assertEqual(got.shape, items.shape)
                self.assertLessEqual(
                    relative_error(got, items * length), 2 * tolerance(length)
                )

    def test_reverse_real_with_shift_and_odd_size_is_as_complex(self):
        for length in (3, 5, 15, 1001):
            with self.subTest(length=length):
                items = noise((10, length), real=True)
                arguments = (length, False, taps(length), True)
                real = run(gpufft.fft_vfc(*arguments), items)
                full = run(gpufft.fft_vcc(*arguments), items.astype(np.complex64))
                theirs = run(fft.fft_vcc(*arguments), items.astype(np.complex64))
                self.assertEqual(real.shape, (10, length))
                self.assertLessEqual(relative_error(real, full), tolerance(length))
                self.assertLessEqual(relative_error(real, theirs), 2 * tolerance(length))

    def test_runs_again(self):
        block = gpufft.fft_vcc(64, True, [])
        for seed in (1, 2):
            items = noise((1000, 64), seed=seed)
            got = run(block, items)
            self.assertEqual(got.shape, items.shape)
            self.assertLessEqual(relative_error(got, np.fft.fft(items)), tolerance(64))


if __name__ == "__main__":
    gr_unittest.run(qa_fft_blocks)
