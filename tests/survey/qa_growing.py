#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings that grow, and folders in which they appear: nothing is missed or done twice."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import numpy as np

from survey_files import PROGRAM, contents, noise, run, stored, write_sigmf

RATE = 1e6
# Chunks of 64 KiB rows would be 4 MiB: of 2^18 bins one has 4 rows.
LENGTH = 2**18
OPTIONS = ["--length", str(LENGTH), "--hop", str(LENGTH), "--average", "1", "--samp-rate",
           str(RATE)]
CHUNK = 4 * LENGTH  # samples
# What asks for products that follow from all samples.
DERIVED = ["--length", 256, "--hop", 256, "--average", 2, "--samp-rate", RATE,
           "--statistics", "mean,max", "--pyramid", "--events", "1e-3", "--voltages",
           "x=100k:50k"]


def options(words):
    """OPTIONS, but what ``words`` give otherwise; and words."""
    pairs = zip(OPTIONS[::2], OPTIONS[1::2])
    rest = [word for pair in pairs if pair[0] not in words for word in pair]
    return [*map(str, words), *rest]


class GrowingTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        kept, _ = stored(np.resize(noise(250_007), 5 * CHUNK + 3 * LENGTH // 2), "ci8")
        cls.samples = kept.view("i1").reshape(-1, 2)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.out = str(self.folder / "s.zarr")
        self.file = self.folder / "r.ci8"

    def append(self, begin, end, path=None):
        with open(path or self.file, "ab") as file:
            file.write(self.samples[begin:end].tobytes())

    def grow_to(self, end):
        self.append(self.file.stat().st_size // 2 if self.file.exists() else 0, end)

    def begin(self, *words):
        process = subprocess.Popen([PROGRAM, "process", *options(words), "--out", self.out],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        return process

    def follow(self, *more):
        return self.begin(self.file, "--follow", *more)

    def wait_for(self, what, process=None):
        deadline = time.monotonic() + 120
        while not what():
            self.assertLess(time.monotonic(), deadline)
            if process and process.poll() is not None:
                self.fail(process.communicate())
            time.sleep(0.02)

    def rows(self, survey=None):
        try:
            text = pathlib.Path(survey or self.out, ".zmetadata").read_text()
        except FileNotFoundError:
            return 0
        return json.loads(text)["metadata"]["mean/.zarray"]["shape"][0]

    def end(self, process, status=0):
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, status, (out, err))
        return err

    def values(self, survey):
        """The chunks of a survey, and the axes without what is behind their last row."""
        found = contents(survey)
        return {name: text for name, text in found.items() if "mean/" in name
                and not name.endswith(".zattrs")}

    def check_same(self, survey=None, more=()):
        """As what was done at once, of the whole file."""
        whole = str(self.folder / "whole.zarr")
        done = run("process", str(self.file), *options(more), "--out", whole)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.values(survey or self.out), self.values(whole))

    def test_rows_come_as_the_file_grows(self):
        self.append(0, 100)  # too little to know it by
        process = self.follow("--quiet", "2")
        self.append(100, CHUNK + 7)
        self.wait_for(lambda: self.rows() == 4, process)
        self.append(CHUNK + 7, 3 * CHUNK - 1)
        self.wait_for(lambda: self.rows() == 8, process)
        self.append(3 * CHUNK - 1, len(self.samples))
        self.end(process)
        self.assertEqual(self.rows(), 21)  # half a frame is left
        self.check_same()
        self.assertFalse(os.path.exists(os.path.join(self.out, ".gpufft")))

    def test_ctrl_c_leaves_a_survey_that_goes_on(self):
        self.append(0, 2 * CHUNK)
        process = self.follow()
        self.wait_for(lambda: self.rows() == 8, process)
        process.send_signal(signal.SIGINT)
        self.end(process, 130)
        self.assertEqual(self.rows(), 8)
        self.append(2 * CHUNK, len(self.samples))
        self.end(self.follow("--quiet", "0.1"))
        self.check_same()

    def test_kills(self):
        """What they leave is gone on with, also where the last chunk was not full."""
        process = self.follow("--quiet", "0.3")
        process.kill()
        process.communicate()
        end = 0
        for more in (CHUNK // 2, CHUNK, CHUNK // 3, 2 * CHUNK, CHUNK // 5):
            self.append(end, end + more)
            end += more
            process = self.follow("--quiet", "0.3")
            try:
                process.communicate(timeout=np.random.default_rng().uniform(0.1, 2))
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
        self.append(end, len(self.samples))
        self.end(self.follow("--quiet", "0.1"))
        self.check_same()

    def test_a_chunk_that_was_not_full_is_done_again(self):
        for end in (CHUNK + LENGTH, CHUNK + 2 * LENGTH, 2 * CHUNK):
            self.grow_to(end)
            self.end(self.follow("--quiet", "0.1"))
            self.assertEqual(self.rows(), end // LENGTH)
            self.check_same()
            shutil.rmtree(self.folder / "whole.zarr")

    def test_a_row_that_was_not_full_is_done_again(self):
        """Also the last row of a chunk, or the one row that a chunk has."""
        for times in 1, 4:  # of LENGTH: chunks of four rows, and of one
            with self.subTest(times=times):
                frames = ["--length", times * LENGTH, "--average", 3]
                for end in 10, 17:  # frames
                    self.grow_to((end + times - 1) * LENGTH)
                    self.end(self.follow("--quiet", "0.1", *frames))
                    self.assertEqual(self.rows(), -(-end // 3))
                    self.check_same(more=frames)
                    shutil.rmtree(self.folder / "whole.zarr")
                self.file.unlink()
                shutil.rmtree(self.out)

    def test_a_row_that_was_not_full_fills_up_while_it_is_followed(self):
        frames = ["--length", 4 * LENGTH, "--average", 3]
        self.append(0, 7 * LENGTH)  # four frames
        self.end(self.follow("--quiet", "0.1", *frames))
        process = self.follow("--quiet", "1.5", *frames)
        time.sleep(0.7)
        self.append(7 * LENGTH, len(self.samples))
        self.end(process)
        self.check_same(more=frames)

    def check_what_follows(self):
        """Zoom levels, events and voltages as of what was done at once, of the whole file."""
        whole = str(self.folder / "whole.zarr")
        done = run("process", str(self.file), *map(str, DERIVED), "--out", whole)
        self.assertEqual(done.returncode, 0, done.stderr)
        found, expected = (
            {name: text for name, text in contents(survey).items()
             if name.endswith((".sigmf-data", ".sigmf-meta"))
             or name.startswith("zoom") and ("/mean/" in name or "/max/" in name)
             and not name.endswith((".zarray", ".zattrs"))} for survey in (self.out, whole))
        shutil.rmtree(whole)
        for wanted in "voltages/x.sigmf-data", "events.sigmf-meta", "zoom2/mean/0.0":
            self.assertIn(wanted, expected)
        self.assertEqual(sorted(found), sorted(expected))
        self.assertEqual([name for name in found if found[name] != expected[name]], [])

    def test_what_follows_from_all_samples_comes_at_the_end(self):
        """Also anew, when more has come afterwards, and after kills."""
        derived = ["voltages", "zoom1", "events.sigmf-meta"]
        self.append(0, 4 * CHUNK + 99)
        process = self.begin(self.file, "--follow", *DERIVED)
        self.wait_for(self.rows, process)
        process.send_signal(signal.SIGINT)
        self.end(process, 130)
        self.assertFalse([name for name in derived if pathlib.Path(self.out, name).exists()])
        for more in 0, 1, LENGTH:  # a sample more is in voltages alone
            self.append(4 * CHUNK + 99, 4 * CHUNK + 99 + more)
            for _ in range(2):
                process = self.begin(self.file, "--follow", "--quiet", "0.1", *DERIVED)
                try:
                    process.communicate(timeout=np.random.default_rng().uniform(0.1, 1))
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.communicate()
            self.end(self.begin(self.file, "--follow", "--quiet", "0.1", *DERIVED))
            self.check_what_follows()

    def test_zoom_levels_above_a_missing_one_are_done_again(self):
        """As a process leaves them that is killed while it removes the levels of fewer rows."""
        self.append(0, 4 * CHUNK)
        self.end(self.begin(self.file, "--follow", "--quiet", "0.1", *DERIVED))
        shutil.rmtree(pathlib.Path(self.out, "zoom1"))
        self.append(4 * CHUNK, 4 * CHUNK + LENGTH)
        self.end(self.begin(self.file, "--follow", "--quiet", "0.1", *DERIVED))
        self.check_what_follows()

    def test_voltages_that_do_not_fit(self):
        """They are listed, and the rows are there."""
        self.append(0, CHUNK)
        err = self.end(self.follow("--quiet", "0.1", "--voltages", "x=0:2M"), 3)
        self.assertIn("its rate must be at most", err)
        self.assertEqual(self.rows(), 4)

    def test_sigmf(self):
        write_sigmf(str(self.folder / "x"), noise(100), RATE)
        meta = json.loads((self.folder / "x.sigmf-meta").read_text())
        meta["global"]["core:datatype"] = "ci8"
        meta["global"].pop("core:sha512", None)
        (self.folder / "x.sigmf-meta").write_text(json.dumps(meta))
        data = self.folder / "x.sigmf-data"
        data.write_bytes(b"")
        self.append(0, CHUNK, data)
        process = self.begin(self.folder / "x.sigmf-meta", "--follow", "--quiet", "1")
        self.wait_for(lambda: self.rows() == 4, process)
        self.append(CHUNK, 2 * CHUNK, data)
        self.end(process)
        self.assertEqual(self.rows(), 8)

    def test_one_that_begins_late(self):
        """Others do not wait for it, and one that never begins is a problem at the end."""
        late, never = self.folder / "late.ci8", self.folder / "never.ci8"
        self.append(0, CHUNK)
        self.append(0, 100, late)
        never.touch()
        process = self.begin(self.file, late, never, "--follow", "--quiet", "1.5")
        self.wait_for(lambda: self.group_rows("r") == 4, process)
        self.append(100, CHUNK + LENGTH, late)
        self.assertIn("never.ci8", self.end(process, 3))
        self.assertEqual(self.group_rows("late"), 5)
        index = json.loads(pathlib.Path(self.out, ".zmetadata").read_text())["metadata"]
        self.assertIn("late/mean/.zarray", index)
        self.file = late
        self.check_same(os.path.join(self.out, "late"))

    def test_one_process_follows_a_file(self):
        self.append(0, CHUNK)
        process = self.follow()
        self.wait_for(lambda: self.rows() == 4, process)
        self.assertIn("another process follows it", self.end(self.follow(), 1))
        process.send_signal(signal.SIGINT)
        self.end(process, 130)
        self.end(self.follow("--quiet", "0.1"))

    def test_metadata_that_are_newer_at_the_end(self):
        write_sigmf(str(self.folder / "x"), noise(8 * 1024), RATE, core_hw="first")
        meta = self.folder / "x.sigmf-meta"
        words = "--length", 1024, "--hop", 1024
        process = self.begin(meta, "--follow", "--quiet", "1", *words)
        time.sleep(0.7)  # it has been opened, and the last look is not yet
        document = json.loads(meta.read_text())
        document["captures"] = [{"core:sample_start": 0, "core:frequency": 1e6},
                                {"core:sample_start": 4096, "core:frequency": 2e6}]
        meta.write_text(json.dumps(document))
        self.end(process)
        self.assertEqual(self.rows(), 8)
        index = json.loads(pathlib.Path(self.out, ".zmetadata").read_text())["metadata"]
        self.assertIn("center_frequency/.zarray", index)

    def test_a_file_that_is_cut_off_or_another(self):
        for words, change in [("was cut off", lambda: os.truncate(self.file, CHUNK)),
                              ("another recording", self.replace)]:
            with self.subTest(words):
                self.append(0, CHUNK + 5)
                process = self.follow()
                self.wait_for(lambda: self.rows() == 4, process)
                change()
                self.assertIn(words, self.end(process, 3))
                self.assertEqual(self.rows(), 4)
                self.file.unlink()
                shutil.rmtree(self.out)

    def replace(self):
        other = self.folder / "other"
        self.append(1, 2 * CHUNK, other)
        os.rename(other, self.file)

    def test_refusals(self):
        self.append(0, CHUNK)
        for words, arguments in [
                ("give one of them", [self.file, "--follow", "--watch"]),
                ("--quiet is for --follow", [self.file, "--quiet", "1"]),
                ("--settle is for --watch", [self.file, "--settle", "1"]),
                ("a pipe is read as it comes", ["-", "--format", "ci8", "--follow"]),
                ("one process follows a file", [self.file, "--follow", "--slurm", "2"]),
                ("is no folder; --watch", [self.file, "--watch"]),
                ("quiet", [self.file, "--follow", "--quiet", "0"])]:
            done = run("process", *map(str, arguments), *OPTIONS, "--out", self.out)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(words, done.stderr)
        self.assertFalse(os.path.exists(self.out))

    def watch(self, *more):
        (self.folder / "in").mkdir(exist_ok=True)
        return self.begin(self.folder / "in", "--watch", *more)

    def group_rows(self, name):
        return self.rows(os.path.join(self.out, name))

    def test_recordings_are_taken_up_when_they_are_complete(self):
        folder = self.folder / "in"
        # What is moved into a folder that has just been made may have to settle.
        (folder / "sub").mkdir(parents=True)
        process = self.watch("--quiet", "3", "--settle", "1000")  # by inotify alone
        self.wait_for(lambda: os.path.exists(os.path.join(self.out, "survey.json")), process)
        time.sleep(0.3)
        with open(folder / "a.ci8", "wb") as file:
            file.write(self.samples[:CHUNK].tobytes())
            file.flush()
            time.sleep(1)
            self.assertFalse(os.path.exists(os.path.join(self.out, "a")))
            file.write(self.samples[CHUNK:2 * CHUNK].tobytes())
        self.wait_for(lambda: self.group_rows("a") == 8, process)
        self.append(0, CHUNK, self.folder / "b.ci8")
        os.rename(self.folder / "b.ci8", folder / "sub" / "a.ci8")  # of a name that is there
        (folder / "odd.ci8").write_bytes(b"abc")
        err = self.end(process, 3)
        self.assertIn("odd.ci8: 3 bytes of samples end in the middle of one", err)
        groups = [name for name in os.listdir(self.out) if name.startswith("a")]
        self.assertEqual(len(groups), 2)
        self.assertEqual(sorted(map(self.group_rows, groups)), [4, 8])
        # The index of all has them, and the same again finds all done.
        index = json.loads(pathlib.Path(self.out, ".zmetadata").read_text())["metadata"]
        for name in groups:
            self.assertIn(f"{name}/mean/.zarray", index)
        before = contents(self.out)
        self.end(self.watch("--quiet", "0.5", "--settle", "0.1"), 3)
        self.assertEqual(contents(self.out), before)

    def test_quiet_is_not_while_a_recording_arrives(self):
        """Nor while it settles; one whose samples never come is a problem at the end."""
        folder = self.folder / "in"
        (folder / "gone").mkdir(parents=True)
        (folder / "never.sigmf-meta").write_text("{}")
        process = self.watch("--quiet", "0.5", "--settle", "1.5")
        with open(folder / "a.ci8", "wb") as file:  # not closed until all is settled
            for part in range(4):
                file.write(self.samples[part * LENGTH:(part + 1) * LENGTH].tobytes())
                file.flush()
                time.sleep(0.6)
                if part == 1:
                    (folder / "gone").rmdir()
            err = self.end(process, 3)
        self.assertIn("never.sigmf-meta: it was not complete", err)
        self.assertEqual(self.group_rows("a"), 4)

    def test_a_folder_that_cannot_be_read_is_left_out(self):
        folder = self.folder / "in"
        (folder / "private").mkdir(parents=True)
        (folder / "loop").symlink_to("loop")
        (folder / "private").chmod(0)
        self.addCleanup((folder / "private").chmod, 0o700)
        self.append(0, CHUNK, folder / "a.ci8")
        self.end(self.watch("--quiet", "0.5", "--settle", "0.2"))
        self.assertEqual(self.group_rows("a"), 4)
        done = run("process", str(folder), *OPTIONS, "--out", self.out)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("loop: ", done.stderr)

    def test_files_that_stay_the_same_are_complete(self):
        """As on network folders, and as of what was there before."""
        (self.folder / "in").mkdir()
        self.append(0, CHUNK, self.folder / "in" / "a.ci8")
        process = self.watch("--settle", "0.2")
        self.wait_for(lambda: self.group_rows("a") == 4, process)
        process.send_signal(signal.SIGINT)
        self.end(process, 130)


if __name__ == "__main__":
    unittest.main()
