#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every signal of the demo recording lies where its annotation says, and nowhere else."""
import contextlib
import io
import os
import tempfile
import unittest

import numpy as np

from gnuradio.gpufft import demo_recording
from gnuradio.gpufft.recording import open_recording

LENGTH = 2000  # 1 kHz and 1 ms


class qa_demo_recording(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        base = os.path.join(cls.folder.name, "demo")
        with contextlib.redirect_stdout(io.StringIO()) as out:
            assert demo_recording.main([base]) == 0
        assert out.getvalue() == base + ".sigmf-meta\n"
        cls.recording = open_recording(base)
        samples = cls.recording.read(0, cls.recording.samples)
        window = np.hanning(LENGTH)
        spectra = np.fft.fft(samples.reshape(-1, LENGTH) * window)
        # full-scale^2 in a bin of 1 kHz
        cls.power = np.fft.fftshift(np.abs(spectra) ** 2, axes=1)
        cls.power /= LENGTH * np.sum(window**2)
        cls.peak = np.abs(samples.view(np.float32)).max()

    @classmethod
    def tearDownClass(cls):
        cls.recording.close()
        cls.folder.cleanup()

    def band(self, note, margin_hz=0):
        """Bins of an annotation, and up to ``margin_hz`` beside it."""
        low, high = (round((edge - demo_recording.CENTRE_HZ) / 1e3) + LENGTH // 2
                     for edge in (note.lower_hz - margin_hz, note.upper_hz + margin_hz))
        return slice(max(low - 2, 0), high + 3)

    def test_it_reads_as_described(self):
        self.assertEqual((self.recording.format_name, self.recording.samp_rate,
                          self.recording.samples), ("ci16_le", 2e6, 8000000))
        self.assertEqual(self.recording.captures[0].centre_hz, 433.92e6)
        self.assertEqual(len(self.recording.annotations), len(demo_recording.SIGNALS))
        self.assertLess(self.peak, 0.95)  # nothing is clipped

    def test_signals_have_their_power_inside_their_boxes(self):
        noise = 10 ** (demo_recording.NOISE_DBFS / 10) / LENGTH
        levels = {(s.offset_hz, s.start_s): s.level_dbfs for s in demo_recording.SIGNALS}
        for note in self.recording.annotations:
            with self.subTest(note.label, start=note.start):
                middle = (note.lower_hz + note.upper_hz) / 2 - demo_recording.CENTRE_HZ
                want = levels[round(middle, 3), note.start / 2e6]
                times = slice(note.start // LENGTH, (note.start + note.count) // LENGTH)
                inside = self.power[times, self.band(note)].sum(axis=1)
                got = 10 * np.log10(inside.mean())
                self.assertAlmostEqual(got, want, delta=0.5)
                # No later than a few milliseconds: a modulator's filters fill up.
                first = inside[:5].max()
                self.assertGreater(first, inside.mean() / 4)
                # Before and after there is noise alone.
                for other in (times.start - 5, times.stop + 2):
                    if 0 <= other < len(self.power) - 2:
                        quiet = self.power[other:other + 2, self.band(note)]
                        self.assertLess(quiet.mean(), 4 * noise)

    def test_outside_all_boxes_is_little(self):
        rest = self.power.copy()
        for note in self.recording.annotations:
            times = slice(note.start // LENGTH, (note.start + note.count) // LENGTH)
            rest[times, self.band(note, margin_hz=20e3)] = 0
        self.assertLess(10 * np.log10(rest.sum(axis=1).mean()), -47)

    def test_bad_arguments(self):
        for argv, status, want in [([], 1, "usage: "), (["a", "b"], 1, "usage: "),
                                   (["/none/x"], 1, "demo_recording: /none/x.sigmf-data: "
                                                    "No such file or directory\n")]:
            with contextlib.redirect_stderr(io.StringIO()) as err:
                self.assertEqual(demo_recording.main(argv), status)
            self.assertTrue(err.getvalue().startswith(want), err.getvalue())


if __name__ == "__main__":
    unittest.main()
