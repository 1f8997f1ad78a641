#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Samples that are kept of recordings: bands and channels of a filter bank, beside a mixer
and a filter in double precision; their times, levels and frequencies; kills.

usage: qa_voltages.py [KILLS]
"""
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

import numpy as np
from scipy import signal, special

from survey_files import PROGRAM, contents, noise, run, stored, write_sigmf

KILLS = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 3
RATE = 1e6
#: The stopband of the bands' filters is at -110 dB, and samples are single precision.
BOUND = 3e-5


def read(base):
    """Samples and metadata of a pair of SigMF."""
    with open(f"{base}.sigmf-meta") as file:
        meta = json.load(file)
    assert meta["global"]["core:datatype"] == "cf32_le"
    return np.fromfile(f"{base}.sigmf-data", "<c8"), meta


def tone(samples, rate, hz):
    """Amplitude and phase at sample 0 of the tone of ``hz`` in ``samples``, and how many Hz it
    is off that: by how its phase goes on."""
    mixed = samples * np.exp(-2j * np.pi * hz / rate * np.arange(len(samples)))
    window = signal.windows.blackmanharris(len(mixed) // 2, sym=False)
    early, late = (np.dot(part, window) / window.sum()
                   for part in (mixed[:len(window)], mixed[-len(window):]))
    turns = np.angle(late / early) / (2 * np.pi)
    return abs(early), np.angle(early), turns * rate / (len(mixed) - len(window))


def band(samples, rate, offset, width, edge):
    """``samples`` mixed and filtered by a long filter in double precision, at their rate.

    edge   Hz between what passes wholly and what does not
    """
    mixed = samples * np.exp(-2j * np.pi * offset / rate * np.arange(len(samples)))
    taps, beta = signal.kaiserord(130, edge / (rate / 2))
    filtered = signal.firwin(taps | 1, width / 2, window=("kaiser", beta), fs=rate)
    return signal.oaconvolve(mixed, filtered, mode="same")


class VoltagesTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.out = os.path.join(self.folder, "s.zarr")

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def process(self, *arguments, status=0):
        done = run("process", *arguments, "--out", self.out)
        self.assertEqual(done.returncode, status, done.stderr + done.stdout)
        return done

    def test_a_band_beside_a_mixer_and_a_filter(self):
        """In-band tones only: what lies between edges is each filter's own."""
        random_ = np.random.default_rng(5)
        count, n = 300_007, np.arange(300_007)
        samples = sum(
            0.1 * np.exp(2j * np.pi * (f / RATE * n + random_.uniform()))
            for f in (151e3, 160e3, 187.3e3, 204e3, -310e3, 20e3, 400e3, 270e3))
        kept = write_sigmf(self.path("a"), samples, RATE, "cf32_le",
                           [{"core:sample_start": 0, "core:frequency": 100e6,
                             "core:datetime": "2026-11-26T06:38:32.25Z"}])
        self.process(self.path("a"), "--voltages", "x=100.18M:100k:80k,y=99.7M:50k,"
                     "far=300M:10k")
        self.assertFalse(os.path.exists(os.path.join(self.out, "voltages", "far.sigmf-data")))
        found, meta = read(os.path.join(self.out, "voltages", "x"))
        self.assertEqual(len(found), -(-count // 10))
        capture, = meta["captures"]
        self.assertEqual(capture["core:frequency"], 100.18e6)
        self.assertEqual(capture["core:datetime"], "2026-11-26T06:38:32.250000000Z")
        self.assertEqual(meta["global"]["core:sample_rate"], 100e3)
        wanted = band(kept, RATE, 180e3, 90e3, 9e3)[::10]
        inner = slice(600, -600)  # the ends fade as long as each filter is
        self.assertLess(abs(found - wanted)[inner].max(), BOUND * abs(wanted).max())
        # The spectra are there as well, with the settings.
        self.assertTrue(os.path.exists(os.path.join(self.out, "mean", "0.0")))
        with open(os.path.join(self.out, "survey.json")) as file:
            self.assertEqual(json.load(file)["settings"]["voltages"][0],
                             "x=100180000:100000:80000")

    def test_rates_that_are_no_divisors(self):
        """48 of 125: sample m is of the time m / rate, to a 1000th of a sample."""
        n = np.arange(600_000)
        write_sigmf(self.path("a"), 0.5 * np.exp(2j * np.pi * (0.21 * n + 0.125)), RATE,
                    "cf32_le")
        self.process(self.path("a"), "--voltages", "x=200k:48k,y=212k:384k",
                     "--statistics", "none")
        for name, rate, off in (("x", 48e3, 10e3), ("y", 384e3, -2e3)):
            found, meta = read(os.path.join(self.out, "voltages", name))
            self.assertEqual(meta["global"]["core:sample_rate"], rate)
            self.assertEqual(len(found), int(np.ceil(0.6 * rate)))
            amplitude, phase, wrong_hz = tone(found[2000:-2000], rate, off)
            self.assertLess(abs(wrong_hz), 1e-3)
            self.assertLess(abs(amplitude / 0.5 - 1), 1e-4)
            wrong = phase - 2 * np.pi * (0.125 + off * 2000 / rate)
            # A wrong time of a 1000th of an input sample would turn a tone of 210 kHz so far.
            self.assertLess(abs((wrong + np.pi) % (2 * np.pi) - np.pi), 2 * np.pi * 0.21e-3)
        self.assertFalse(os.path.exists(os.path.join(self.out, "mean")))

    def test_every_format_has_its_level(self):
        """-20 dBFS is a mean of |x|^2 of 0.01; of real samples the spectra's level, too."""
        n = np.arange(200_000)
        for name in ("cf32_le", "ci16_le", "cu8", "ci8", "cf64_be", "rf32_le", "ri16_le"):
            samples = 0.1 * np.exp(2j * np.pi * 0.123 * n)
            if name[0] == "r":  # 0.01 = A^2 / 2
                samples = samples.real * np.sqrt(2)
            write_sigmf(self.path(name), samples, RATE, name)
        self.process(*(self.path(name) for name in ("cf32_le", "ci16_le", "cu8", "ci8",
                                                     "cf64_be", "rf32_le", "ri16_le")),
                     "--voltages", "x=120k:25k", "--statistics", "none")
        for name in ("cf32_le", "ci16_le", "cu8", "ci8", "cf64_be", "rf32_le", "ri16_le"):
            found, _ = read(os.path.join(self.out, name, "voltages", "x"))
            amplitude, _, wrong_hz = tone(found[500:-500], 25e3, 3e3)
            self.assertLess(abs(wrong_hz), 0.1, name)
            self.assertLess(abs(20 * np.log10(amplitude) + 20),
                            0.05 if name in ("cu8", "ci8") else 1e-3, name)

    def test_gaps_and_frequencies(self):
        """Each capture begins anew: at its own time, with what its own tuning has."""
        count = 400_000
        parts = [(0, 100e6, "2026-01-01T00:00:00.000Z"),
                 (100_000, 100e6, "2026-01-01T00:00:05.000Z"),  # a gap
                 (200_000, 200e6, "2026-01-01T00:00:05.100Z"),  # elsewhere
                 (300_000, 100.1e6, "2026-01-01T00:00:05.200Z")]  # nearer
        n = np.arange(100_000)
        samples = np.concatenate([
            level * np.exp(2j * np.pi * (100.1e6 + 1e3 - centre) / RATE * n)
            for level, (_, centre, _) in zip((0.1, 0.2, 0.3, 0.4), parts)])
        self.assertEqual(len(samples), count)
        write_sigmf(self.path("a"), samples, RATE, "cf32_le",
                    [{"core:sample_start": start, "core:frequency": centre,
                      "core:datetime": when} for start, centre, when in parts])
        self.process(self.path("a"), "--voltages", "x=100.1M:50k")
        found, meta = read(os.path.join(self.out, "voltages", "x"))
        self.assertEqual([(c["core:sample_start"], c["core:datetime"][:22],
                           c["gpufft:source_sample"]) for c in meta["captures"]],
                         [(0, "2026-01-01T00:00:00.00", 0),
                          (5_000, "2026-01-01T00:00:05.00", 100_000),
                          (10_000, "2026-01-01T00:00:05.20", 300_000)])
        self.assertEqual(len(found), 15_000)
        for i, level in enumerate((0.1, 0.2, 0.4)):
            part = found[5_000 * i:5_000 * (i + 1)]
            amplitude, phase, wrong_hz = tone(part[500:-500], 50e3, 1e3)
            self.assertLess(abs(wrong_hz), 1e-2)
            self.assertLess(abs(amplitude / level - 1), 1e-4)
            # Mixers begin with each segment, where the tone's phase is 0, and nothing of the
            # one before is in it: its edges have half of the amplitude.
            turned = (phase - 2 * np.pi * 1e3 * 500 / 50e3 + np.pi) % (2 * np.pi) - np.pi
            self.assertLess(abs(turned), 1e-3)
            self.assertLess(abs(abs(part[0]) / level - 0.5), 0.05)
        # What comes out is a recording that gpufft reads again, with its gaps.
        again = os.path.join(self.folder, "again.zarr")
        done = run("process", os.path.join(self.out, "voltages", "x.sigmf-meta"), "--length",
                   "500", "--out", again)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_shown_and_read_by_others(self):
        write_sigmf(self.path("a"), noise(300_000), RATE, captures=[
            {"core:sample_start": 0, "core:frequency": 100e6,
             "core:datetime": "2026-11-26T06:38:32Z"}])
        self.process(self.path("a"), "--voltages", "x=100.1M:100k", "--filter-bank", "32",
                     "--calibration", "-20", "--statistics", "none")
        done = run("show", self.out)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("33, from channels/channel00: 62.5 kS/s at 99.5 MHz, 18750 samples to "
                      "voltages/x: 100 kS/s at 100.1 MHz, 30000 samples", done.stdout)
        shown = json.loads(run("show", self.out, "--json").stdout)["groups"][0]["voltages"]
        self.assertEqual(shown[-1], {"name": "voltages/x", "sample_rate_hz": 100e3,
                                     "center_hz": 100.1e6, "samples": 30000})
        found, meta = read(os.path.join(self.out, "voltages", "x"))
        self.assertEqual(meta["global"]["gpufft:full_scale_dbm"], -20)
        try:
            from sigmf import sigmffile
        except ImportError:
            self.skipTest("the package sigmf is not there")
        again = sigmffile.fromfile(os.path.join(self.out, "voltages", "x.sigmf-meta"))
        again.validate()
        np.testing.assert_array_equal(again.read_samples(), found)

    def check_bank(self, channels, times, samples, name):
        kept = write_sigmf(self.path("b"), samples, RATE, name)
        shutil.rmtree(self.out, ignore_errors=True)
        self.process(self.path("b"), "--filter-bank", f"{channels}:{times}", "--statistics",
                     "none")
        # The prototype as docs/recordings.md says it is.
        middle = 8 * channels
        n = np.arange(-middle, middle + 1)
        edge = 0.5 if times == 1 else 0.75
        taps = np.sinc(2 * edge * n / channels) * special.i0(
            10 * np.sqrt(np.maximum(0, 1 - (n / middle)**2)))
        taps /= taps.sum()
        is_real = name[0] == "r"
        k = np.arange(len(kept))
        numbers = range(channels // 2 + 1) if is_real else range(channels)
        digits = len(str(channels - 1))
        for i in numbers:
            off = (i if is_real else i - channels // 2) / channels
            wanted = signal.oaconvolve(kept * np.exp(-2j * np.pi * off * k), taps, "same")
            wanted = wanted[::channels // times]
            if is_real and 0 < off < 0.5:
                wanted = wanted * np.sqrt(2)
            found, meta = read(os.path.join(self.out, "channels", f"channel{i:0{digits}}"))
            self.assertAlmostEqual(meta["captures"][0]["core:frequency"], off * RATE, places=6)
            self.assertEqual(meta["global"]["core:sample_rate"], RATE / channels * times)
            self.assertEqual(len(found), len(wanted))
            self.assertLess(abs(found - wanted).max(), 1e-5 * abs(kept).max(),
                            (channels, times, i))
        self.assertEqual(len(os.listdir(os.path.join(self.out, "channels"))),
                         2 * len(numbers))

    def test_filter_banks(self):
        self.check_bank(16, 2, noise(140_003, 3), "cf32_le")
        self.check_bank(15, 1, noise(70_001, 4), "ci16_le")
        self.check_bank(12, 2, noise(70_001, 5).real, "rf32_le")

    def test_what_does_not_fit_is_refused(self):
        write_sigmf(self.path("a"), noise(20_000), RATE)
        for option, words in (
                (["--voltages", "x=1k"], "--voltages must be NAME=CENTER:RATE[:WIDTH]"),
                (["--voltages", "a/b=1k:2k"], "names files"),
                (["--voltages", "x=1k:2k:3k"], "its width must be below its rate"),
                (["--voltages", "x=1k:20k,x=2k:20k"], "two bands are called x"),
                (["--filter-bank", "5"], "an even number of channels"),
                (["--filter-bank", "8:3"], "once or twice"),
                (["--statistics", "none"], "no statistic is asked for")):
            done = self.process(self.path("a"), *option, status=1)
            self.assertIn(words, done.stderr)
        self.process(self.path("a"), "--voltages", "x=1k:100k")
        done = self.process(self.path("a"), "--voltages", "x=1k:50k", status=1)
        self.assertIn("was begun with voltages", done.stderr)
        # What one recording does not have stops neither its spectra nor the others.
        shutil.rmtree(self.out)
        write_sigmf(self.path("b"), noise(20_000), 2 * RATE)
        done = self.process(self.path("a"), self.path("b"), "--voltages", "x=0:1500k:1400k",
                            status=3)
        self.assertIn("its rate must be at most that of the samples", done.stderr)
        self.assertTrue(os.path.exists(os.path.join(self.out, "a", "mean", "0.0")))
        self.assertTrue(os.path.exists(
            os.path.join(self.out, "b", "voltages", "x.sigmf-meta")))

    def test_a_pipe_has_those_of_the_file(self):
        """Whatever it ends with, in pieces of any size, with spectra that leave samples out."""
        options = ["--voltages", "x=150k:48k,y=-200k:8k", "--filter-bank", "4:1", "--samp-rate",
                   str(RATE), "--format"]
        chunk = 1 << 24  # samples of the recording that a chunk of voltages is made of
        random = np.random.default_rng()
        for name, count, more in (("cu8", 0, []), ("cf32_le", 1, ["--statistics", "none"]),
                                  ("ri16_le", int(random.integers(2, 3_000_000)), []),
                                  ("cf64_le", 400_001, ["--hop", "5000"]),
                                  ("cu8", chunk + 70_001, [])):
            with self.subTest(name=name, count=count):
                kept, _ = stored(np.resize(noise(250_007), count), name)
                kept.tofile(self.path("r"))
                whole, piped = self.path("whole.zarr"), self.path("piped.zarr")
                done = run("process", self.path("r"), *options, name, *more, "--out", whole)
                if count:
                    self.assertEqual(done.returncode, 0, done.stderr)
                with subprocess.Popen(
                        [PROGRAM, "process", "-", *options, name, *more, "--out", piped],
                        stdin=subprocess.PIPE, stderr=subprocess.PIPE,
                        stdout=subprocess.DEVNULL) as process:
                    data, begin = kept.tobytes(), 0
                    while begin < len(data):
                        size = int(random.integers(1, 3_000_000))
                        process.stdin.write(data[begin:begin + size])
                        begin += size
                    process.stdin.close()
                    err = process.stderr.read().decode()
                short = count < 1024 and not more
                self.assertEqual(process.returncode, 3 if short else 0, err)
                # Names and paths of the recording are in the metadata.
                samples = [{found: text for found, text in contents(survey).items()
                            if found.endswith(".sigmf-data")}
                           for survey in (whole, piped) if os.path.exists(survey)]
                self.assertEqual(bool(samples[-1]), count > 0)
                self.assertEqual(samples[0], samples[-1])
                if count:
                    meta = json.loads(pathlib.Path(
                        piped, "voltages", "x.sigmf-meta").read_text())
                    self.assertEqual(meta["captures"][0]["core:frequency"], 150e3)
                    self.assertFalse(os.path.exists(os.path.join(piped, "voltages", ".parts")))
                for survey in whole, piped:
                    shutil.rmtree(survey, ignore_errors=True)


class KilledTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.shared = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.shared.cleanup)
        cls.inputs = os.path.join(cls.shared.name, "in")
        os.mkdir(cls.inputs)
        for number, count in enumerate((20_000_000, 400_000)):
            kept, _ = stored(np.resize(noise(250_007, number), count), "ci8")
            kept.tofile(os.path.join(cls.inputs, f"r{number}.ci8"))
        cls.whole = os.path.join(cls.shared.name, "whole.zarr")
        started = time.monotonic()
        done = run(*cls.command(cls.whole))
        cls.longest = time.monotonic() - started
        assert done.returncode == 0, done.stderr
        cls.expected = contents(cls.whole)

    @classmethod
    def command(cls, out):
        return ["process", cls.inputs, "--samp-rate", "1M", "--voltages", "x=150k:100k,y=0:8k",
                "--filter-bank", "4:1", "--device", "auto/1", "--out", out]

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = os.path.join(folder.name, "s.zarr")

    def check_same(self):
        found = contents(self.out)
        self.assertEqual(sorted(found), sorted(self.expected))
        self.assertEqual([name for name in found if found[name] != self.expected[name]], [])

    def test_what_is_there_in_the_end(self):
        self.assertFalse([name for name in self.expected if "/." in name
                          and ".z" not in name])
        self.assertIn("r0/voltages/x.sigmf-data", self.expected)
        self.assertEqual(len(self.expected["r0/channels/channel3.sigmf-data"]), 8 * 5_000_000)

    def test_kills_at_random_moments(self):
        dice = random.Random(time.time_ns())
        kills = 0
        while kills < KILLS:
            process = subprocess.Popen([PROGRAM, *self.command(self.out)],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            try:
                process.communicate(timeout=dice.uniform(0, 1) * self.longest)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                kills += 1
                continue
            self.assertEqual(process.returncode, 0)
            self.check_same()
            shutil.rmtree(self.out)
        done = run(*self.command(self.out))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check_same()

    def test_what_is_done_is_not_done_again(self):
        shutil.copytree(self.whole, self.out)
        done = run(*self.command(self.out), "--json")
        self.assertEqual(json.loads(done.stdout.splitlines()[-1])["chunks_done"], 0)
        self.check_same()

    def test_two_processes(self):
        processes = [subprocess.Popen([PROGRAM, *self.command(self.out)],
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                     for _ in range(2)]
        ends = [process.communicate() for process in processes]
        self.assertEqual([process.returncode for process in processes], [0, 0], ends)
        self.check_same()

    def test_a_file_that_was_cut_off_is_made_again(self):
        shutil.copytree(self.whole, self.out)
        os.truncate(pathlib.Path(self.out, "r1", "voltages", "x.sigmf-data"), 100)
        done = run(*self.command(self.out))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check_same()


if __name__ == "__main__":
    unittest.main()
