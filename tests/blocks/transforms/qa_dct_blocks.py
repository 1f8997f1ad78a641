#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""dct_vff and dst_vff: their numbers, beside scipy.fft's in double precision."""

import itertools

import numpy as np
import scipy.fft
from flowgraphs import noise, relative_error, run, tolerance
from gnuradio import gpufft, gr_unittest
from some_rows import some_of

# block: scipy's forward and inverse, points of the DFT that type 1 stands for
BLOCKS = {
    "dct_vff": (scipy.fft.dct, scipy.fft.idct, lambda length: 2 * (length - 1)),
    "dst_vff": (scipy.fft.dst, scipy.fft.idst, lambda length: 2 * (length + 1)),
}

TYPES = (1, 2, 3, 4)
NORMALIZATIONS = ("none", "by_length", "orthonormal")

# length: why it is in the table
LENGTHS = {
    2: "the shortest of every type",
    3: "odd, prime",
    15: "odd, two radices",
    16: "power of two",
    34: "half of it is prime",
}

# Longer ones, each for a few kinds: length, block, type
LONGER = [
    (1, "dct_vff", 2),
    (1, "dst_vff", 1),
    (1, "dct_vff", 4),
    (101, "dct_vff", 2),
    (101, "dst_vff", 4),
    (127, "dst_vff", 1),
    (1023, "dst_vff", 1),
    (1025, "dct_vff", 1),
    (1000, "dct_vff", 3),
    (1024, "dct_vff", 2),
    (1024, "dct_vff", 4),
    (2018, "dct_vff", 2),
    (4096, "dst_vff", 2),
    (131072, "dct_vff", 2),
    (131072, "dct_vff", 3),
]


def dft_points(name, type, length):
    return BLOCKS[name][2](length) if type == 1 else 2 * length


def cases():
    every = itertools.product(LENGTHS, BLOCKS, TYPES)
    yield from some_of(every, lambda case: case[0])
    yield from some_of(LONGER)
    seed = np.random.SeedSequence().entropy % 10**9
    rng = np.random.default_rng(seed)
    for name in BLOCKS:
        length, type = int(rng.integers(35, 2000)), int(rng.integers(1, 5))
        print(f"random: {name}({length}, {type}), seed {seed}")
        yield length, name, type


class qa_dct_blocks(gr_unittest.TestCase):
    def check(self, block, frames, want, points):
        got = run(block, frames, dtype=np.float32)
        self.assertEqual(got.shape, want.shape)
        self.assertLessEqual(relative_error(got, want), tolerance(points))

    def test_coefficients_are_scipys(self):
        for length, name, type in cases():
            with self.subTest(f"{name}({length}, {type})"):
                frames = noise((3, length), real=True)
                want = BLOCKS[name][0](frames.astype(float), type)
                block = getattr(gpufft, name)(length, type)
                self.check(block, frames, want, dft_points(name, type, length))

    def test_inverses_are_scipys(self):
        for name, type in itertools.product(BLOCKS, TYPES):
            with self.subTest(f"{name} {type}"):
                frames = noise((3, 16), real=True)
                want = BLOCKS[name][1](frames.astype(float), type)
                block = getattr(gpufft, name)(16, type, True, "by_length")
                self.check(block, frames, want, dft_points(name, type, 16))

    def test_normalization(self):
        frames = noise((3, 16), real=True)
        double = frames.astype(float)
        every = itertools.product(BLOCKS, TYPES, (False, True), NORMALIZATIONS)
        for name, type, inverse, how in some_of(every, lambda case: case[:2]):
            scipys = BLOCKS[name][int(inverse)]
            points = dft_points(name, type, 16)
            if how == "orthonormal":
                want = scipys(double, type, norm="ortho", orthogonalize=False)
            else:
                undone = points if inverse and how == "none" else 1
                want = scipys(double, type) * undone
            with self.subTest(f"{name} {type} {inverse=} {how}"):
                block = getattr(gpufft, name)(16, type, inverse, how)
                self.check(block, frames, want, points)

    def test_orthogonalized_the_matrix_is_orthogonal(self):
        identity = np.eye(15, dtype=np.float32)
        every = itertools.product(BLOCKS, TYPES, (False, True))
        for name, type, inverse in some_of(every, lambda case: case[:2]):
            with self.subTest(f"{name} {type} {inverse=}"):
                block = getattr(gpufft, name)(15, type, inverse, "orthonormal", True)
                got = run(block, identity, dtype=np.float32)
                np.testing.assert_allclose(got @ got.T, identity, atol=1e-6)
                # SciPy weights the wrong end of its dst 2 and 3: not orthogonal there.
                if (name, type) not in (("dst_vff", 2), ("dst_vff", 3)):
                    scipys = BLOCKS[name][int(inverse)]
                    want = scipys(identity.astype(float), type, norm="ortho")
                    self.assertLessEqual(relative_error(got, want), 3e-7)

    def test_there_and_back(self):
        frames = noise((2003, 1024), real=True)
        for arguments in (("by_length", False), ("orthonormal", True)):
            there = gpufft.dct_vff(1024, 2, False, *arguments)
            back = gpufft.dct_vff(1024, 2, True, *arguments)
            got = run([there, back], frames, dtype=np.float32)
            self.assertEqual(got.shape, frames.shape)
            self.assertLessEqual(relative_error(got, frames), 2 * tolerance(2048))


if __name__ == "__main__":
    gr_unittest.run(qa_dct_blocks)
