#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Mean spectra become columns: neighbours share rows, and NaN stays put."""
import types
import unittest
from unittest import mock

import numpy as np

from gnuradio.gpufft import spectrogram_columns
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

    def bad_frames(self, samples, length, hop):
        """What is counted of one damaged column, in pieces of 4 frames."""
        plan = types.SimpleNamespace(length=length, hop=hop, start=0, taps=np.ones(length),
                                     frames=(len(samples) - length) // hop + 1)
        plan.per_column = plan.frames
        reads = []

        def read(start, count):
            reads.append(count)
            return samples[start:start + count]

        columns = types.SimpleNamespace(bad_columns=[0], bad_frames=0, first_bad_frame=None)
        with mock.patch.object(spectrogram_columns, "PIECE_SAMPLES", 4 * max(length, hop)):
            spectrogram_columns._find_bad_frames(types.SimpleNamespace(read=read), plan,
                                                 columns)
        self.assertLessEqual(max(reads), 3 * hop + length)
        return columns.bad_frames, columns.first_bad_frame

    def test_bad_frames_are_counted_in_pieces(self):
        for length, hop, bad in [(16, 1, (16, 85)), (16, 16, (1, 6)), (4, 10, (1, 10))]:
            with self.subTest(length=length, hop=hop):
                samples = np.ones(300, np.complex64)
                samples[100] = np.nan
                # No spectrum is needed where samples are no numbers.
                with mock.patch.object(np.fft, "fft", side_effect=AssertionError):
                    self.assertEqual(self.bad_frames(samples, length, hop), bad)
                samples[100] = 1e30
                self.assertEqual(self.bad_frames(samples, length, hop), bad)


if __name__ == "__main__":
    unittest.main()
