#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Defaults, frames and windows of a spectrogram, and what cannot be asked for."""
import types
import unittest

import numpy as np

from gnuradio.gpufft.spectrogram_plan import (ArgumentError, choose_length,
                                              plan_spectrogram, window_taps)

# why, samples, what is asked, (start, length, hop, frames, per_column)
PLANS = [
    ("all defaults", 288000, {}, (0, 1024, 512, 561, 1)),
    ("as many spectra to a column as fit", 8000000, {}, (0, 2048, 1024, 7811, 8)),
    ("hop by length", 10000, {"length": 100}, (0, 100, 50, 199, 1)),
    ("one point", 100, {"length": 1, "hop": 1}, (0, 1, 1, 100, 1)),
    ("one frame exactly", 100, {"length": 100}, (0, 100, 50, 1, 1)),
    ("gaps between frames", 100, {"length": 4, "hop": 10}, (0, 4, 10, 10, 1)),
    ("average as asked", 1000,
     {"length": 10, "hop": 10, "average": 7}, (0, 10, 10, 100, 7)),
    ("more columns than fit are averaged further", 30000,
     {"length": 10, "hop": 10, "average": 2}, (0, 10, 10, 3000, 4)),
    ("start and duration", 10000,
     {"length": 10, "hop": 10, "start_s": 1, "duration_s": 2},
     (1000, 10, 10, 200, 1)),
    ("duration beyond the end", 1000, {"length": 10, "hop": 10, "duration_s": 99},
     (0, 10, 10, 100, 1)),
    ("duration beyond numbers", 1000, {"length": 10, "hop": 10, "duration_s": 1e308},
     (0, 10, 10, 100, 1)),
]

# why, samples, what is asked, the message
REFUSALS = [
    ("start beyond the end", 1000, {"start_s": 2},
     "--start 2 lies beyond the end: x.cu8 lasts 1 s (1000 samples)"),
    ("start at the end", 1000, {"start_s": 1},
     "--start 1 lies beyond the end: x.cu8 lasts 1 s (1000 samples)"),
    ("start beyond numbers", 1000, {"start_s": 1e308},
     "--start 1e+308 lies beyond the end: x.cu8 lasts 1 s (1000 samples)"),
    ("frame beyond the engine's, before its window", 2**28,
     {"length": 2**28, "window": "no such"},
     "--length must be 1 .. 134217728 (2^27), got 268435456"),
    ("shorter than a frame", 1000, {"length": 1024},
     "--length 1024 is longer than the recording, 1000 samples (1 s); --length 32 works"),
    ("part shorter than a frame", 1000, {"length": 200, "duration_s": 0.1},
     "--length 200 is longer than the part asked for, 100 samples (0.1 s); --length 16 "
     "works"),
    ("no such window", 1000, {"length": 16, "window": "nutall"},
     "--window nutall is none that SciPy makes of 16 taps (Unknown window type); "
     "blackmanharris, hann, flattop, boxcar and kaiser,8.6 are some that work"),
    ("window without its parameter", 1000, {"length": 16, "window": "kaiser"},
     "--window kaiser is none that SciPy makes of 16 taps (The 'kaiser' window needs one "
     "or more parameters -- pass a tuple); blackmanharris, hann, flattop, boxcar and "
     "kaiser,8.6 are some that work"),
    ("window with a word for a parameter", 1000, {"length": 16, "window": "kaiser,big"},
     "--window kaiser,big is none that SciPy makes of 16 taps (could not convert string "
     "to float: 'big'); blackmanharris, hann, flattop, boxcar and kaiser,8.6 are some that "
     "work"),
]


def recording(samples, samp_rate=1000.0):
    return types.SimpleNamespace(samples=samples, samp_rate=samp_rate, path="x.cu8")


class qa_spectrogram_plan(unittest.TestCase):
    def test_plans(self):
        for why, samples, asked, want in PLANS:
            with self.subTest(why):
                plan = plan_spectrogram(recording(samples), max_columns=1000, **asked)
                self.assertEqual((plan.start, plan.length, plan.hop, plan.frames,
                                  plan.per_column), want)
                self.assertLessEqual(plan.start + plan.samples, samples)
                self.assertLessEqual(-(-plan.frames // plan.per_column), 1000)

    def test_refusals(self):
        for why, samples, asked, want in REFUSALS:
            with self.subTest(why):
                with self.assertRaises(ArgumentError) as caught:
                    plan_spectrogram(recording(samples), max_columns=1000, **asked)
                self.assertEqual(str(caught.exception), want)

    def test_default_length_always_fits_and_only_grows(self):
        last = 0
        for samples in [*range(1, 3000), *(10**k for k in range(4, 13))]:
            length = choose_length(samples)
            self.assertLessEqual(length, samples)
            self.assertGreaterEqual(length, last)
            last = length
        self.assertEqual(last, 8192)

    def test_windows_are_periodic(self):
        np.testing.assert_allclose(window_taps("hann", 4), [0, 0.5, 1, 0.5], atol=1e-7)

    def test_rbw(self):
        # ENBW in bins: 1 for the boxcar, 1.5 for Hann, 2.0044 for Blackman-Harris
        for window, enbw in [("boxcar", 1), ("hann", 1.5), ("blackmanharris", 2.0044)]:
            plan = plan_spectrogram(recording(10000), 1000, length=100, window=window)
            self.assertAlmostEqual(plan.rbw_hz, enbw * 1000 / 100, places=3)

    def test_a_frame_is_drawn_around_its_middle(self):
        plan = plan_spectrogram(recording(10000), 1000, length=100, hop=50, start_s=1)
        self.assertAlmostEqual(plan.time_of_frame(0), 1 + 0.025)
        self.assertAlmostEqual(plan.time_of_frame(1), 1 + 0.075)


if __name__ == "__main__":
    unittest.main()
