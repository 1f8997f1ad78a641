#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft show: what a survey holds, as text, JSON and pictures; pictures of gpufft psd."""
import json
import os
import shutil
import sys
import tempfile
import unittest

import numpy as np

try:
    from matplotlib.image import imread
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

from survey_files import noise, run, stored, write_sigmf

RATE = 1e6
T0 = "2026-11-26T06:38:32"
#: left, bottom, width, height of the axes of a waterfall, and the picture's height
AXES, HEIGHT = (95, 65, 970, 555), 700
SEE = "; see gpufft show --help"

# arguments behind SURVEY, the line on stderr with {} for the survey's folder
REFUSED = [
    (["--png", "x.png", "--product", "median"], "{} has no product median; it has max, mean"),
    (["--png", "x.png", "--group", "a"],
     "the survey has no group a; it has one without a name"),
    (["--product", "mean"], "--product is for a picture or a file; give --png, --csv, "
     "--npy, --hdf5 or --fil, too" + SEE),
    (["--png", "x.png", "--start", "soon"], "--start must be seconds or a date and time such "
     "as 2026-11-26T06:38:32Z, got soon" + SEE),
    (["--png", "x.png", "--start", "77"], "no row lies in that range of time; there are rows "
     "from 0.001024 to 0.097024 s"),
    (["--png", "x.png", "--low", "1G"], "no bin lies in that range of frequency; there are "
     "bins from 99500000 to 100498046.875 Hz"),
    (["--png", "nowhere/x.png"], "cannot write nowhere/x.png: there is no folder nowhere"),
    (["--duration", "1", "more"], "one SURVEY is needed, got 2" + SEE),
]


class ShowTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.shared = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.shared.cleanup)
        # A burst at +200 kHz, from 60 to 70 ms.
        samples = 1e-3 * noise(98000)
        burst = np.arange(60000, 70000)
        samples[burst] += 0.5 * np.exp(2j * np.pi * 0.2 * burst)
        base = os.path.join(cls.shared.name, "burst")
        write_sigmf(base, samples, RATE, captures=[
            {"core:sample_start": 0, "core:frequency": 100e6, "core:datetime": T0 + "Z"}])
        cls.base = base
        cls.survey = os.path.join(cls.shared.name, "s.zarr")
        done = run("process", base, "--length", 512, "--hop", 512, "--average", 4,
                   "--statistics", "mean,max", "--out", cls.survey)
        assert done.returncode == 0, done.stderr

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def picture(self, *arguments, survey=None):
        png = os.path.join(self.folder, "x.png")
        done = run("show", survey or self.survey, "--png", png, *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, f"picture  {png}\n")
        image = imread(png)
        self.assertEqual(image.shape[:2], (HEIGHT, 1200))
        left, bottom, width, height = AXES
        above = HEIGHT - bottom - height
        # The frame's line covers what lies at the edge.
        return image[above:above + height, left:left + width, :3][3:-3, 3:-3]

    def test_text(self):
        done = run("show", self.survey)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for words in (f"{self.survey}: 1 of 1 recordings or channels done\n",
                      "length 512, hop 512, window blackmanharris, average 4, "
                      "statistics mean,max, unit dbfs_per_hz",
                      f"{self.base}.sigmf-meta, ci16_le, 1 MS/s, done",
                      "48 rows of 0.002048 s, 2026-11-26T06:38:32.000000000Z to "
                      "2026-11-26T06:38:32.097792000Z",
                      "512 bins of 1.953125 kHz, 99.5 MHz to 100.4980469 MHz; RBW 3.915 kHz",
                      "time 48 x frequency 512, dBFS/Hz; 1 of 1 chunks"):
            self.assertIn(words, done.stdout)

    def test_json(self):
        found = json.loads(run("show", self.survey, "--json").stdout)
        self.assertEqual((found["problems"], found["is_under_way"]), ({}, False))
        group, = found["groups"]
        self.assertEqual([(p["name"], p["shape"], p["units"], p["chunks_done"])
                          for p in group["products"]],
                         [("max", [48, 512], "dBFS/Hz", 1), ("mean", [48, 512], "dBFS/Hz", 1)])
        self.assertEqual(group["first_sample_utc"], T0 + ".000000000Z")
        self.assertAlmostEqual(group["end_s"], 0.097792)

    def test_a_burst_is_where_it_was(self):
        """Share of the axes' width and height that the brightest pixels have."""
        # why, options, begin and end of the burst, its frequency
        for why, options, times, height in [
                ("all", [], (60 / 97.8, 70 / 97.8), 0.7),
                ("of the highest", ["--product", "max"], (60 / 97.8, 70 / 97.8), 0.7),
                ("some seconds", ["--start", "0.05", "--duration", "0.04"],
                 (10 / 41, 21 / 41), 0.7),
                ("UTC", ["--start", T0 + ".05Z", "--duration", "0.04"],
                 (10 / 41, 21 / 41), 0.7),
                ("some MHz", ["--low", "100.15M", "--high", "100.25M"],
                 (60 / 97.8, 70 / 97.8), 0.5)]:
            with self.subTest(why):
                image = self.picture(*options)
                bright = image.sum(axis=2) > 0.8 * image.sum(axis=2).max()
                rows, columns = np.nonzero(bright)
                self.assertAlmostEqual(1 - rows.mean() / len(image), height, delta=0.02)
                # Rows of 2 ms begin before the burst and end after it.
                self.assertAlmostEqual(columns.min() / image.shape[1], times[0], delta=0.06)
                self.assertAlmostEqual(columns.max() / image.shape[1], times[1], delta=0.06)

    def test_what_is_not_done_is_white(self):
        survey = os.path.join(self.folder, "part.zarr")
        kept, _ = stored(np.resize(noise(100_003), 4_000_000), "ci8")
        kept.tofile(os.path.join(self.folder, "long.ci8"))
        done = run("process", os.path.join(self.folder, "long.ci8"), "--samp-rate", RATE,
                   "--length", 1024, "--hop", 1024, "--average", 1, "--out", survey)
        self.assertEqual(done.returncode, 0, done.stderr)
        os.remove(os.path.join(survey, "mean", "1.0"))
        done = run("show", survey)
        self.assertIn("3 of 4 chunks done", done.stdout)
        image = self.picture(survey=survey)
        white = (image == 1).all(axis=(0, 2))
        # Rows 1024 to 2047 of 3906.
        columns = np.nonzero(white)[0] / image.shape[1]
        self.assertAlmostEqual(columns.min(), 1024 / 3906, delta=0.01)
        self.assertAlmostEqual(columns.max(), 2048 / 3906, delta=0.01)
        self.assertAlmostEqual(white.mean(), 1024 / 3906, delta=0.01)

    def test_a_ratio_has_a_scale_of_its_own(self):
        survey = os.path.join(self.folder, "k.zarr")
        done = run("process", self.base, "--length", 512, "--hop", 512, "--average", 40,
                   "--statistics", "kurtosis", "--out", survey)
        self.assertEqual(done.returncode, 0, done.stderr)
        # Noise has values around 1: on a scale of 20 dB their colours differ by some 0.4.
        image = self.picture(survey=survey)
        self.assertGreater(np.ptp(image.sum(axis=2)), 1.0)

    def test_damaged_inputs_are_listed_until_they_are_whole(self):
        inputs = os.path.join(self.folder, "in")
        os.mkdir(inputs)
        kept, _ = stored(noise(5000), "ci16_le")
        whole = kept.tobytes()
        for name, data in (("good", whole), ("cut", whole[:-1])):
            with open(os.path.join(inputs, f"{name}.ci16"), "wb") as file:
                file.write(data)
        survey = os.path.join(self.folder, "d.zarr")
        command = ["process", inputs, "--samp-rate", "1M", "--out", survey]
        self.assertEqual(run(*command).returncode, 3)
        done = run("show", survey)
        self.assertIn("1 of 1 recordings or channels done, 1 input damaged", done.stdout)
        self.assertIn(f"damaged     {inputs}/cut.ci16: ", done.stdout)
        with open(os.path.join(inputs, "cut.ci16"), "wb") as file:
            file.write(whole)
        self.assertEqual(run(*command).returncode, 0)
        done = run("show", survey)
        self.assertIn("2 of 2 recordings or channels done\n", done.stdout)
        self.assertNotIn("damaged", done.stdout)

    def test_refused(self):
        for arguments, line in REFUSED:
            with self.subTest(arguments):
                done = run("show", self.survey, *arguments)
                self.assertEqual((done.returncode, done.stdout, done.stderr),
                                 (1, "", f"gpufft show: {line.format(self.survey)}\n"))
        done = run("show", self.folder)
        self.assertEqual(done.stderr, f"gpufft show: {self.folder} is no survey: gpufft process "
                                      "makes one, and a file survey.json in it\n")

    def test_damaged_surveys_are_refused(self):
        """Each file of metadata cut short, emptied, or with other types in it."""
        for name in (".zmetadata", "survey.json", "time/0", "frequency/0", "mean/0.0"):
            for why, damage in (("cut", lambda b: b[:len(b) // 2]), ("empty", lambda b: b""),
                                ("numbers for words", lambda b: b.replace(b'"<f4"', b"4")),
                                ("lists for numbers", lambda b: b.replace(b"512", b"[]")),
                                ("another order", lambda b: b[::-1])):
                with self.subTest(f"{name}: {why}"):
                    survey = os.path.join(self.folder, "damaged.zarr")
                    shutil.copytree(self.survey, survey)
                    path = os.path.join(survey, name)
                    with open(path, "rb") as file:
                        data = file.read()
                    with open(path, "wb") as file:
                        file.write(damage(data))
                    png = ["--png", os.path.join(self.folder, "x.png")]
                    # A list looks into no chunk.
                    for more in ([], png) if name == "mean/0.0" else ([],):
                        done = run("show", survey, *more)
                        self.assertIn(done.returncode, (0, 1), done.stderr)
                        self.assertLessEqual(done.stderr.count("\n"), 1)
                    shutil.rmtree(survey)

    def test_a_picture_of_one_spectrum(self):
        png = os.path.join(self.folder, "psd.png")
        done = run("psd", self.base, "--length", 512, "--statistics", "mean,max", "-o", png)
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (0, f"picture  {png}\n", ""))
        image = imread(png)
        self.assertEqual(image.shape[:2], (HEIGHT, 1200))
        # The tone at +200 kHz is the highest of the first curve, in Matplotlib's first blue.
        blue = (np.abs(image[..., :3] - np.array([0x1f, 0x77, 0xb4]) / 255) < 0.02).all(axis=2)
        left, bottom, width, height = 95, 65, 1065, 555
        rows, columns = np.nonzero(blue[:, left:left + width - 150])
        self.assertAlmostEqual(columns[rows.argmin()] / width, 0.7, delta=0.01)


if __name__ == "__main__":
    unittest.main()
