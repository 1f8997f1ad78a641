#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Spectra become columns: every one counts once, in linear power, and NaN stays put."""
import unittest

import numpy as np

from gnuradio.gpufft.spectrum_columns import SpectrumColumns

# why, length, frames, spectra per column, spectra per call
SHAPES = [
    ("one spectrum a column, all at once", 8, 5, 1, 5),
    ("calls that end inside a column", 8, 12, 4, 5),
    ("a last column with fewer", 8, 10, 4, 3),
    ("one column of all", 8, 7, 100, 2),
    ("one at a time", 5, 6, 3, 1),
    ("one bin", 1, 4, 2, 3),
]


class qa_spectrum_columns(unittest.TestCase):
    def spectra(self, frames, length):
        return np.random.default_rng(1).exponential(size=(frames, length)).astype("f4")

    def columns(self, spectra, per_column, per_call=1000, max_rows=1000, is_real=False,
                scale=1.0):
        frames, length = spectra.shape
        columns = SpectrumColumns(length, frames, per_column, max_rows, is_real, scale)
        for start in range(0, frames, per_call):
            columns.add(spectra[start:start + per_call])
        self.assertEqual(columns.frames_done, frames)
        return columns

    def test_columns_are_means(self):
        for why, length, frames, per_column, per_call in SHAPES:
            with self.subTest(why):
                spectra = self.spectra(frames, length)
                got = self.columns(spectra, per_column, per_call, scale=3)
                want = [3 * spectra[start:start + per_column].mean(axis=0)
                        for start in range(0, frames, per_column)]
                np.testing.assert_allclose(got.power, np.transpose(want), rtol=1e-6)
                self.assertEqual((got.bins, got.first_bin), (length, -(length // 2)))

    def test_rows_show_the_largest_of_their_bins(self):
        spectra = np.ones((1, 10), np.float32)
        spectra[0, 7] = 50
        got = self.columns(spectra, 1, max_rows=4)  # bins 0 1 | 2 3 4 | 5 6 | 7 8 9
        np.testing.assert_array_equal(got.power[:, 0], [1, 1, 1, 50])

    def test_real_spectra_are_one_sided(self):
        # Lowest frequency first; the power of -f joins that of f, where both are
        for why, power, want in [
            ("even", [7, 2, 3, 10, 3, 2], [10, 6, 4, 7]),
            ("odd", [2, 3, 10, 3, 2], [10, 6, 4]),
            ("two bins", [7, 10], [10, 7]),
            ("one bin", [10], [10]),
        ]:
            with self.subTest(why):
                got = self.columns(np.array([power], np.float32), 1, is_real=True)
                np.testing.assert_array_equal(got.power[:, 0], want)
                self.assertEqual((got.bins, got.first_bin), (len(want), 0))
                self.assertEqual(got.power.sum(), sum(power))

    def test_nan_stays_in_its_column(self):
        spectra = self.spectra(12, 4)
        clean = self.columns(spectra, 3).power
        spectra[4] = np.nan
        spectra[5, 2] = np.inf
        got = self.columns(spectra, 3, per_call=5)
        self.assertTrue(np.isnan(got.power[:, 1]).all())
        np.testing.assert_allclose(np.delete(got.power, 1, 1), np.delete(clean, 1, 1),
                                   rtol=1e-6)
        self.assertEqual((got.bad_frames, got.first_bad_frame), (2, 4))

    def test_long_means_do_not_lose_small_levels(self):
        # In float32 a sum of a million ones and one large value would.
        spectra = np.full((20000, 1), 1e-7, np.float32)
        spectra[0] = 1000
        got = self.columns(spectra, 20000, per_call=64)
        self.assertAlmostEqual(got.power[0, 0] * 20000, 1000 + 19999e-7, places=3)


if __name__ == "__main__":
    unittest.main()
