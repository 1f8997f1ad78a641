#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Spectra and histograms with several taps a branch: values, flat bins, isolation."""

import os
import unittest.mock

import numpy as np
from gnuradio import gpufft, gr_unittest
from spectra import KINDS, block_of, decibels, frame_powers, run, samples_of, stored, worst_error

RATE = 48e3

# length, hop, taps a branch: powers of two, odd, prime, overlapping, with gaps, of two passes
SHAPES = [(64, 64, 4), (64, 24, 12), (45, 45, 3), (37, 50, 2), (1, 1, 5), (1024, 1024, 8),
          (1 << 17, 1 << 16, 2)]


def noise(kind, samples, seed=1):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal(samples) + 1j * rng.standard_normal(samples)
    return stored(kind, x / 8)


def folded_powers(x, length, hop, taps, output):
    """As frame_powers(): the folded frames under no window, at the taps' level."""
    frames = np.lib.stride_tricks.sliding_window_view(x, len(taps))[::hop] * taps
    folded = frames.reshape(len(frames), -1, length).sum(1)
    powers = frame_powers(folded.ravel(), length, length, np.ones(length), 1.0, output)
    if output == "power_per_hz":
        return powers * length / (RATE * np.sum(taps**2))
    return powers * length**2 / np.sum(taps) ** 2


def random_taps(length, branch):
    return np.float32(np.random.default_rng(3).uniform(0.5, 1.5, length * branch)).astype(float)


class qa_spectrum_polyphase(gr_unittest.TestCase):
    def check(self, kind, length, hop, branch, output="power", taps=None, frames=3):
        given = random_taps(length, branch) if taps is None else taps
        block = block_of(kind, length, hop, given, RATE, frames=frames, output=output,
                         centered=False, taps_per_branch=branch)
        self.assertEqual(block.taps_per_branch(), branch)
        self.assertEqual(len(block.window()), branch * length)
        items = noise(kind, (2 * frames - 1) * hop + branch * length)
        got = run(block, items)
        x = samples_of(kind, items)
        if not len(given):
            given = np.array(block.window())
        want = folded_powers(x, length, hop, given, output)
        want = want[:2 * frames].reshape(2, frames, -1).mean(1)
        why = f"{kind} {length} {hop} {branch} {output}"
        self.assertLess(worst_error(got, want), 1e-4, why)

    def test_powers_of_every_kind_and_shape(self):
        for kind in KINDS:
            for shape in SHAPES[:3]:
                self.check(kind, *shape)
        for shape in SHAPES:
            self.check("complex", *shape, "power_per_hz")
            self.check("float", *shape)

    def test_the_window_that_is_made(self):
        self.check("complex", 64, 64, 12, taps=[])

    def test_powers_that_the_host_computes_until_there_are_kernels(self):
        with unittest.mock.patch.dict(os.environ, {"GPUFFT_BEGIN": "at_once"}):
            for kind in ("complex", "int8", "float"):
                self.check(kind, 96, 96, 7, frames=2)

    def test_bins_are_flat_and_their_neighbours_80_db_below(self):
        length, bin = 64, 11
        for branch in (10, 12, 16):
            taps = gpufft.polyphase_window(length, branch)
            for offset in np.linspace(-0.5, 0.5, 11):
                n = np.arange(length * branch)
                tone = np.exp(2j * np.pi * (bin + offset) / length * n)
                block = gpufft.spectrum_c(length, length, taps, RATE, output="dbfs",
                                          centered=False, taps_per_branch=branch)
                got = run(block, tone.astype(np.complex64))[0]
                self.assertLess(abs(got[bin]), 0.02, f"{branch} {offset}")
                distance = np.abs(np.arange(length) - bin - offset)
                others = got[np.minimum(distance, length - distance) >= 1]
                self.assertGreaterEqual(len(others), length - 2)
                self.assertLess(np.max(others), -80, f"{branch} {offset}")
                want = decibels(folded_powers(tone, length, length, np.array(taps), "power"))
                np.testing.assert_allclose(got[bin], want[0, bin], atol=1e-3)

    def test_noise_reads_its_variance_per_hz(self):
        length, branch, frames = 128, 12, 800
        block = gpufft.spectrum_c(length, length, [], RATE, frames=frames,
                                  output="power_per_hz", taps_per_branch=branch)
        got = run(block, noise("complex", (frames - 1 + branch) * length))[0]
        self.assertAlmostEqual(got.mean() * RATE / (2 / 64), 1, 1)

    def test_histograms(self):
        length, hop, branch, levels, frames = 48, 48, 6, 30, 40
        taps = random_taps(length, branch)
        block = gpufft.persistence_c(length, hop, taps, RATE, -60, 0, levels, 0.0,
                                     centered=False, rate=RATE / hop / frames,
                                     taps_per_branch=branch)
        self.assertEqual(block.taps_per_branch(), branch)
        x = noise("complex", (frames - 1) * hop + branch * length)
        got = run(block, x)[0].reshape(levels, length)
        db = decibels(folded_powers(x.astype(complex), length, hop, taps, "power"))
        level = np.clip((db + 60) / 60 * levels, 0, levels - 1).astype(int)
        want = np.zeros((levels, length))
        for frame in level:
            want[frame, np.arange(length)] += 1
        self.assertEqual(got.sum(), frames * length)
        self.assertLess(np.abs(got - want).sum(), 6)  # at borders of levels

    def test_windows_while_it_runs(self):
        block = gpufft.spectrum_c(64, 64, [], RATE, taps_per_branch=10)
        self.assertAlmostEqual(block.window()[320], block.window()[319], 6)
        block.set_window("hann")
        np.testing.assert_allclose(block.window()[320], 1, atol=1e-6)
        with self.assertRaisesRegex(ValueError, "window has 64 taps and length is 64 with 10 "
                                                "taps a branch; give 640 taps"):
            block.set_window(np.ones(64))
        block.set_window([])
        np.testing.assert_array_equal(block.window(), gpufft.polyphase_window(64, 10))

    def test_refuses(self):
        for branch in (0, -1, 2**22):
            with self.assertRaisesRegex(ValueError, "taps_per_branch must be 1 .. 2097152"):
                gpufft.spectrum_c(64, 64, [], RATE, taps_per_branch=branch)
            with self.assertRaisesRegex(ValueError, "no or too many taps"):
                gpufft.polyphase_window(64, branch)
        with self.assertRaisesRegex(ValueError, "taps_per_branch must be 1"):
            gpufft.persistence_c(64, 64, [], RATE, taps_per_branch=0)
        self.assertEqual(gpufft.polyphase_window(8, 1), [1.0] * 8)


if __name__ == "__main__":
    gr_unittest.run(qa_spectrum_polyphase)
