#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""With norm="ortho" every DCT and DST is an orthogonal matrix, whichever SciPy is
installed; on a stand-in for the engine, and SciPy's own beside it."""

import itertools
import unittest

import numpy as np
import scipy.fft
import stand_in
import weighted_ends

on_stand_in = stand_in.load_package()
FUNCTIONS = ("dct", "idct", "dst", "idst")
TYPES = (1, 2, 3, 4)
LENGTHS = (2, 3, 8, 15)
OF_A_DST = {("dst", 2), ("dst", 3), ("idst", 2), ("idst", 3)}


def is_orthogonal(function, type, length):
    matrix = function(np.eye(length), type, norm="ortho")
    return np.allclose(matrix @ matrix.T, np.eye(length))


class qa_orthogonalize(unittest.TestCase):
    def test_ours_are_orthogonal(self):
        for name, type, length in itertools.product(FUNCTIONS, TYPES, LENGTHS):
            with self.subTest(f"{name} {type} of {length}"):
                self.assertTrue(is_orthogonal(getattr(on_stand_in, name), type, length))

    def test_scipys_are_from_1_15_on(self):
        for name, type, length in itertools.product(FUNCTIONS, TYPES, LENGTHS):
            wrong = weighted_ends.IS_BEFORE_1_15 and (name, type) in OF_A_DST
            with self.subTest(f"{name} {type} of {length}, SciPy {scipy.__version__}"):
                self.assertEqual(is_orthogonal(getattr(scipy.fft, name), type, length),
                                 not wrong)

    def test_what_others_are_compared_with_is_orthogonal(self):
        for name, type, length in itertools.product(FUNCTIONS, TYPES, LENGTHS):
            with self.subTest(f"{name} {type} of {length}"):
                self.assertTrue(is_orthogonal(weighted_ends.reference(name), type, length))

    def test_that_differs_from_scipys_in_an_end_point_alone(self):
        x = np.random.default_rng(1).standard_normal((3, 7))
        got = weighted_ends.reference("dst")(x, norm="ortho")
        scipys = scipy.fft.dst(x, norm="ortho")
        np.testing.assert_allclose(got[:, 1:-1], scipys[:, 1:-1])
        first, last = (2**0.5, 0.5**0.5) if weighted_ends.IS_BEFORE_1_15 else (1, 1)
        np.testing.assert_allclose(got[:, 0], first * scipys[:, 0])
        np.testing.assert_allclose(got[:, -1], last * scipys[:, -1])


if __name__ == "__main__":
    unittest.main()
