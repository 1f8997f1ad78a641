#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which axes become rows, dimensions and loops; then all functions beside scipy.fft's,
on a stand-in for the engine that computes in NumPy what it is asked for."""

import secrets
import unittest

import numpy as np
import scipy.fft
import stand_in
from weighted_ends import reference

on_stand_in = stand_in.load_package()
layout_of = on_stand_in._layout.layout_of

# why: (input shape, output shape, axes, lengths, last axis),
#      (dimensions, loops, input distance, output distance)
LAYOUTS = {
    "a vector": (((8,), (8,), [0], [8], None), (((8, 1, 1),), (), 8, 8)),
    "axes before are rows": (
        ((5, 6, 8), (5, 6, 8), [2], [8], None), (((8, 1, 1),), (), 8, 8)),
    "axes behind are one loop": (
        ((8, 5, 6), (8, 5, 6), [0], [8], None),
        (((8, 30, 30),), ((30, 1, 1),), 240, 240)),
    "axes between are one loop": (
        ((7, 5, 6, 8), (7, 5, 6, 8), [0, 3], [7, 8], None),
        (((7, 240, 240), (8, 1, 1)), ((30, 8, 8),), 1680, 1680)),
    "axes of one point are none": (
        ((1, 8, 1, 6, 1), (1, 8, 1, 6, 1), [1], [8], None),
        (((8, 6, 6),), ((6, 1, 1),), 48, 48)),
    "every second axis": (
        ((2, 3, 4, 5), (2, 3, 4, 5), [0, 2], [2, 4], None),
        (((2, 60, 60), (4, 5, 5)), ((3, 20, 20), (5, 1, 1)), 120, 120)),
    "axes in any order": (
        ((3, 4), (3, 4), [1, 0], [3, 4][::-1], None), (((3, 4, 4), (4, 1, 1)), (), 12, 12)),
    "real to complex": (
        ((2, 8), (2, 5), [0, 1], [2, 8], 1), (((2, 8, 5), (8, 1, 1)), (), 16, 10)),
    "the halved axis is not the last": (
        ((8, 2, 3), (5, 2, 3), [1, 0], [2, 8], 0),
        (((2, 3, 3), (8, 6, 6)), ((3, 1, 1),), 48, 30)),
}

REAL_INPUT = {"rfft", "rfft2", "rfftn", "ihfft", "ihfft2", "ihfftn"}
CASES = 3000


def one_of(rng, values):
    return values[rng.integers(len(values))]


def random_case(rng):
    """Function name, array, arguments. Axes of one point and five axes are frequent."""
    name = one_of(rng, sorted(on_stand_in.scipy_backend._FUNCTIONS))
    x = rng.standard_normal(rng.integers(1, 4, rng.integers(1, 8)))
    if name not in REAL_INPUT and rng.random() < 0.6:
        x = x + 1j * rng.standard_normal(x.shape)
    if rng.random() < 0.3:
        x = x.astype(np.complex64 if x.dtype.kind == "c" else np.float32)
    if rng.random() < 0.5:
        x = np.asfortranarray(x)
    axes = rng.permutation(x.ndim)[:rng.integers(1, x.ndim + 1)].tolist()
    arguments = {"norm": one_of(rng, [None, "backward", "ortho", "forward"])}
    if name.endswith("2"):
        if x.ndim < 2:
            return random_case(rng)
        axes = rng.permutation(x.ndim)[:2].tolist()
    several = name.endswith(("2", "n"))
    if not several:
        axes = axes[:1]
    arguments["axes" if several else "axis"] = axes if several else axes[0]
    # A spectrum of one bin has no even length; a dct of type 1 takes two points.
    if rng.random() < 0.6 or min(x.shape) < 2:
        lengths = rng.integers(2, 6, len(axes)).tolist()
        arguments["s" if several else "n"] = lengths if several else lengths[0]
    if name.lstrip("i").startswith(("dct", "dst")):
        arguments["type"] = one_of(rng, [1, 2, 3, 4])
        # SciPy 1.10 forgets of complex arrays what it was told here.
        if x.dtype.kind != "c":
            arguments["orthogonalize"] = one_of(rng, [None, True, False])
    return name, x, arguments


class qa_layout(unittest.TestCase):
    def test_lays_axes_out(self):
        for why, (arguments, want) in LAYOUTS.items():
            with self.subTest(why):
                self.assertEqual(tuple(layout_of(*arguments)), want)

    def test_gives_what_scipy_gives(self):
        seed = secrets.randbits(32)
        rng = np.random.default_rng(seed)
        for number in range(CASES):
            name, x, arguments = random_case(rng)
            case = f"{seed=} {number=}: {name} of {x.dtype}{x.shape} {arguments}"
            before = x.copy()
            got = getattr(on_stand_in, name)(x, **arguments)
            want = reference(name)(x, **arguments)
            self.assertEqual((got.dtype, got.shape), (want.dtype, want.shape), case)
            # Beside all outputs: small ones carry the rounding of the large ones.
            self.assertLessEqual(np.linalg.norm(got - want), 3e-6 * np.linalg.norm(want), case)
            self.assertTrue(got.flags.c_contiguous and got.flags.writeable, case)
            self.assertTrue((x == before).all(), f"{case} changed its input")

    def test_axes_beyond_four_take_another_call(self):
        for name, kinds in (("fftn", ["c2c", "c2c"]), ("rfftn", ["r2c", "c2c"]),
                            ("irfftn", ["c2c", "c2r"]), ("dctn", ["dct2", "dct2"])):
            on_stand_in._executors._cache = on_stand_in._executors._fresh_cache()
            stand_in.executor.made.clear()
            getattr(on_stand_in, name)(np.ones((2,) * 6))
            self.assertEqual([made["kind"] for made in stand_in.executor.made], kinds)
        # Three calls, of which one alone may scale.
        for name in ("fftn", "rfftn", "irfftn", "hfftn", "dctn"):
            x = np.random.default_rng(1).standard_normal((2,) * 9)
            np.testing.assert_allclose(getattr(on_stand_in, name)(x, norm="ortho"),
                                       getattr(scipy.fft, name)(x, norm="ortho"),
                                       atol=1e-12)

    def test_norms_share_everything_but_the_scale(self):
        on_stand_in._executors._cache = on_stand_in._executors._fresh_cache()
        stand_in.executor.made.clear()
        for norm in ("backward", "ortho", "forward"):
            on_stand_in.fft(np.ones(16), norm=norm)
        scales = [made.pop("scale") for made in stand_in.executor.made]
        self.assertEqual(scales, [1, 1 / 4, 1 / 16])
        self.assertTrue(all(made == stand_in.executor.made[0]
                            for made in stand_in.executor.made))

    def test_complex_parts_are_transformed_each(self):
        rng = np.random.default_rng(1)
        x = rng.standard_normal((4, 5)) + 1j * rng.standard_normal((4, 5))
        for orthogonalize in (None, False, True):
            got = on_stand_in.dctn(x, orthogonalize=orthogonalize)
            parts = [on_stand_in.dctn(part, orthogonalize=orthogonalize)
                     for part in (x.real, x.imag)]
            np.testing.assert_allclose(got, parts[0] + 1j * parts[1])


if __name__ == "__main__":
    unittest.main()
