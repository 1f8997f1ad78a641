#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Percentiles of surveys, and what stands beside them, against SciPy and NumPy."""
import os
import sys
import tempfile
import unittest

import numpy as np
import scipy.signal

try:
    import xarray
    import zarr  # noqa: F401
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

from survey_files import noise, run, write_sigmf

RATE, LENGTH, HOP, AVERAGE = 1e6, 256, 128, 50
WORDS = ("mean", "max", "min", "variance", "p0", "p2.5", "p50", "p99", "p100")


def expected(powers, word):
    """What ``word`` is of powers[frame, bin]."""
    if word.startswith("p"):
        return np.percentile(powers, float(word[1:]), axis=0)
    return {"mean": np.mean, "max": np.max, "min": np.min, "variance": np.var}[word](
        powers, axis=0)


class PercentilesTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.out = os.path.join(self.folder, "s.zarr")
        self.base = os.path.join(self.folder, "a")

    def survey(self, *options):
        done = run("process", self.base, "--length", LENGTH, "--hop", HOP, "--window", "hann",
                   *options, "--out", self.out)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stderr)
        return xarray.open_zarr(self.out)

    def test_beside_scipy(self):
        """Of complex and real samples, in each unit; the last row has fewer frames."""
        for name, unit in (("ci16_le", "power"), ("ri16_le", "power_per_hz"),
                           ("cf32_le", "dbfs"), ("rf32_le", "dbfs_per_hz")):
            with self.subTest(name=name, unit=unit):
                self.out = os.path.join(self.folder, name)
                samples = write_sigmf(self.base, noise(20_000), RATE, name)
                is_real = name.startswith("r")
                scaling = "density" if unit.endswith("hz") else "spectrum"
                _, _, powers = scipy.signal.spectrogram(
                    samples, RATE, "hann", LENGTH, LENGTH - HOP, detrend=False,
                    return_onesided=is_real, scaling=scaling, mode="psd")
                powers = powers.T if is_real else np.fft.fftshift(powers, axes=0).T
                found = self.survey("--average", AVERAGE, "--unit", unit, "--statistics",
                                    ",".join(WORDS))
                self.assertEqual(found.sizes["time"], -(-len(powers) // AVERAGE))
                for word in WORDS:
                    values = found[word].values.astype(float)
                    if unit.startswith("dbfs") and word != "variance":
                        values = 10**(values / 10)
                    for row, value in enumerate(values):
                        frames = powers[row * AVERAGE:(row + 1) * AVERAGE]
                        # Single precision of a frame's power, relative to the largest. A
                        # variance is the difference of two sums over frames that are each
                        # rounded frame by frame (docs/numerics.md, "Powers").
                        error = 1e-7 * frames.max()
                        if word == "variance":
                            error = 5e-7 * frames.max() ** 2
                        np.testing.assert_allclose(
                            value, expected(frames, word), rtol=2e-5, atol=error,
                            err_msg=f"{word}, row {row}")

    def test_alone_and_beside_others(self):
        """What is asked for beside a percentile changes none of its bytes."""
        write_sigmf(self.base, noise(30_000), RATE)
        alone = self.survey("--average", 20, "--statistics", "p50")
        self.assertEqual(list(alone.data_vars), ["p50"])
        self.assertEqual(alone.p50.attrs["units"], "dBFS/Hz")
        self.out = os.path.join(self.folder, "t.zarr")
        both = self.survey("--average", 20, "--statistics", "p50,p10,max,kurtosis", "--peaks",
                           2, "--events", "1e-3", "--pyramid")
        np.testing.assert_array_equal(alone.p50.values, both.p50.values)
        self.assertIn("mean", both)

    def test_refused(self):
        write_sigmf(self.base, noise(3000), RATE)
        for words, line in (
                ("p101", 'statistic "p101" is no percentile: p0 to p100 are, e.g. p50 or '
                 'p99.9'),
                ("p5,p5.0", 'statistic "p5.0" is asked for twice; once is enough'),
                ("p", 'statistic "p" is not one of mean, max, min, variance, kurtosis, or a '
                 'percentile, e.g. p50')):
            done = run("process", self.base, "--statistics", words, "--out", self.out)
            self.assertEqual((done.returncode, done.stderr), (1, f"gpufft process: {line}\n"))
        done = run("psd", self.base, "--statistics", "mean,p50")
        self.assertEqual(done.returncode, 1)
        self.assertIn("--statistics p50: mean, max and min are shown", done.stderr)


if __name__ == "__main__":
    unittest.main()
