#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings of gpufft live: kept for each source, never in the way."""
import json
import os
import pathlib
import tempfile
import unittest
from unittest import mock

from gnuradio.gpufft.live import arguments
from gnuradio.gpufft.live.settings import Settings, default_path

from live_program import moments, run

# what the file holds, and what is said about it
DAMAGED = [
    ("", "not JSON: "),
    ("{", "not JSON: "),
    ('{"format": 1, "sources"', "not JSON: "),
    ("[" * 100000, "not JSON: "),
    ("[]", "its format is not 1"),
    ('{"format": 2, "sources": {}}', "its format is not 1"),
    ('{"format": 1}', "it has no sources"),
    ('{"format": 1, "sources": []}', "it has no sources"),
    ("\udcff\udcfe", "it is not text"),
    (" " * (1 << 20) + "{}", "it has more than 1048576 bytes"),
]

# a setting, and values that nobody could have kept
REFUSED = [("freq", -1), ("freq", "100M"), ("gain", None), ("gain", "loud"), ("samp_rate", 0),
           ("length", 1), ("length", 4096.5), ("length", True), ("rbw", 0), ("rbw", "nan"),
           ("window", 5), ("window", "a\nb"), ("average", "median"), ("seconds", 0),
           ("max_hold", 1)]


class qa_live_settings(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "a" / "live.json"
        self.said = []

    def settings(self):
        return Settings(str(self.path), self.said.append)

    def options(self, *words):
        return arguments.parse([*words, "--headless", "--json"])

    def kept(self, source, *words):
        options = self.options(*words)
        self.settings().keep(source, options)

    def taken(self, source, *words):
        options = self.options(*words)
        self.settings().apply(source, options)
        return options

    def write(self, text):
        self.path.parent.mkdir(exist_ok=True)
        self.path.write_bytes(text.encode("utf-8", "surrogateescape"))

    def test_kept_for_each_source(self):
        self.kept("sim", "--freq", "145.5M", "--gain", "10", "--length", "1000", "-w", "hann")
        self.kept("rtl", "--gain", "auto", "--average", "max", "--max-hold")
        options = self.taken("sim")
        self.assertEqual((options.freq, options.gain, options.length, options.window,
                          options.average, options.max_hold),
                         (145.5e6, 10.0, 1000, "hann", None, None))
        options = self.taken("rtl")
        self.assertEqual((options.freq, options.gain, options.average, options.max_hold),
                         (None, "auto", "max", True))
        self.assertEqual(self.taken("other").freq, None)
        self.assertEqual(self.said, [])

    def test_the_command_line_comes_first(self):
        self.kept("sim", "--freq", "145.5M", "--rbw", "100", "--average", "max")
        options = self.taken("sim", "--freq", "100M", "--length", "64")
        self.assertEqual((options.freq, options.length, options.rbw, options.average),
                         (100e6, 64, None, "max"))
        options = self.taken("sim", "--sweep", "80M:90M")
        self.assertEqual((options.freq, options.average, options.rbw), (None, None, None))
        self.kept("sim", "--length", "131072")
        self.assertEqual(self.taken("sim", "--sweep", "80M:90M").length, None)

    def test_damaged_files_are_replaced(self):
        for text, reason in DAMAGED:
            with self.subTest(text[:20]):
                self.write(text)
                self.said.clear()
                self.assertEqual(self.taken("sim").freq, None)
                self.assertEqual(len(self.said), 1)
                self.assertTrue(self.said[0].startswith(
                    f"settings in {self.path} are not taken: {reason}"), self.said)
                self.kept("sim", "--freq", "100M")
                self.said.clear()
                self.assertEqual(self.taken("sim").freq, 100e6)
                self.assertEqual(self.said, [])

    def test_values_that_make_no_sense(self):
        for name, value in REFUSED:
            with self.subTest(name=name, value=value):
                self.write(json.dumps({"format": 1, "sources": {
                    "sim": {name: value, "later": 1, "seconds": 0.25}
                    if name != "seconds" else {name: value}}}))
                self.said.clear()
                options = self.taken("sim")
                self.assertEqual(getattr(options, name), None)
                self.assertEqual(len(self.said), 1, self.said)
                self.assertIn(f"{name} of sim is {json.dumps(value)}", self.said[0])
                if name != "seconds":
                    self.assertEqual(options.seconds, 0.25)

    def test_a_file_that_cannot_be_written(self):
        self.path = pathlib.Path("/dev/null/live.json")
        self.kept("sim", "--freq", "1M")
        self.assertTrue(self.said[-1].startswith("settings are not kept: /dev/null"), self.said)

    def test_only_so_many_sources(self):
        settings = self.settings()
        for number in range(105):
            settings.keep(f"recording {number}", self.options("--freq", str(number)))
        self.assertEqual(self.taken("recording 4").freq, None)
        self.assertEqual(self.taken("recording 5").freq, 5)
        self.assertLess(self.path.stat().st_size, 1 << 20)
        self.assertEqual([entry.name for entry in self.path.parent.iterdir()], ["live.json"])

    def test_where_they_are(self):
        with mock.patch.dict(os.environ, {"XDG_CONFIG_HOME": "/x", "HOME": "/home/h"}):
            self.assertEqual(default_path(), "/x/gpufft/live.json")
            for folder in ("", "relative"):
                os.environ["XDG_CONFIG_HOME"] = folder
                self.assertEqual(default_path(), "/home/h/.config/gpufft/live.json")

    def test_a_run_keeps_and_the_next_one_takes(self):
        common = ("sim", "--headless", "--json", "--for", 0.5, "--settings", self.path)
        self.write(json.dumps({"format": 1, "sources": {"sim": {"rbw": 1e-3, "gain": 10}}}))
        done = run(*common, text=True)
        self.assertRegex(done.stderr, r"^gpufft live: settings that were kept are not taken: "
                                      r"--rbw 0.001 Hz at 2e\+06 S/s needs frames of .*\n$")
        moment = moments(done.stdout)[-1]
        self.assertEqual((done.returncode, moment["length"]), (0, 4096))
        self.assertAlmostEqual(moment["peak_dbfs"], -20, delta=1)
        first = run(*common, "--freq", "145.5M", "-l", 1024, text=True)
        second = run(*common, text=True)
        third = run(*common, "--defaults", text=True)
        self.assertEqual([done.stderr for done in (first, second, third)], ["", "", ""])
        moment = moments(second.stdout)[-1]
        self.assertEqual((moment["centre_hz"], moment["length"]), (145.5e6, 1024))
        moment = moments(third.stdout)[-1]
        self.assertEqual((moment["centre_hz"], moment["length"]), (100e6, 4096))


if __name__ == "__main__":
    unittest.main()
