#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""fftn_vcc: its numbers, beside numpy's in double precision."""

import itertools
import math

import numpy as np
from flowgraphs import noise, relative_error, run, tolerance
from gnuradio import gpufft, gr_unittest

# shape: why it is in the table
SHAPES = {
    (1,): "a point",
    (60,): "one dimension",
    (1, 1): "a point in two dimensions",
    (8, 8): "one pass",
    (3, 5): "odd",
    (6, 1, 10): "a dimension of one point",
    (16, 16, 16): "three dimensions in one pass",
    (3, 4, 5, 6): "as many dimensions as there may be",
    (17, 31): "larger primes",
    (37, 12): "a prime that is a convolution",
    (480, 640): "a picture",
    (512, 512): "several passes",
}


def axes_of(items):
    return tuple(range(1, items.ndim))


def reference(items, forward, shift):
    """What fftn_vcc must give for the items, without normalization."""
    axes = axes_of(items)
    x = items.astype(complex)
    if forward:
        y = np.fft.fftn(x, axes=axes)
        return np.fft.fftshift(y, axes=axes) if shift else y
    if shift:
        x = np.fft.ifftshift(x, axes=axes)
    return np.fft.ifftn(x, axes=axes, norm="forward")


class qa_fftn_block(gr_unittest.TestCase):
    def check(self, block, items, want):
        got = run(block, items).reshape(-1, *items.shape[1:])
        self.assertEqual(got.shape, want.shape)
        # An error of a length for each dimension: their product's at most twice.
        bound = sum(tolerance(length) for length in items.shape[1:])
        self.assertLessEqual(relative_error(got, want), bound)

    def test_numbers_are_numpys(self):
        for shape, why in SHAPES.items():
            with self.subTest(f"{shape}: {why}"):
                items = noise((3, *shape))
                self.check(gpufft.fftn_vcc(shape), items, reference(items, True, False))

    def test_direction_and_shift(self):
        for shape in ((8, 8), (3, 5), (3, 4, 5, 6)):
            for forward, shift in itertools.product((True, False), repeat=2):
                with self.subTest(f"{shape} {forward=} {shift=}"):
                    items = noise((3, *shape))
                    block = gpufft.fftn_vcc(shape, forward, shift)
                    self.check(block, items, reference(items, forward, shift))

    def test_normalization(self):
        items = noise((3, 6, 10))
        for forward, (name, norms) in itertools.product(
            (True, False),
            {
                "none": ("backward", "forward"),
                "by_length": ("backward", "backward"),
                "orthonormal": ("ortho", "ortho"),
            }.items(),
        ):
            with self.subTest(f"{forward=} {name}"):
                numpys = np.fft.fftn if forward else np.fft.ifftn
                want = numpys(items, axes=(1, 2), norm=norms[0 if forward else 1])
                block = gpufft.fftn_vcc([6, 10], forward, False, name)
                self.check(block, items, want)

    def test_one_dimension_is_fft_vcc(self):
        items = noise((100, 15))
        for forward, shift in itertools.product((True, False), repeat=2):
            many = run(gpufft.fftn_vcc([15], forward, shift), items)
            one = run(gpufft.fft_vcc(15, forward, [], shift), items)
            self.assertEqual(many.shape, one.shape)
            self.assertLessEqual(relative_error(many, one), 2 * tolerance(15))

    def test_there_and_back(self):
        items = noise((501, 24, 25))
        there = gpufft.fftn_vcc((24, 25), True, True, "by_length")
        back = gpufft.fftn_vcc((24, 25), False, True, "by_length")
        got = run([there, back], items).reshape(items.shape)
        bound = 2 * (tolerance(24) + tolerance(25))
        self.assertLessEqual(relative_error(got, items), bound)

    def test_an_item_has_as_many_points_as_the_shape(self):
        for shape in SHAPES:
            block = gpufft.fftn_vcc(shape)
            for signature in (block.input_signature(), block.output_signature()):
                self.assertEqual(signature.sizeof_stream_item(0), 8 * math.prod(shape))


if __name__ == "__main__":
    gr_unittest.run(qa_fftn_block)
