#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sound files and Digital RF that grow: the rows of the recording when it is complete."""
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import unittest

import numpy as np

try:
    import h5py  # noqa: F401
    import soundfile
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

from survey_files import PROGRAM, contents, noise, run, stored
from telescope_files import write_digital_rf

RATE = 1_000_000
# Chunks of rows are 4 MiB: of 2^18 bins one has 4 rows.
LENGTH = 2**18
CHUNK = 4 * LENGTH
#: What libsndfile writes for the sizes of the file and its samples before it closes it.
UNCLOSED = 8, 0
ROWS = ["--length", str(LENGTH), "--hop", str(LENGTH), "--average", "1"]


def header(kind, sizes):
    """What comes before samples of two channels of 16 bits."""
    riff, data = sizes
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 2, RATE, 4 * RATE, 4, 16)
    if kind == "RF64":
        ds64 = struct.pack("<4sIQQQI", b"ds64", 28, riff, data, 0, 0)
        return struct.pack("<4sI4s", b"RF64", 2**32 - 1, b"WAVE") + ds64 + form + struct.pack(
            "<4sI", b"data", 2**32 - 1)
    return struct.pack("<4sI4s", b"RIFF", riff, b"WAVE") + form + struct.pack("<4sI", b"data",
                                                                             data)


class GrowingFormatsTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.samples = stored(np.resize(noise(250_007), 3 * CHUNK + LENGTH + 5),
                             "ci16_le")[0].reshape(-1, 2)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.out = str(self.folder / "s.zarr")

    def follow(self, path, *more):
        process = subprocess.Popen(
            [PROGRAM, "process", str(path), "--follow", *ROWS, *more, "--out", self.out],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        return process

    def done(self, chunks):
        """So many chunks are there."""
        return all(os.path.exists(os.path.join(self.out, "mean", f"{i}.0"))
                   for i in range(chunks))

    def wait_for(self, chunks, process):
        deadline = time.monotonic() + 120
        while not self.done(chunks):
            self.assertLess(time.monotonic(), deadline)
            if process.poll() is not None:
                self.fail(process.communicate())
            time.sleep(0.02)

    def end(self, process, status=0):
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, status, (out, err))
        return err

    def check_same(self, path, *more):
        whole = str(self.folder / "whole.zarr")
        done = run("process", str(path), *ROWS, *more, "--out", whole)
        self.assertEqual(done.returncode, 0, done.stderr)

        def means(survey):
            return {name: text for name, text in contents(survey).items()
                    if name.startswith("mean/") and not name.endswith(".zattrs")}
        self.assertEqual(means(self.out), means(whole))
        self.assertEqual(len(means(whole)), 5)  # .zarray and 13 rows
        shutil.rmtree(whole)
        shutil.rmtree(self.out)

    def test_sound(self):
        """Headers that say nothing yet, or all there is, until the recorder closes the file."""
        sizes = {"closed later": ("RIFF", UNCLOSED), "a stream": ("RIFF", (2**32 - 1,) * 2),
                 "large": ("RF64", (2**63 - 1,) * 2)}
        for what, (kind, unknown) in sizes.items():
            with self.subTest(what):
                path = self.folder / f"{kind.lower()}.wav"
                path.write_bytes(header(kind, unknown))
                process = self.follow(path, "--iq-channels", "--quiet", "2")
                with open(path, "r+b") as file:
                    file.seek(0, os.SEEK_END)
                    file.write(self.samples[:CHUNK + 100].tobytes() + b"x")  # half a sample
                    file.flush()
                    self.wait_for(1, process)
                    file.seek(-1, os.SEEK_CUR)
                    file.write(self.samples[CHUNK + 100:].tobytes())
                    file.seek(0)
                    bytes_ = self.samples.nbytes
                    file.write(header(kind, (len(header(kind, (0, 0))) - 8 + bytes_, bytes_)))
                self.end(process)
                self.assertEqual(soundfile.info(path).frames, len(self.samples))
                self.check_same(path, "--iq-channels")

    def test_a_killed_follower_and_another_file(self):
        path = self.folder / "a.wav"
        path.write_bytes(header("RIFF", UNCLOSED) + self.samples[:2 * CHUNK].tobytes())
        process = self.follow(path, "--iq-channels")
        self.wait_for(1, process)
        process.kill()
        process.communicate()
        with open(path, "ab") as file:
            file.write(self.samples[2 * CHUNK:].tobytes())
        self.end(self.follow(path, "--iq-channels", "--quiet", "0.1"))
        path.write_bytes(header("RIFF", UNCLOSED) + self.samples[1:].tobytes())
        self.assertIn("is another recording", self.end(
            self.follow(path, "--iq-channels", "--quiet", "0.1"), 1))

    def test_what_cannot_be_followed(self):
        soundfile.write(self.folder / "a.flac", np.zeros((1000, 2)), 48000)
        err = self.end(self.follow(self.folder / "a.flac", "--quiet", "0.1"), 3)
        self.assertIn("can be followed", err)

    def test_digital_rf(self):
        """Files appear when they are whole; one that is missing is a gap."""
        kept = self.samples.copy().view([("r", "<i2"), ("i", "<i2")])[:, 0]
        each, first = LENGTH, 1_790_000_000 * RATE // LENGTH * LENGTH
        complete = self.folder / "complete"
        write_digital_rf(complete, [(first, kept[:6 * each]),
                                    (first + 7 * each, kept[6 * each:])], RATE, each)
        files = sorted(complete.rglob("rf@*.h5"), key=lambda file: file.name)
        channel = self.folder / "ch0"
        channel.mkdir()
        shutil.copy(complete / "drf_properties.h5", channel)
        process = self.follow(channel, "--quiet", "2")
        for number, file in enumerate(files):
            day = channel / file.parent.name
            day.mkdir(exist_ok=True)
            shutil.copy(file, day / f"tmp.{file.name}")
            os.rename(day / f"tmp.{file.name}", day / file.name)
            if number == 5:
                self.wait_for(1, process)
        self.end(process)
        self.check_same(complete)


if __name__ == "__main__":
    unittest.main()
