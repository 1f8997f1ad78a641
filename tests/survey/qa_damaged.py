#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft show refuses surveys whose metadata were damaged, or written to do harm."""
import json
import os
import shutil
import tempfile
import unittest

import numpy as np

from survey_files import noise, run, write_sigmf

RATE = 1e6
TABLE = ["--csv", "/dev/stdout", "--product"]
HUGE = 2**60


def at(*keys):
    """Changes the value in .zmetadata that ``keys`` lead to."""
    def change(value):
        def edit(survey):
            path = os.path.join(survey, ".zmetadata")
            with open(path) as file:
                document = json.load(file)
            inner = document
            for key in keys[:-1]:
                inner = inner[key]
            inner[keys[-1]] = value
            with open(path, "w") as file:
                json.dump(document, file)
        return edit
    return change


def array(name, key):
    return at("metadata", f"{name}/.zarray", key)


def attribute(name):
    return at("metadata", ".zattrs", name)


def about(**fields):
    def edit(survey):
        path = os.path.join(survey, "survey.json")
        with open(path) as file:
            document = json.load(file)
        with open(path, "w") as file:
            json.dump({**document, **fields}, file)
    return edit


def numbers(name, dtype, value):
    """All numbers of an axis are ``value``."""
    def edit(survey):
        path = os.path.join(survey, name, "0")
        count = os.path.getsize(path) // np.dtype(dtype).itemsize
        np.full(count, value, dtype).tofile(path)
    return edit


def all_of(*edits):
    def edit(survey):
        for each in edits:
            each(survey)
    return edit


def deep(file, key):
    """A list in lists, deeper than a parser or printer can call itself."""
    def edit(survey):
        path = os.path.join(survey, file)
        with open(path) as text:
            document = text.read()
        with open(path, "w") as text:
            text.write(document.replace("{", f'{{"{key}": {"[" * 200000}{"]" * 200000},', 1))
    return edit


def moved(survey):
    """An array that lies outside of the survey."""
    path = os.path.join(survey, ".zmetadata")
    with open(path) as file:
        text = file.read()
    with open(path, "w") as file:
        file.write(text.replace('"mean/.z', '"../mean/.z'))


# why, the edit, the file that the line names, more arguments
DAMAGED = [
    ("more names than the chunk has", array("band", "shape")([2000]), ".zmetadata",
     TABLE + ["band_power"]),
    ("names of no letter", array("band", "dtype")("<U0"), ".zmetadata",
     TABLE + ["band_power"]),
    ("peaks of another number", all_of(array("peak_frequency", "shape")([48, 1]),
                                       array("peak_frequency", "chunks")([48, 1])),
     ".zmetadata", TABLE + ["peaks"]),
    ("chunks of more bytes than there are", array("mean", "chunks")([HUGE, 512]),
     ".zmetadata", []),
    ("chunks whose bytes wrap to few", array("mean", "chunks")([2**62, 2**62]),
     ".zmetadata", []),
    ("an axis of huge chunks", array("time", "chunks")([2**36]), "time/0", []),
    ("no hop", attribute("hop")(0), ".zmetadata", []),
    ("hop is a word", attribute("hop")("512"), ".zmetadata", []),
    ("length is negative", attribute("length")(-512), ".zmetadata", []),
    ("no sample rate", attribute("sample_rate_hz")(0), ".zmetadata", []),
    ("rows of no frame", numbers("frames", "<i8", 0), "frames", ["--png", "x.png"]),
    ("rows of negative frames", numbers("frames", "<i8", -4), "frames", ["--png", "x.png"]),
    ("rows of endless frames", numbers("frames", "<i8", 2**62), "frames",
     ["--png", "x.png"]),
    ("no first sample", array("sample", "shape")([0]), ".zmetadata", []),
    ("samples far beyond time", numbers("sample", "<i8", 2**62), "sample", []),
    ("an axis of words", array("time", "dtype")("<U2"), ".zmetadata", []),
    ("an unknown compressor", array("time", "compressor")({"id": "lzma"}), ".zmetadata", []),
    ("attributes are a list", at("metadata", ".zattrs")([]), ".zmetadata", []),
    ("the source is a number", attribute("source")(5), ".zmetadata", []),
    ("the window is a list", attribute("window")([]), ".zmetadata", ["--png", "x.png"]),
    ("an array outside of the survey", moved, ".zmetadata", []),
    ("lists in lists of a group", deep(".zmetadata", "x"), ".zmetadata", []),
    ("lists in lists of settings", deep("survey.json", "settings"), "survey.json", []),
    ("is_single is a number", about(is_single=1), "survey.json", []),
    ("settings are a list", about(settings=[1]), "survey.json", []),
    ("another format", about(gpufft_survey=2), "survey.json", []),
]


class DamagedTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        base = os.path.join(cls.folder, "a")
        write_sigmf(base, noise(98000), RATE, captures=[
            {"core:sample_start": 0, "core:frequency": 100e6,
             "core:datetime": "2026-11-26T06:38:32Z"}])
        cls.survey = os.path.join(cls.folder, "s.zarr")
        done = run("process", base, "--length", 512, "--hop", 512, "--average", 4,
                   "--peaks", 2, "--bands", "low=99.6M:100M,high=100M:100.4M",
                   "--compressor", "none", "--out", cls.survey)
        assert done.returncode == 0, done.stderr

    def damaged(self, edit):
        survey = os.path.join(self.folder, "damaged.zarr")
        shutil.rmtree(survey, ignore_errors=True)
        shutil.copytree(self.survey, survey)
        edit(survey)
        return survey

    def test_one_line_names_the_file(self):
        for why, edit, name, more in DAMAGED:
            with self.subTest(why):
                survey = self.damaged(edit)
                more = [os.path.join(self.folder, x) if x == "x.png" else x for x in more]
                done = run("show", survey, *more)
                self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1)
                self.assertIn(f"{survey}/{name}", done.stderr)

    def test_terminals_obey_no_text_of_a_survey(self):
        hostile = "a\x1b[2Jb\nc\x9bd"
        survey = self.damaged(all_of(
            attribute("source")(hostile), attribute("sample_format")(hostile),
            at("metadata", "mean/.zattrs", "units")(hostile),
            about(settings={hostile: [hostile]})))
        done = run("show", survey)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("a [2Jb c  d, a [2Jb c  d, ", done.stdout)
        for c in "\x1b\x9b":
            self.assertNotIn(c, done.stdout)
        done = run("show", survey, "--json")
        self.assertEqual(json.loads(done.stdout)["groups"][0]["attributes"]["source"], hostile)
        self.assertTrue(done.stdout.isascii())

    def test_real_samples_of_short_frames_are_real(self):
        """Complex and real samples have as many bins of length 2."""
        for name, about_centre in (("ri16_le", False), ("ci16_le", True)):
            base = os.path.join(self.folder, name)
            write_sigmf(base, noise(4000), RATE, name, captures=[
                {"core:sample_start": start, "core:frequency": hz}
                for start, hz in ((0, 1e8), (2000, 2e8))])
            survey = base + ".zarr"
            done = run("process", base, "--length", 2, "--hop", 2, "--average", 100,
                       "--out", survey)
            self.assertEqual(done.returncode, 0, done.stderr)
            done = run("show", survey)
            self.assertEqual(", around 2 centres" in done.stdout, about_centre, done.stdout)


if __name__ == "__main__":
    unittest.main()
