#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Levels that the spectrum blocks read: tones, noise, of samples of every kind."""

import numpy as np
from gnuradio import gr_unittest
from spectra import block_of, decibels, run, stored

WINDOWS = ["boxcar", "hann", "flattop", ("kaiser", 8.6), "blackmanharris"]

# kind, amplitude, error in dB that the converter's steps leave
TONES = [
    ("complex", 1.0, 1e-3),
    ("complex", 1e-4, 1e-3),
    ("short", 0.5, 1e-3),
    ("int8", 0.9, 0.05),
    ("uint8", 0.9, 0.05),
    ("float", 0.25, 1e-3),
]

# length, hop, average, frames: odd and even, with and without overlap, gaps
SHAPES = [
    (64, 64, "mean", 1),
    (64, 16, "mean", 5),
    (64, 100, "max", 3),
    (45, 20, "min", 0),
    (45, 45, "exponential", 2),
]


def tone(kind, amplitude, bin, length, samples):
    n = np.arange(samples)
    x = amplitude * np.exp(2j * np.pi * bin * n / length)
    return stored(kind, x)


def noise(kind, variance, samples, seed=1):
    rng = np.random.default_rng(seed)
    if kind == "float":
        return stored(kind, np.sqrt(variance) * rng.standard_normal(samples))
    parts = rng.standard_normal((samples, 2)) * np.sqrt(variance / 2)
    return stored(kind, parts[:, 0] + 1j * parts[:, 1])


class qa_spectrum_levels(gr_unittest.TestCase):
    def check_tone(self, kind, amplitude, bound, shape, window):
        length, hop, average, frames = shape
        bin = 7
        block = block_of(
            kind, length, hop, window, 48e3, average, frames, 0.001, "dbfs", False
        )
        got = run(block, tone(kind, amplitude, bin, length, 1000))
        self.assertGreater(len(got), 0)
        error = np.abs(got[:, bin] - 20 * np.log10(amplitude)).max()
        why = f"{kind} {amplitude} {shape} {window}: {error:.2g} dB off"
        self.assertLess(error, bound, why)

    def test_a_tone_reads_its_amplitude_with_samples_of_any_kind(self):
        for kind, amplitude, bound in TONES:
            self.check_tone(kind, amplitude, bound, SHAPES[0], "hann")

    def test_a_tone_reads_its_amplitude_with_every_window_length_hop_and_average(self):
        for shape in SHAPES:
            for window in WINDOWS:
                self.check_tone("complex", 0.5, 1e-3, shape, window)

    def test_of_real_samples_dc_and_the_highest_bin_read_their_amplitude_too(self):
        length = 64
        for bin in (0, 1, 31, 32):
            block = block_of("float", length, length, "hann", 1.0, output="power")
            x = tone("float", 0.5, bin, length, length)
            got = run(block, x)[0]
            self.assertAlmostEqual(got[bin], 0.25, 6, f"bin {bin}")

    def test_noise_reads_its_variance_per_hz(self):
        samp_rate, length, frames = 2e6, 256, 2000
        for kind, window, variance in [
            ("complex", "hann", 1e-2),
            ("complex", "flattop", 4.0),
            ("short", "boxcar", 1e-2),
            ("int8", "blackmanharris", 0.1),
            ("uint8", "hann", 0.1),
            ("float", "hann", 1e-3),
        ]:
            block = block_of(
                kind, length, length, window, samp_rate, "mean", frames,
                output="power_per_hz", centered=False,
            )  # fmt: skip
            got = run(block, noise(kind, variance, frames * length))
            self.assertEqual(len(got), 1)
            want = variance / samp_rate
            inner = got[0]
            if kind == "float":  # one-sided: twice the density, but at the edges
                want *= 2
                inner = inner[1:-1]
            # Mean of all bins: 1 / sqrt(frames * length), times what the window correlates.
            error = inner.mean() / want - 1
            self.assertLess(abs(error), 0.01, f"{kind} {window}")

    def test_averages_of_noise_have_no_bias(self):
        # The mean of decibels of noise is 2.51 dB below the decibels of its mean.
        length, frames = 64, 20000
        for average, arguments in [("mean", {"frames": frames}), ("exponential", {})]:
            block = block_of(
                "complex", length, length, "hann", 1.0, average,
                seconds=1000.0 * length, output="dbfs_per_hz", **arguments,
            )  # fmt: skip
            got = run(block, noise("complex", 1.0, frames * length))[-1]
            self.assertLess(abs(got.mean()), 0.05, average)

    def test_levels_in_decibels_are_those_in_power(self):
        x = noise("complex", 0.1, 5000)
        for suffix in ("", "_per_hz"):
            power, level = (
                run(block_of("complex", 60, 40, "hann", 7e3, output=name + suffix), x)
                for name in ("power", "dbfs")
            )
            self.assertLess(np.abs(level - decibels(power)).max(), 1e-3)

    def test_nothing_is_minus_infinity_decibels_and_0_power(self):
        x = np.zeros(256, np.complex64)
        for output, want in [("power", 0), ("dbfs", -np.inf), ("dbfs_per_hz", -np.inf)]:
            got = run(block_of("complex", 64, 64, "hann", 1.0, output=output), x)
            self.assertTrue((got == want).all(), output)

    def test_unsigned_bytes_lie_around_127_5(self):
        # 127 and 128 are equally far from 0, on both sides.
        items = np.tile(np.array([127, 128, 128, 127], np.uint8), 32)
        block = block_of("uint8", 64, 64, [], 1.0, output="power", centered=False)
        got = run(block, items)[0]
        self.assertEqual(got[0], 0)
        self.assertAlmostEqual(got[32], 2 * (0.5 / 128) ** 2, 9)


if __name__ == "__main__":
    gr_unittest.run(qa_spectrum_levels)
