#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Mean spectra become columns: neighbours share rows, and NaN stays put."""
import unittest

import numpy as np

from gnuradio.gpufft.spectrogram_columns import SpectrumColumns


class qa_spectrogram_columns(unittest.TestCase):
    def columns(self, spectra, per_call=1000, max_rows=1000, is_real=False, length=None):
        count, bins = spectra.shape
        columns = SpectrumColumns(length or bins, count, max_rows, is_real)
        for start in range(0, count, per_call):
            columns.add(start, spectra[start:start + per_call])
        return columns

    def spectra(self, count, bins):
        return np.random.default_rng(1).exponential(size=(count, bins)).astype("f4")

    def test_each_lies_in_its_column(self):
        for count, bins, per_call in [(5, 8, 5), (12, 8, 5), (7, 1, 2), (3, 5, 1)]:
            with self.subTest(count=count, bins=bins):
                spectra = self.spectra(count, bins)
                got = self.columns(spectra, per_call)
                np.testing.assert_array_equal(got.power, spectra.T)
                self.assertEqual((got.bins, got.first_bin), (bins, -(bins // 2)))

    def test_rows_show_the_largest_of_their_bins(self):
        spectra = np.ones((1, 10), np.float32)
        spectra[0, 7] = 50
        got = self.columns(spectra, max_rows=4)  # bins 0 1 | 2 3 4 | 5 6 | 7 8 9
        np.testing.assert_array_equal(got.power[:, 0], [1, 1, 1, 50])

    def test_real_spectra_begin_at_0(self):
        for length, bins in [(6, 4), (5, 3), (1, 1), (2, 2)]:
            got = self.columns(self.spectra(2, bins), is_real=True, length=length)
            self.assertEqual((got.bins, got.first_bin), (bins, 0))
            self.assertEqual(got.power.shape, (bins, 2))

    def test_nan_stays_in_its_column(self):
        spectra = self.spectra(12, 4)
        clean = self.columns(spectra).power
        spectra[4] = np.nan
        spectra[7, 2] = np.inf
        got = self.columns(spectra, per_call=5)
        self.assertTrue(np.isnan(got.power[:, [4, 7]]).all())
        np.testing.assert_array_equal(np.delete(got.power, [4, 7], 1),
                                      np.delete(clean, [4, 7], 1))
        self.assertEqual(got.bad_columns, [4, 7])


if __name__ == "__main__":
    unittest.main()
