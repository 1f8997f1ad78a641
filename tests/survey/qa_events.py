#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Events: false alarms in noise at the rate that was asked for, and bursts of known places."""
import csv
import io
import json
import os
import re
import shutil
import sys
import tempfile
import unittest

import numpy as np
import scipy.signal

from survey_files import contents, run, write_sigmf

RATE, LENGTH = 1e6, 256
CENTRE = 100e6
CELLS = re.compile(r"(\d+) bins? of (\d+) rows? passed")

# what, window, hop, frames of a row, rate
NOISE = [
    ("single frames", "hann", 256, 1, 1e-4),
    ("half an overlap", "blackmanharris", 128, 10, 1e-3),
    ("half an overlap, correlated", "boxcar", 128, 10, 1e-3),
    ("three quarters", "hann", 64, 20, 1e-3),
    ("long averages", "hann", 128, 100, 1e-2),
]


def white(random, count):
    return random.standard_normal(count) + 1j * random.standard_normal(count)


class EventsTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.out = self.path("s.zarr")
        self.base = self.path("a")

    def path(self, name):
        return os.path.join(self.folder, name)

    def events(self, path, rate, *options):
        shutil.rmtree(self.out, ignore_errors=True)
        done = run("process", path, "--events", rate, *options, "--out", self.out)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stderr)
        with open(os.path.join(self.out, "events.sigmf-meta")) as file:
            return json.load(file)

    def test_false_alarms_are_as_seldom_as_asked(self):
        """Of white noise, complex and real: within 5 % and four standard deviations of a count.

        A window's main lobe brings bins that pass two at a time, so that counts vary more
        than independent ones do.
        """
        random = np.random.default_rng(5)
        numbers = (0.01 * random.standard_normal(6_000_000)).astype("<f4")
        for kind in ("cf32", "rf32"):
            numbers.tofile(self.path(f"n.{kind}"))
        for what, window, hop, average, rate in NOISE:
            for kind in ("cf32", "rf32"):
                with self.subTest(what, kind=kind):
                    found = self.events(self.path(f"n.{kind}"), rate, "--samp-rate", RATE,
                                        "--length", LENGTH, "--hop", hop, "--window", window,
                                        "--average", average)
                    with open(os.path.join(self.out, "mean", ".zarray")) as file:
                        rows, bins = json.load(file)["shape"]
                    passed = sum(int(CELLS.search(e["core:comment"])[1])
                                 for e in found["annotations"])
                    expected = rate * rows * bins
                    spread = 4 * np.sqrt(2 * expected)
                    self.assertGreater(passed, 0.95 * expected - spread)
                    self.assertLess(passed, 1.05 * expected + spread)

    def test_noise_that_is_shaped(self):
        """By 30 dB, as by a filter narrower than the band: the rate holds, lines are found."""
        random = np.random.default_rng(8)
        count = 4_000_000
        for real in (False, True):
            noise = random.standard_normal(count) if real else white(random, count)
            # Half of the band passes; white noise of -30 dB is beside it.
            taps = scipy.signal.firwin(63, 0.5)
            samples = 0.01 * scipy.signal.oaconvolve(noise, taps, "same")
            samples += 0.01 * 10**-1.5 * (random.standard_normal(count) if real
                                          else white(random, count))
            kind = "rf32_le" if real else "cf32_le"
            write_sigmf(self.base, samples, RATE, kind)
            options = ("--length", 2048, "--hop", 2048, "--window", "blackmanharris",
                       "--average", 8, "--shaped-noise")
            found = self.events(self.base, "1e-3", *options)
            with open(os.path.join(self.out, "mean", ".zarray")) as file:
                rows, bins = json.load(file)["shape"]
            passed = sum(int(CELLS.search(e["core:comment"])[1])
                         for e in found["annotations"])
            expected = 1e-3 * rows * bins
            # Where the shape bends by dB within a few bins it is known to a tenth of a dB.
            self.assertGreater(passed, 0.8 * expected)
            self.assertLess(passed, 1.25 * expected)
            # A line that is there throughout is none of the noise, wherever it is.
            n = np.arange(count)
            for hz in (100e3, 400e3):
                line = np.exp(2j * np.pi * hz / RATE * n)
                samples = samples + 4e-3 * (line.real if real else line)
            write_sigmf(self.base, samples, RATE, kind)
            lines = self.events(self.base, "1e-7", *options)["annotations"]
            for hz in (100e3, 400e3):
                here = [e for e in lines if e["core:freq_lower_edge"] < hz
                        < e["core:freq_upper_edge"]]
                self.assertTrue(here and here[0]["core:sample_count"] > 0.9 * count)
            self.assertLess(len(lines), 5, lines)

    def test_bursts(self):
        """Their places in time and frequency, and their levels."""
        random = np.random.default_rng(2)
        count = 400_000
        samples = 1e-3 * white(random, count)
        # begin, end, frequency from the centre in Hz, amplitude
        bursts = [(50_000, 90_000, 200_300.0, 0.02), (120_000, 150_000, -250_100.0, 0.01),
                  (130_000, 140_000, 100e3, 0.05), (300_000, 301_000, -50e3, 0.02),
                  (0, 30_000, 400e3, 0.004)]
        for begin, end, hz, amplitude in bursts:
            n = np.arange(begin, end)
            # Edges that take a while, so that nothing splatters over other frequencies.
            shape = scipy.signal.windows.tukey(n.size, min(1, 1000 / n.size))
            samples[begin:end] += amplitude * shape * np.exp(2j * np.pi * hz / RATE * n)
        write_sigmf(self.base, samples, RATE, "cf32_le", captures=[
            {"core:sample_start": 0, "core:frequency": CENTRE,
             "core:datetime": "2026-11-26T06:38:32Z"}])
        found = self.events(self.base, "1e-7", "--length", LENGTH, "--average", 8, "--window",
                            "blackmanharris", "--unit", "dbfs")
        self.assertEqual(found["captures"], [
            {"core:sample_start": 0, "core:frequency": CENTRE,
             "core:datetime": "2026-11-26T06:38:32.000000000Z"}])
        head = found["global"]
        self.assertEqual((head["core:datatype"], head["core:sample_rate"],
                          head["core:metadata_only"], head["core:version"]),
                         ("cf32_le", RATE, True, "1.0.0"))
        events = found["annotations"]
        self.assertEqual(len(events), len(bursts), events)
        row = 7 * LENGTH // 2 + LENGTH  # samples of a row
        bin_hz = RATE / LENGTH
        for event, (begin, end, hz, amplitude) in zip(events, sorted(bursts)):
            start = event["core:sample_start"]
            stop = start + event["core:sample_count"]
            self.assertTrue(begin - row < start <= begin + row / 2, (event, begin))
            self.assertTrue(end - row / 2 <= stop < end + row, (event, end))
            low, high = event["core:freq_lower_edge"], event["core:freq_upper_edge"]
            self.assertTrue(low < CENTRE + hz < high, event)
            self.assertLess(high - low, 12 * bin_hz)
            words = re.match(r"(\S+) dBFS at (\S+) Hz, (\S+) dB over the noise; ",
                             event["core:comment"])
            self.assertLess(abs(float(words[2]) - CENTRE - hz), 0.51 * bin_hz)
            if end - begin < row:
                continue  # its row has noise beside it
            level = float(words[1])
            # Between bins a window of Blackman and Harris loses up to 0.83 dB.
            self.assertTrue(-1 < level - 20 * np.log10(amplitude) < 0.3, (event, amplitude))
            # Noise in a bin: 2e-6 of power over all, times ENBW 2.0044 of its bins.
            floor = 10 * np.log10(2e-6 * 2.0044 / LENGTH)
            self.assertAlmostEqual(level - float(words[3]), floor, delta=0.4)
        self.check_shown(events)

    def check_shown(self, events):
        import gpufft

        self.assertEqual(gpufft.survey_events(self.out), events)
        self.assertIn(f"  events          {len(events)}, in ", run("show", self.out).stdout)
        done = run("show", self.out, "--product", "events", "--csv", "/dev/stdout")
        lines = list(csv.reader(io.StringIO(done.stdout)))
        self.assertEqual(lines[0], ["time_utc", "duration_s", "sample_start", "sample_count",
                                    "low_hz", "high_hz", "level"])
        self.assertEqual(len(lines) - 1, len(events))
        for line, event in zip(lines[1:], events):
            start = event["core:sample_start"]
            self.assertEqual(line[0], f"2026-11-26T06:38:32.{start:06d}000Z")
            self.assertEqual(int(line[2]), start)
            self.assertAlmostEqual(float(line[4]), event["core:freq_lower_edge"], places=2)
            self.assertEqual(line[6], event["core:comment"])
        part = run("show", self.out, "--product", "events", "--start", "0.25", "--duration",
                   "0.1", "--csv", "/dev/stdout")
        self.assertEqual(len(part.stdout.splitlines()), 2)

    def test_wide_signals_gaps_and_silence(self):
        """A signal that fills a quarter and stays is no noise; no event crosses a gap."""
        random = np.random.default_rng(3)
        count = 300_000
        spectrum = np.fft.fft(white(random, count))
        spectrum[np.abs(np.fft.fftfreq(count) - 0.1) > 0.125] = 0
        samples = 1e-3 * white(random, count) + 0.02 * np.fft.ifft(spectrum)
        write_sigmf(self.base, samples, RATE, "cf32_le", captures=[
            {"core:sample_start": 0, "core:frequency": 1e9},
            {"core:sample_start": 150_000, "core:frequency": 2e9}])
        found = self.events(self.base, "1e-9", "--length", LENGTH, "--average", 32)
        events = found["annotations"]
        self.assertEqual(len(events), 2, events)
        for event, centre, start in zip(events, (1e9, 2e9), (0, 150_000)):
            self.assertEqual(event["core:sample_start"], start)
            self.assertGreater(event["core:sample_count"], 149_000)
            self.assertLess(start + event["core:sample_count"], start + 150_001)
            for edge, hz in (("lower", -25e3), ("upper", 225e3)):
                self.assertAlmostEqual(event[f"core:freq_{edge}_edge"], centre + hz,
                                       delta=4 * RATE / LENGTH)
        write_sigmf(self.base, np.zeros(50_000), RATE, "ci16_le")
        self.assertEqual(self.events(self.base, "1e-3")["annotations"], [])

    def test_events_of_a_survey_beside_its_recordings_are_no_recording(self):
        random = np.random.default_rng(6)
        os.mkdir(self.path("rec"))
        write_sigmf(self.path("rec/a"), 0.01 * white(random, 20_000), RATE)
        self.out = self.path("rec/s.zarr")
        self.events(self.path("rec"), "1e-3", "--length", LENGTH)
        before = contents(self.out)
        done = run("process", self.path("rec"), "--events", "1e-3", "--length", LENGTH, "--out",
                   self.out)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(contents(self.out), before)
        done = run("process", self.out, "--out", self.path("t.zarr"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("this folder is a survey, and recordings are needed", done.stderr)
        # Another program's file of that name says nothing about a folder of recordings.
        with open(self.path("rec/survey.json"), "w") as file:
            file.write("{}")
        self.assertEqual(run("process", self.path("rec"), "--events", "1e-3", "--length", LENGTH,
                             "--out", self.out).returncode, 0)

    def test_resumed_and_refused(self):
        random = np.random.default_rng(4)
        write_sigmf(self.base, 0.01 * white(random, 100_000), RATE)
        self.events(self.base, "1e-3", "--length", LENGTH)
        before = contents(self.out)
        os.unlink(os.path.join(self.out, "events.sigmf-meta"))
        command = ["process", self.base, "--length", LENGTH, "--out", self.out]
        self.assertEqual(run(*command, "--events", "1e-3").returncode, 0)
        self.assertEqual(contents(self.out), before)
        done = run(*command, "--events", "1e-4")
        self.assertIn("was begun with events 0.001, and 0.0001 is asked for now", done.stderr)
        done = run("process", self.base, "--events", "0.5", "--out", self.path("t.zarr"))
        self.assertEqual((done.returncode, done.stderr), (
            1, "gpufft process: --events must be above 0, up to 0.1: how often a bin of a row "
            "may pass the threshold in noise, e.g. 1e-6, got 0.5\n"))
        other = self.path("u.zarr")
        self.assertEqual(run("process", self.base, "--out", other).returncode, 0)
        done = run("show", other, "--product", "events", "--csv", "/dev/stdout")
        self.assertEqual(done.returncode, 1)
        self.assertIn("gpufft process --events 1e-6 makes it", done.stderr)


if __name__ == "__main__":
    unittest.main()
