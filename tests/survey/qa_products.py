#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bands, occupancy and peaks of surveys, beside plain NumPy over the mean spectra."""
import csv
import io
import json
import os
import sys
import tempfile
import unittest

import numpy as np

try:
    import xarray
    import zarr  # noqa: F401
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

from survey_files import run, write_sigmf

RATE, LENGTH = 1e6, 512
BIN = RATE / LENGTH
CENTRE = 100e6
SEE = "; see gpufft process --help"

# options, the line on stderr
REFUSED = [
    (["--bands", "fm"], "--bands must be NAME=LOW:HIGH, ..., e.g. fm=88M:108M, got fm" + SEE),
    (["--bands", "=1:2"], "--bands must be NAME=LOW:HIGH, ..., e.g. fm=88M:108M, got =1:2"
     + SEE),
    (["--bands", "a=2M:1M"], "band a must end above its beginning, got 2000000 to 1000000 Hz"),
    (["--bands", "a=1:2,a=2:3"], "two bands are called a; give each a name of its own"),
    (["--bands", "a=x:2"], "--bands must be a number of Hz, e.g. 2M or 48e3, got x" + SEE),
    (["--occupancy", "loud"],
     "--occupancy must be a level in the unit of --unit, got loud" + SEE),
    (["--peaks", "0"], "--peaks must be a whole number, 1 .. 10000, got 0" + SEE),
    (["--peak-height", "3"], "--peak-height is for peaks; give --peaks N, too" + SEE),
]


def two_signals(count):
    """Noise, a tone at +200.3 kHz, from the middle on a band of noise around -250 kHz."""
    random = np.random.default_rng(7)

    def white():
        return random.standard_normal(count) + 1j * random.standard_normal(count)

    n = np.arange(count)
    spectrum = np.fft.fft(white())
    frequency = np.fft.fftfreq(count)
    spectrum[np.abs(frequency + 0.25) > 0.02] = 0
    wide = np.fft.ifft(spectrum)
    return (1e-3 * white() + 0.1 * np.exp(2j * np.pi * 0.2003 * n)
            + 0.3 * wide * (n >= count // 2))


class ProductsTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        write_sigmf(cls.path("a"), two_signals(100_000), RATE, "cf32_le", captures=[
            {"core:sample_start": 0, "core:frequency": CENTRE}])

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder, name)

    def survey(self, *options, recording="a"):
        out = self.path(f"s{len(os.listdir(self.folder))}.zarr")
        done = run("process", self.path(recording), "--length", LENGTH, "--average", 20,
                   *options, "--out", out)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stderr)
        return out, xarray.open_zarr(out)

    def test_power_of_bands(self):
        """Sums of bins; of what lies outside of the recording, none."""
        bands = {"tone": (100.15e6, 100.25e6), "wide": (99.7e6, 99.8e6),
                 "quiet": (99.9e6, 100.1e6), "beyond": (100.4e6, 100.6e6)}
        words = ",".join(f"{name}={low}:{high}" for name, (low, high) in bands.items())
        # why, options, from means as they are to power, what bins count in a sum
        enbw = 2.0044
        for why, options, linear, each in [
                ("dBFS/Hz", [], lambda x: 10**(x / 10), BIN),
                ("power per Hz", ["--unit", "power_per_hz"], lambda x: x, BIN),
                ("dBFS", ["--unit", "dbfs"], lambda x: 10**(x / 10), 1 / enbw),
                ("dBm", ["--calibration", "7"], lambda x: 10**(x / 10), BIN)]:
            with self.subTest(why):
                _, found = self.survey("--bands", words, *options)
                self.assertEqual(list(found.band.values), list(bands))
                self.assertEqual([tuple(map(float, edges)) for edges in zip(
                    found.band_low.values, found.band_high.values)], list(bands.values()))
                mean = linear(found["mean"].values.astype(float))
                power = linear(found.band_power.values.astype(float)) if why != \
                    "power per Hz" else found.band_power.values
                hz = found.frequency.values
                for i, (name, (low, high)) in enumerate(bands.items()):
                    if name == "beyond":
                        self.assertTrue(np.isnan(found.band_power.values[:, i]).all())
                        continue
                    expected = mean[:, (hz >= low) & (hz < high)].sum(axis=1) * each
                    np.testing.assert_allclose(power[:, i], expected, rtol=1e-4)
        _, found = self.survey("--bands", words)
        self.assertEqual(found.band_power.attrs["units"], "dBFS")
        # The tone's amplitude is 0.1.
        np.testing.assert_allclose(found.band_power.values[:, 0], -20, atol=0.05)
        wide = found.band_power.values[:, 1]
        self.assertGreater(wide[-1], wide[0] + 20)

    def test_occupancy(self):
        _, found = self.survey("--occupancy", "-90", "--bands", "wide=99.7M:99.8M,"
                               "all=99.6M:100.4M")
        hz, above = found.frequency.values, found["mean"].values > -90
        for i, (low, high) in enumerate(((99.7e6, 99.8e6), (99.6e6, 100.4e6))):
            within = (hz >= low) & (hz < high)
            np.testing.assert_allclose(found.occupancy.values[:, i],
                                       above[:, within].mean(axis=1), atol=1e-6)
        _, found = self.survey("--occupancy", "-90")
        self.assertEqual(list(found.band.values), ["all"])
        np.testing.assert_allclose(found.occupancy.values[:, 0], above.mean(axis=1),
                                   atol=1e-6)

    def test_peaks(self):
        out, found = self.survey("--peaks", 3, "--peak-height", 15)
        hz, level = found.peak_frequency.values, found.peak_level.values
        self.assertEqual(hz.dtype, np.float64)
        np.testing.assert_allclose(hz[:, 0], CENTRE + 200.3e3, atol=0.05 * BIN)
        np.testing.assert_allclose(level[:, 0], found["mean"].max(dim="frequency"), atol=1e-4)
        # One signal before the middle, two after it; the wide one is 40 kHz wide.
        rows = len(hz)
        self.assertTrue(np.isnan(hz[:rows // 2 - 1, 1:]).all())
        after = slice(rows // 2 + 1, None)
        self.assertTrue((np.abs(hz[after, 1] - (CENTRE - 250e3)) < 21e3).all())
        # 40 kHz, and the window's main lobe to either side as far as it stands out.
        wide = found.peak_bandwidth.values[after, 1]
        self.assertTrue(((wide > 39e3) & (wide < 40e3 + 6 * BIN)).all(), wide)
        self.assertTrue(np.isnan(hz[:, 2]).all())
        # The window's main lobe is as wide as 20 dB below its top allow, and more.
        self.assertLess(found.peak_bandwidth.values[:, 0].max(), 9 * BIN)
        done = run("show", out, "--product", "peaks", "--csv", "/dev/stdout")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = list(csv.reader(io.StringIO(done.stdout)))
        self.assertEqual(lines[0],
                         ["time_s", "frequency_hz", "level (dBFS/Hz)", "bandwidth_hz"])
        known = ~np.isnan(hz)
        table = np.array(lines[1:], float)
        np.testing.assert_allclose(table[:, 1], hz[known], atol=1e-3)
        np.testing.assert_allclose(table[:, 2], level[known], atol=1e-4)
        np.testing.assert_allclose(
            table[:, 0], np.repeat(found.time.values, known.sum(axis=1)), atol=1e-8)

    def test_gaps_narrower_than_the_rbw_are_bridged(self):
        # why, window, bins from a tone to the next, peaks
        for why, window, apart, count in [
                ("neighbours, RBW 1 bin", "boxcar", 1, 1),
                ("a gap of 1 bin, RBW 1 bin", "boxcar", 2, 2),
                ("a gap of 1 bin between main lobes of 3, RBW 1.5 bins", "hann", 4, 1),
                ("a gap of 2 bins, RBW 1.5 bins", "hann", 5, 2)]:
            with self.subTest(why):
                random = np.random.default_rng(3)
                n = np.arange(40 * LENGTH)
                samples = 1e-3 * (random.standard_normal(n.size)
                                  + 1j * random.standard_normal(n.size))
                for bin_ in (60, 60 + apart):
                    samples += 0.1 * np.exp(2j * np.pi * bin_ / LENGTH * n)
                write_sigmf(self.path("gap"), samples, RATE, "cf32_le")
                _, found = self.survey("--window", window, "--peaks", 3, "--peak-height", 20,
                                       recording="gap")
                there = ~np.isnan(found.peak_frequency.values)
                self.assertEqual(there.sum(axis=1).tolist(), [count] * len(there))

    def test_edges_at_middles_of_bins(self):
        """What decimals of an edge leave of a bin moves no bin out of its band."""
        low, high = (CENTRE + BIN * bin_ + 1e-7 * BIN for bin_ in (10, 12))
        _, found = self.survey("--bands", f"a={low!r}:{high!r}", "--unit", "power_per_hz")
        mean = found["mean"].values.astype(float)[:, 256 + 10:256 + 12]
        np.testing.assert_allclose(found.band_power.values[:, 0], mean.sum(axis=1) * BIN,
                                   rtol=1e-4)

    def test_centres_that_change(self):
        """Bands and peaks are where the receiver was tuned to at the time."""
        samples = two_signals(60_000)
        write_sigmf(self.path("b"), samples, RATE, "cf32_le", captures=[
            {"core:sample_start": 0, "core:frequency": 1e9},
            {"core:sample_start": 30_000, "core:frequency": 2e9}])
        _, found = self.survey("--bands", "at1=1000.15M:1000.25M,at2=2000.15M:2000.25M",
                               "--peaks", 1, recording="b")
        is_first = found.center_frequency.values == 1e9
        self.assertTrue(is_first.any() and not is_first.all())
        np.testing.assert_allclose(found.peak_frequency.values[:, 0],
                                   found.center_frequency.values + 200.3e3, atol=0.05 * BIN)
        self.assertTrue((np.isnan(found.band_power.values[:, 0]) == ~is_first).all())
        self.assertTrue((np.isnan(found.band_power.values[:, 1]) == is_first).all())

    def test_nothing_stands_out_of_silence(self):
        np.zeros(40_000, "<i2").tofile(self.path("zeros.ci16"))
        _, found = self.survey("--samp-rate", RATE, "--peaks", 2, "--bands", "a=-100k:100k",
                               recording="zeros.ci16")
        self.assertTrue(np.isnan(found.peak_frequency.values).all())
        self.assertTrue((found.band_power.values == -np.inf).all())

    def test_tables_of_other_products(self):
        out, found = self.survey("--bands", 'a=99.9M:100M,100.1M:100.2M')
        done = run("show", out, "--product", "band_power", "--csv", "/dev/stdout")
        lines = list(csv.reader(io.StringIO(done.stdout)))
        self.assertEqual(lines[0], ["time_s", "a", "100.1M:100.2M"])
        np.testing.assert_allclose(np.array(lines[1:], float)[:, 1:], found.band_power,
                                   atol=1e-4)
        done = run("show", out, "--low", "99.99M", "--high", "100.01M", "--start", "0.02",
                   "--duration", "0.03", "--csv", "/dev/stdout")
        table = np.array(list(csv.reader(io.StringIO(done.stdout))))
        part = found.sel(frequency=slice(99.99e6, 100.01e6), time=slice(0.02, 0.05))
        np.testing.assert_allclose(table[0, 1:].astype(float), part.frequency)
        np.testing.assert_allclose(table[1:, 1:].astype(float), part["mean"], atol=1e-4)

    def test_open_survey(self):
        """Python has the arrays that the program wrote, and names of groups."""
        import gpufft

        out, found = self.survey("--peaks", 1)
        self.assertIsNone(gpufft.survey_groups(out))
        xarray.testing.assert_identical(gpufft.open_survey(out), found)
        with self.assertRaisesRegex(ValueError, "is of one recording, and has no group a"):
            gpufft.open_survey(out, "a")
        write_sigmf(self.path("c"), two_signals(5000), RATE)
        both = self.path("both.zarr")
        done = run("process", self.path("a"), self.path("c"), "--out", both)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(gpufft.survey_groups(both), ["a", "c"])
        xarray.testing.assert_identical(gpufft.open_survey(both, "c"),
                                        xarray.open_zarr(both, group="c"))
        for group in (None, "d"):
            with self.assertRaisesRegex(ValueError, f"group must be one of a, c, got {group}"):
                gpufft.open_survey(both, group)
        # A later run adds others, and forgets nothing.
        write_sigmf(self.path("d"), two_signals(5000), RATE)
        done = run("process", self.path("c"), self.path("d"), "--out", both)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(gpufft.survey_groups(both), ["a", "c", "d"])
        with open(os.path.join(both, ".zmetadata")) as file:
            names = json.load(file)["metadata"]
        for group in "acd":
            self.assertIn(f"{group}/mean/.zarray", names)
            xarray.testing.assert_identical(xarray.open_zarr(both, group=group),
                                            gpufft.open_survey(both, group))
        with self.assertRaisesRegex(ValueError, "is no survey"):
            gpufft.open_survey(self.folder)

    def test_refused(self):
        for options, line in REFUSED:
            with self.subTest(options):
                done = run("process", self.path("a"), *options, "--out", self.path("refused"))
                self.assertEqual((done.returncode, done.stdout, done.stderr),
                                 (1, "", f"gpufft process: {line}\n"))


if __name__ == "__main__":
    unittest.main()
