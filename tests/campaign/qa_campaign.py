#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""script/campaign finds what fails, goes on after a crash, and prints lines that repeat it.

Usage: qa_campaign.py BUILD"""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv.pop(1)) if len(sys.argv) > 1 else ROOT / "build"
PLANTED = 400


def campaign(*words):
    return subprocess.run([sys.executable, ROOT / "script/campaign", "--build", BUILD, *words],
                          capture_output=True, text=True, timeout=600, check=False)


def repeated(line):
    """The line that a failure printed, run as it stands."""
    words = shlex.split(line, comments=True)
    assert words[0] == "script/campaign"
    return campaign(*words[1:])


class qa_campaign(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "figures.json"
            cls.done = campaign("--kinds", "planted", "--count", f"planted={PLANTED}",
                                "--seed", "7", "--processes", "2", "--json", str(file))
            cls.figures = json.loads(file.read_text())
        cls.lines = [line for line in cls.done.stdout.splitlines()
                     if line.startswith("script/campaign")]

    def test_001_goes_on_after_a_crash(self):
        kind = self.figures["kinds"][0]
        self.assertEqual(self.done.returncode, 1)
        self.assertEqual(kind["trials"], PLANTED)
        self.assertGreater(kind["crashes"], 1)
        self.assertGreater(kind["failures"], kind["crashes"])

    def test_002_finds_the_same_again(self):
        again = campaign("--kinds", "planted", "--count", f"planted={PLANTED}", "--seed", "7",
                         "--processes", "3", "--no-smaller")
        row = r"planted +\d+ +\d+ +\d+ +\d+ "
        self.assertEqual(re.search(row, again.stdout)[0], re.search(row, self.done.stdout)[0])

    def test_003_makes_failures_as_small_as_they_fail(self):
        smaller = {re.sub(r"data=\d+ ", "", f["smaller"]) for f in self.figures["failures"]}
        self.assertIn("rows=1 of dst1 forward 1, loops 1", smaller)
        self.assertIn("rows=2 of dct4 forward 1", smaller)

    def test_004_prints_lines_that_repeat_them(self):
        crash = next(line for line in self.lines if "SIGABRT" in line)
        done = repeated(crash)
        self.assertEqual(done.returncode, 1)
        self.assertIn("died of SIGABRT", done.stdout)
        wrong = next(line for line in self.lines if "an odd length" in line)
        done = repeated(wrong)
        self.assertEqual(done.returncode, 1)
        self.assertIn("an odd length", done.stdout)

    def test_005_repeats_a_trial_by_its_number(self):
        failure = self.figures["failures"][0]
        done = campaign("--kinds", "planted", "--seed", "7", "--index", str(failure["index"]))
        self.assertEqual(done.returncode, 1)
        self.assertIn(failure["trial"], done.stdout)

    def test_006_passes_where_nothing_fails(self):
        done = campaign("--kinds", "plans", "--count", "plans=50", "--seed", "1")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"plans +50 +50 +0 +0 ")

    def test_007_runs_streams_spectra_and_histograms(self):
        done = campaign("--kinds", "streams,spectra,histograms", "--device", "fake:0",
                        *(word for kind in ("streams", "spectra", "histograms")
                          for word in ("--count", f"{kind}=5")))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for kind in ("streams", "spectra", "histograms"):
            self.assertRegex(done.stdout, rf"{kind} +5 +\d+ +0 +0 ")

    def test_008_refuses_what_it_cannot_do(self):
        for words, why in ((["--kinds", "dreams"], "'dreams' is none of transforms"),
                           (["--count", "plans"], "'plans' is no KIND=NUMBER"),
                           (["--index", "3"], "--index needs --seed"),
                           (["--minutes", "0"], "are more than 0")):
            done = campaign(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(why, done.stderr)
        done = campaign("--repeat", "plans limits=0 rows=1 data=1 of nothing")
        self.assertEqual(done.returncode, 1)
        self.assertIn("nothing", done.stdout)


if __name__ == "__main__":
    unittest.main()
