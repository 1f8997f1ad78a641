#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Zoom levels of surveys: means and maxima of rows, beside NumPy over the rows."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

import numpy as np

try:
    import xarray
    import zarr  # noqa: F401
    from matplotlib.image import imread
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

from survey_files import PROGRAM, contents, noise, run, write_sigmf

RATE, LENGTH = 1e6, 64


class ZoomTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.base = cls.path("a")
        samples = noise(500_000)
        samples[200_000:200_300] += 1  # a burst that means hide, and maxima show
        # Segments of odd numbers of rows, so that levels end in odd ones.
        write_sigmf(cls.base, samples, RATE, captures=[
            {"core:sample_start": 0, "core:frequency": 1e8},
            {"core:sample_start": 123_457, "core:frequency": 2e8},
            {"core:sample_start": 124_000, "core:frequency": 1e8}])
        cls.options = [cls.base, "--length", LENGTH, "--hop", LENGTH, "--average", 3,
                       "--statistics", "mean", "--pyramid"]
        cls.out = cls.path("s.zarr")
        done = run("process", *cls.options, "--out", cls.out)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder, name)

    def test_levels_beside_numpy(self):
        """Each row is of those it begins and ends with, none across a gap."""
        import gpufft

        rows = gpufft.open_survey(self.out)
        count = rows.attrs["zoom_levels"]
        self.assertEqual(rows.sizes["time"], 2605)
        self.assertEqual(count, 3)
        mean = 10**(rows["mean"].values.astype(float) / 10)
        highest = rows["max"].values
        frames, sample = rows.frames.values, rows["sample"].values
        segment = np.searchsorted([123_457, 124_000], sample, side="right")
        for level in range(1, count + 1):
            found = gpufft.open_survey(self.out, level=level)
            xarray.testing.assert_identical(
                found, xarray.open_zarr(self.path(f"s.zarr/zoom{level}")))
            groups = [np.flatnonzero(segment == s)[at:at + 2**level]
                      for s in range(3)
                      for at in range(0, np.sum(segment == s), 2**level)]
            self.assertEqual(found.sizes["time"], len(groups))
            self.assertEqual(set(found.data_vars), {"mean", "max"})
            for name in ("units", "long_name"):
                self.assertEqual(found["mean"].attrs[name], rows["mean"].attrs[name])
            np.testing.assert_array_equal(found["sample"], [sample[g[0]] for g in groups])
            np.testing.assert_array_equal(found.frames, [frames[g].sum() for g in groups])
            np.testing.assert_array_equal(found.frequency, rows.frequency)
            # A row's middle is that of its frames.
            np.testing.assert_allclose(
                found.time, [(sample[g[0]] + frames[g].sum() * LENGTH / 2) / RATE
                             for g in groups], rtol=0, atol=1e-9)
            np.testing.assert_array_equal(
                found.center_frequency, rows.center_frequency.values[[g[0] for g in groups]])
            expected = [np.average(mean[g], axis=0, weights=frames[g]) for g in groups]
            np.testing.assert_allclose(found["mean"], 10 * np.log10(expected), atol=1e-4)
            np.testing.assert_allclose(
                found["max"], [highest[g].max(axis=0) for g in groups], atol=1e-4)
        with self.assertRaisesRegex(ValueError, "has no zoom level 4; process"):
            gpufft.open_survey(self.out, level=4)

    def test_python_makes_the_same_bytes(self):
        import gpufft

        out = self.path("python.zarr")
        gpufft.process(self.base, out, length=LENGTH, hop=LENGTH, average=3, pyramid=True)
        self.assertEqual(contents(out), contents(self.out))

    def test_resumed(self):
        """What is missing is made again, the same, and nothing else."""
        out = self.path("resumed.zarr")
        shutil.copytree(self.out, out)
        for gone in ("zoom1/mean/0.0", "zoom3/max/0.0", "zoom2/.zmetadata"):
            os.unlink(os.path.join(out, gone))
        kept = os.path.join(out, "zoom2/mean/0.0")
        before = os.stat(kept).st_ino
        done = run("process", *self.options, "--out", out)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(contents(out), contents(self.out))
        self.assertEqual(os.stat(kept).st_ino, before)

    def test_pictures_come_of_the_level_that_fits(self):
        """They are the ones of the rows, but for the edges of columns."""
        plain = self.path("plain.zarr")
        shutil.copytree(self.out, plain)
        for level in (1, 2, 3):
            shutil.rmtree(os.path.join(plain, f"zoom{level}"))
        images = []
        for survey in (self.out, plain):
            png = self.path("x.png")
            # All rows of the product, so that a level has a row for each pixel.
            done = run("show", survey, "--png", png, "--dynamic-range", 60)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            images.append(imread(png))
        title = slice(0, 75)
        self.assertTrue((images[0][title] != images[1][title]).any())  # "zoom level 1"
        drawn = [image[85:630, 100:1060, :3] for image in images]
        self.assertLess(np.abs(drawn[0] - drawn[1]).mean(), 0.05)
        # Without the rows themselves, there is the picture still.
        away = self.path("away.zarr")
        shutil.copytree(self.out, away)
        shutil.rmtree(os.path.join(away, "zoom1", "mean"))
        done = run("show", away, "--png", self.path("y.png"), "--dynamic-range", 60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue((imread(self.path("y.png")) == images[1]).all())

    def test_a_pipe_and_several_recordings(self):
        import gpufft

        with open(self.base + ".sigmf-data", "rb") as file:
            samples = file.read()
        out = self.path("pipe.zarr")
        command = [PROGRAM, "process", "-", "--format", "ci16_le", "--samp-rate", RATE,
                   *self.options[1:], "--out", out]
        done = subprocess.run([str(word) for word in command], input=samples,
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(gpufft.open_survey(out).attrs["zoom_levels"], 3)
        self.assertEqual(gpufft.open_survey(out, level=3).sizes["time"], 326)
        write_sigmf(self.path("b"), noise(3000), RATE)
        both = self.path("both.zarr")
        done = run("process", self.base, self.path("b"), *self.options[1:], "--out", both)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(gpufft.survey_groups(both), ["a", "b"])
        xarray.testing.assert_identical(gpufft.open_survey(both, "a", level=2),
                                        gpufft.open_survey(self.out, level=2))
        self.assertEqual(gpufft.open_survey(both, "b").attrs["zoom_levels"], 0)
        text = run("show", both).stdout
        self.assertIn("  zoom levels     3: means and maxima of 2 to 8 rows\n", text)


if __name__ == "__main__":
    unittest.main()
