#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows of surveys lie at the right sample, time and frequency, and cross no gap."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest

import numpy as np

try:
    import soundfile
    import xarray
    import zarr  # noqa: F401
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

from survey_files import PROGRAM, contents, noise, run, stored, write_sigmf

RATE = 1000.0
T0 = "2026-11-26T06:38:32"


def capture(start, **fields):
    return {"core:sample_start": start, **{f"core:{k}": v for k, v in fields.items()}}


# why, captures, [(first sample, frames)] of rows of 4 frames of 100 samples, hop 100
CAPTURES = [
    ("none", [], [(0, 4), (400, 4), (800, 2)]),
    ("one", [capture(0)], [(0, 4), (400, 4), (800, 2)]),
    ("another frequency", [capture(0, frequency=1e6), capture(450, frequency=2e6)],
     [(0, 4), (450, 4), (850, 1)]),
    ("the same frequency goes on", [capture(0, frequency=1e6), capture(450, frequency=1e6)],
     [(0, 4), (400, 4), (800, 2)]),
    ("times that go on", [capture(0, datetime=T0 + "Z"),
                          capture(500, datetime="2026-11-26T06:38:32.5Z")],
     [(0, 4), (400, 4), (800, 2)]),
    ("a gap of 3 s", [capture(0, datetime=T0 + ".000Z"),
                      capture(500, datetime="2026-11-26T06:38:35.500Z")],
     [(0, 4), (400, 1), (500, 4), (900, 1)]),
    ("a gap in the index", [capture(0, global_index=7), capture(500, global_index=1000)],
     [(0, 4), (400, 1), (500, 4), (900, 1)]),
    ("an index that goes on", [capture(0, global_index=7), capture(500, global_index=507)],
     [(0, 4), (400, 4), (800, 2)]),
    ("samples before the first capture", [capture(300, frequency=1e6)],
     [(0, 3), (300, 4), (700, 3)]),
    ("a segment that is shorter than a frame", [capture(0, frequency=1), capture(
        400, frequency=2), capture(450, frequency=3)], [(0, 4), (450, 4), (850, 1)]),
]


class AxesTest(unittest.TestCase):

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def survey(self, *arguments, status=0, **more):
        out = self.path(f"out{len(os.listdir(self.folder.name))}.zarr")
        done = run("process", *arguments, "--out", out, **more)
        self.assertEqual(done.returncode, status, done.stderr)
        return out

    def test_rows_cross_no_gap(self):
        for why, captures, rows in CAPTURES:
            with self.subTest(why):
                write_sigmf(self.path("a"), noise(1000), RATE, captures=captures)
                found = xarray.open_zarr(self.survey(
                    self.path("a"), "--length", 100, "--hop", 100, "--average", 4))
                self.assertEqual(list(zip(found.sample.values, found.frames.values)), rows)

    def test_a_row_has_the_samples_that_it_says(self):
        """A burst in one frame shows in its row alone, also behind bytes that are none."""
        samples = 1e-4 * noise(1000)
        samples[620:680] += 0.5
        kept, _ = stored(samples, "ci16_le")
        data = kept.tobytes()
        with open(self.path("h.sigmf-data"), "wb") as file:
            file.write(b"x" * 6 + data[:4 * 250] + b"y" * 11 + data[4 * 250:] + b"z" * 5)
        with open(self.path("h.sigmf-meta"), "w") as file:
            json.dump({"global": {"core:datatype": "ci16_le", "core:sample_rate": RATE,
                                  "core:trailing_bytes": 5},
                       "captures": [capture(0, header_bytes=6),
                                    capture(250, header_bytes=11)]}, file)
        found = xarray.open_zarr(self.survey(
            self.path("h"), "--length", 100, "--hop", 100, "--average", 1))
        power = found["mean"].max(dim="frequency").values
        self.assertEqual(int(np.argmax(power)), 6)
        self.assertGreater(power[6], np.delete(power, 6).max() + 30)

    def test_times_and_frequencies(self):
        write_sigmf(self.path("t"), noise(1000), RATE, captures=[
            capture(0, frequency=100e6, datetime=T0 + ".25Z"),
            capture(600, frequency=200e6, datetime="2026-11-26T08:00:00+01:00")])
        found = xarray.open_zarr(self.survey(
            self.path("t"), "--length", 100, "--hop", 100, "--average", 3))
        at = np.datetime64(T0 + ".250", "ns")
        later = np.datetime64("2026-11-26T07:00:00", "ns")
        ms = np.timedelta64(1, "ms")
        self.assertEqual(list(found.time.values),
                         [at + 150 * ms, at + 450 * ms, later + 150 * ms, later + 350 * ms])
        self.assertEqual(list(found.center_frequency.values), [1e8, 1e8, 2e8, 2e8])
        # Frequencies are relative to several centres.
        np.testing.assert_allclose(found.frequency, (np.arange(100) - 50) * 10.0)
        write_sigmf(self.path("u"), noise(1000), RATE, captures=[capture(0, frequency=1e8)])
        found = xarray.open_zarr(self.survey(self.path("u"), "--length", 100))
        np.testing.assert_allclose(found.frequency, 1e8 + (np.arange(100) - 50) * 10.0)
        self.assertEqual(found.time.attrs["units"], "s")
        self.assertAlmostEqual(float(found.time[0]), 0.075)

    def test_one_recording_in_many_wrappings(self):
        """Pair, archive, collection, folder, pattern, sound and pipe hold the same rows."""
        samples = noise(5000)
        write_sigmf(self.path("w"), samples, RATE)
        options = ["--length", 64, "--average", 8]
        expected = xarray.open_zarr(self.survey(self.path("w"), *options))["mean"].values
        with tarfile.open(self.path("w.sigmf"), "w") as archive:
            for end in ("meta", "data"):
                archive.add(self.path(f"w.sigmf-{end}"), f"w/w.sigmf-{end}")
        with open(self.path("c.sigmf-collection"), "w") as file:
            json.dump({"collection": {"core:streams": [{"name": "w"}]}}, file)
        os.mkdir(self.path("folder"))
        for end in ("meta", "data"):
            os.link(self.path(f"w.sigmf-{end}"), self.path(f"folder/w.sigmf-{end}"))
        kept, _ = stored(samples, "ci16_le")
        for kind in ("wav", "rf64", "flac"):
            soundfile.write(self.path(f"s.{kind}"), kept.reshape(-1, 2), int(RATE),
                            subtype="PCM_16",
                            format={"rf64": "RF64"}.get(kind))
        for why, arguments in [
                ("archive", [self.path("w.sigmf")]),
                ("collection", [self.path("c.sigmf-collection")]),
                ("data file", [self.path("w.sigmf-data")]),
                ("WAV", [self.path("s.wav"), "--iq-channels"]),
                ("RF64", [self.path("s.rf64"), "--iq-channels"]),
                ("FLAC", [self.path("s.flac"), "--iq-channels"])]:
            with self.subTest(why):
                found = xarray.open_zarr(self.survey(*arguments, *options))
                np.testing.assert_allclose(found["mean"].values, expected, atol=2e-4)
        for why, arguments in [("folder", [self.path("folder")]),
                               ("pattern", [self.path("folder") + "/*.sigmf-met?"])]:
            with self.subTest(why):
                found = xarray.open_zarr(self.survey(*arguments, *options))
                np.testing.assert_array_equal(found["mean"].values, expected)
        out = self.path("pipe.zarr")
        done = subprocess.run([PROGRAM, "process", "-", "--format", "ci16", "--samp-rate",
                               str(RATE), *map(str, options), "--out", out],
                              input=kept.tobytes(), capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        np.testing.assert_array_equal(xarray.open_zarr(out)["mean"].values, expected)
        self.assertFalse([name for name in contents(out) if name.startswith(".gpufft")])
        again = run("process", "-", "--format", "ci16", "--samp-rate", RATE, "--out", out)
        self.assertEqual(again.returncode, 1)
        self.assertIn("samples of a pipe do not come again", again.stderr)

    def test_a_pipe_that_is_stopped(self):
        """Its survey holds what had come, and nothing says that it could be gone on with."""
        kept, _ = stored(noise(10_000), "ci8")
        out = self.path("stopped.zarr")
        process = subprocess.Popen(
            [PROGRAM, "process", "-", "--format", "ci8", "--samp-rate", "1000", "--length", "100",
             "--average", "4", "--voltages", "x=100:50", "--out", out],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(process.kill)
        process.stdin.write(kept.tobytes())
        process.stdin.flush()
        deadline = time.monotonic() + 60
        while not os.path.exists(os.path.join(out, "survey.json")):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)  # the pipe stays open, and gives nothing
        said = process.stdout.read().decode()
        self.assertEqual(process.wait(timeout=60), 128 + signal.SIGINT, said)
        process.stdin.close()
        self.assertIn("it holds what had come until then", said)
        rows = xarray.open_zarr(out)["mean"].values
        self.assertGreater(len(rows), 0)
        self.assertTrue(os.path.exists(os.path.join(out, "voltages", "x.sigmf-meta")))

    def test_pipes_of_every_length(self):
        """A pipe may end in the middle of a row, at its end, or before the first frame."""
        for count in (0, 99, 100, 399, 400, 401, 499, 500, 4000, 70001):
            with self.subTest(count):
                samples = noise(max(count, 1))[:count]
                kept, _ = stored(samples, "ci8")
                out = self.path(f"p{count}.zarr")
                done = subprocess.run(
                    [PROGRAM, "process", "-", "--format", "ci8", "--samp-rate", "1000",
                     "--length", "100", "--hop", "100", "--average", "4", "--out", out],
                    input=kept.tobytes(), capture_output=True, check=False)
                frames = count // 100
                self.assertEqual(done.returncode, 0 if frames else 3, done.stderr)
                found = xarray.open_zarr(out)
                self.assertEqual(int(found.frames.sum()), frames)
                self.assertEqual(found["mean"].shape, (-(-frames // 4), 100))
                self.assertFalse(np.isnan(found["mean"].values).any())


if __name__ == "__main__":
    unittest.main()
