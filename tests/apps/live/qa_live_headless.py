#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft live without a window, on its simulation: signals at their places and levels."""
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

import matplotlib.image
import numpy as np

from gnuradio.gpufft.live.simulated_signals import NOISE_DBFS_PER_HZ, SIGNALS

from live_program import PROGRAM, environment, level_at, moments, run, start, table

BAND = (99e6, 101e6)  # what the simulation receives where nothing is said


class qa_live_headless(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def tables(self, *options):
        """(objects of --json, tables) of a run of the simulation that ends well."""
        done = run("sim", "--headless", "--json", "--csv", self.folder, *options, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        found = moments(done.stdout)
        return found, [table(moment["table"]) for moment in found]

    def test_signals_are_where_they_belong(self):
        lines, tables = self.tables("--for", 6, "--max-hold", "--png", self.folder)
        self.assertGreaterEqual(len(tables), 2)
        rows = tables[-1]
        np.testing.assert_allclose(np.diff(rows["frequency_hz"]), 2e6 / 4096, atol=2e-3)
        tones = [s for s in SIGNALS if BAND[0] < s.freq_hz < BAND[1] and not s.period_s
                 and not s.deviation_hz]
        self.assertEqual(len(tones), 3)
        for tone in tones:
            # The bin nearest to a tone is at most half a bin away, where the window has lost
            # 0.83 dB; near noise adds less than 0.1 dB to the weakest.
            near = np.abs(rows["frequency_hz"] - tone.freq_hz) < 1500
            self.assertLess(tone.level_dbfs - rows["level_dbfs"][near].max(), 0.9)
            self.assertGreater(tone.level_dbfs - rows["level_dbfs"][near].max(), -0.1)
        self.assertAlmostEqual(level_at(rows, 100.25e6), -20, delta=0.1)  # on a bin
        floor = np.median(rows["level_dbfs"])
        rbw = lines[-1]["rbw_hz"]
        self.assertAlmostEqual(floor, NOISE_DBFS_PER_HZ + 10 * np.log10(rbw), delta=0.5)
        # FM has its power in many bins; what they add up to is that of its carrier.
        band = np.abs(rows["frequency_hz"] - 99.8e6) < 65e3
        power = np.sum(10 ** (rows["level_dbfs"][band] / 10)) / (rbw / (2e6 / 4096))
        self.assertAlmostEqual(10 * np.log10(power), -30, delta=0.2)
        # A burst of 10 ms holds whole frames of 2 ms: the largest has its full level.
        burst = np.abs(rows["frequency_hz"] - 100.5e6) < 1500
        self.assertAlmostEqual(rows["max_dbfs"][burst].max(), -25, delta=0.9)
        self.assertLess(rows["level_dbfs"][burst].max(), -30)  # a tenth of the time
        self.assertEqual(lines[-1]["peak_hz"], 100.25e6)
        for moment in lines:
            self.assertEqual(matplotlib.image.imread(moment["picture"]).shape[:2], (700, 1200))

    def test_settings_of_the_spectrum(self):
        lines, tables = self.tables("--for", 1, "--rbw", 5e3, "--window", "flattop", "--freq",
                                    "145.5M", "-s", "4M", "--gain", -10, "--average", "max")
        self.assertLessEqual(lines[-1]["rbw_hz"], 5e3)
        self.assertGreater(lines[-1]["rbw_hz"], 4e3)
        self.assertEqual((lines[-1]["centre_hz"], lines[-1]["samp_rate"]), (145.5e6, 4e6))
        self.assertEqual(lines[-1]["bins"], lines[-1]["length"])
        # The largest of thousands of frames has noise on top of the tone.
        self.assertAlmostEqual(level_at(tables[-1], 145.5e6), -45, delta=0.5)
        self.assertEqual(lines[-1]["window"], "flattop")

    def test_overload_is_said(self):
        quiet, _ = self.tables("--for", 1)
        self.assertEqual(quiet[-1]["overload"], 0)
        loud, tables = self.tables("--for", 1, "--gain", 30)
        # The tone alone has an amplitude of 10^(10/20): |cos| or |sin| of its phase are above
        # 1 / that at all phases.
        self.assertGreater(loud[-1]["overload"], 0.95)
        # A square wave's fundamental: 20 log10(4 / pi) at most. A busy machine leaves out
        # spectra of some tables.
        self.assertLess(np.nanmax([each["level_dbfs"] for each in tables]), 2.2)

    def test_pace_and_end(self):
        began = time.monotonic()
        lines, _ = self.tables("--for", 4, "--fps", 5, "-s", "200k")
        # Starting takes a while on a busy machine; the pace is that of the clock in between.
        times = [moment["time"] for moment in lines]
        self.assertLess(time.monotonic() - began, 60)
        self.assertAlmostEqual(np.median(np.diff(times)), 0.2, delta=0.05)
        self.assertGreaterEqual(len(lines), 12)
        rates = [moment["samples_per_second"] for moment in lines[5:]]
        np.testing.assert_allclose(rates, 2e5, rtol=0.15)

    def test_names_go_on(self):
        first, _ = self.tables("--for", 0.6)
        second, _ = self.tables("--for", 0.6)
        self.assertTrue(first[0]["table"].endswith("live-000001.csv"))
        self.assertTrue(second[0]["table"].endswith(f"live-{len(first) + 1:06}.csv"))

    def test_interrupted(self):
        for number, status in ((signal.SIGINT, 0), (signal.SIGTERM, 128 + signal.SIGTERM)):
            program = start("sim", "--headless", "--json", "--png", self.folder)
            program.stdout.readline()  # it runs
            program.send_signal(number)
            _, complaints = program.communicate(timeout=60)
            self.assertEqual((program.returncode, complaints), (status, ""))
        names = [path.name for path in self.folder.iterdir()]
        self.assertEqual([name for name in names if not name.startswith("live-")], [])

    def test_results_that_nobody_takes(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PROGRAM, "live", "sim", "--headless", "--json", "--for", "5"],
                                  stdout=full, stderr=subprocess.PIPE, text=True, timeout=600,
                                  env=environment())
        self.assertEqual((done.returncode, done.stderr),
                         (1, "gpufft live: stdout: No space left on device\n"))


if __name__ == "__main__":
    unittest.main()
