#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Surveys that are killed, shared, refused: the same bytes in the end.

usage: qa_resume.py [KILLS]
"""
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import numpy as np

from survey_files import PROGRAM, contents, noise, run, stored, write_sigmf

KILLS = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 6
RATE = 1e6


class ResumeTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.shared = tempfile.TemporaryDirectory()
        cls.inputs = os.path.join(cls.shared.name, "in")
        os.mkdir(cls.inputs)
        # Chunks of 2^26 samples, or of 4 MiB, would make few of these.
        cls.options = ["--length", "1024", "--hop", "1024", "--average", "1",
                       "--statistics", "mean,max,variance,p50", "--peaks", "2",
                       "--bands", "a=-100k:100k", "--pyramid", "--events", "1e-5"]
        for number, count in enumerate((9_000_000, 400_000, 3_000_000, 5_000)):
            kept, _ = stored(np.resize(noise(250_007, number), count), "ci8")
            kept.tofile(os.path.join(cls.inputs, f"r{number}.ci8"))
        cls.addClassCleanup(cls.shared.cleanup)
        cls.whole = os.path.join(cls.shared.name, "whole.zarr")
        done = run(*cls.command(cls.whole))
        assert done.returncode == 0, done.stderr
        cls.expected = contents(cls.whole)

    @classmethod
    def command(cls, out, *more):
        return ["process", cls.inputs, "--samp-rate", str(RATE), *cls.options, *more, "--out",
                out]

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.out = os.path.join(self.folder, "s.zarr")

    def begin(self, *more, **environment):
        return subprocess.Popen([PROGRAM, *self.command(self.out, *more)],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                env={**os.environ, **environment})

    def check_same(self):
        found = contents(self.out)
        self.assertEqual(sorted(found), sorted(self.expected))
        self.assertEqual([name for name in found if found[name] != self.expected[name]], [])

    def chunks(self):
        return {name for name in contents(self.out) if name.endswith(".0")}

    def test_nothing_of_the_machine_is_in_it(self):
        self.assertGreater(len([n for n in self.expected if "/mean/" in n]), 8)
        self.assertFalse([n for n in self.expected if n.startswith(".gpufft")])
        self.assertIn("r0/events.sigmf-meta", self.expected)
        self.assertIn("r0/zoom5/mean/0.0", self.expected)

    def test_kills_at_random_moments(self):
        """As many as were asked for, over as many surveys as it takes."""
        dice = random.Random(time.time_ns())
        started = time.monotonic()
        self.assertEqual(run(*self.command(os.path.join(self.folder, "time.zarr"))).returncode, 0)
        longest = time.monotonic() - started
        kills = 0
        while kills < KILLS:
            process = self.begin()
            try:
                process.communicate(timeout=dice.uniform(0, 1) * longest)
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
        gone = sorted(self.chunks())[3]
        os.unlink(os.path.join(self.out, gone))
        before = {name: os.stat(os.path.join(self.out, name)).st_ino for name in self.chunks()}
        done = run(*self.command(self.out, "--json"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout.splitlines()[-1])["chunks_done"], 1)
        self.check_same()
        # The other products of that chunk come with it; no other file is written anew.
        group, _, number = gone.split("/")
        others = {name for name in before if name.startswith(f"{group}/")
                  and name.endswith(f"/{number}") and name.count("/") == 2} - {gone}
        self.assertEqual(len(others), 7)
        changed = {name for name, number in before.items()
                   if os.stat(os.path.join(self.out, name)).st_ino != number}
        self.assertLessEqual(changed, others)

    def test_a_chunk_that_was_cut_off_is_done_again(self):
        shutil.copytree(self.whole, self.out)
        name = os.path.join(self.out, sorted(self.chunks())[0])
        os.truncate(name, os.path.getsize(name) // 2)
        self.assertEqual(run(*self.command(self.out)).returncode, 0)
        self.check_same()

    def test_ctrl_c(self):
        process = self.begin()
        time.sleep(0.7)
        process.send_signal(signal.SIGINT)
        process.communicate()
        self.assertIn(process.returncode, (0, 130, -signal.SIGINT))
        self.assertEqual(run(*self.command(self.out)).returncode, 0)
        self.check_same()

    def test_several_processes_and_one_that_dies(self):
        """They share the work; what one of them leaves, others do."""
        processes = [self.begin("--device", "auto/1") for _ in range(3)]
        time.sleep(1)
        processes[0].kill()
        ends = [process.communicate() for process in processes]
        self.assertEqual([p.returncode for p in processes[1:]], [0, 0], ends)
        alone = os.path.join(self.folder, "alone.zarr")
        self.assertEqual(run(*self.command(alone, "--device", "auto/1")).returncode, 0)
        self.assertEqual(contents(self.out), contents(alone))

    @unittest.skipUnless("OTHER_CLOCK" in os.environ, "ctest names what sets another clock")
    def test_clocks_an_hour_apart(self):
        """One process lives an hour ahead of another, and a third an hour behind."""
        clocks = [{"LD_PRELOAD": os.environ["OTHER_CLOCK"], "OTHER_CLOCK_SECONDS": seconds}
                  for seconds in ("3600", "-3600")]
        now = subprocess.run([sys.executable, "-c", "import time; print(time.time())"],
                             env={**os.environ, **clocks[0]}, capture_output=True).stdout
        self.assertLess(abs(float(now) - time.time() - 3600), 600)
        ahead = [self.begin(**clock) for clock in clocks]
        processes = [*ahead, self.begin()]
        ends = [process.communicate() for process in processes]
        self.assertEqual([p.returncode for p in processes], [0, 0, 0], ends)
        self.check_same()

    def test_other_settings_are_refused(self):
        shutil.copytree(self.whole, self.out)
        for more, words in [(["--window", "hann"], 'window "blackmanharris", and "hann"'),
                            (["--unit", "dbfs"], 'unit "dbfs_per_hz", and "dbfs"')]:
            done = run(*self.command(self.out, *more))
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"was begun with {words} is asked for now", done.stderr)
        self.check_same()

    def test_other_folders_are_refused(self):
        os.mkdir(self.out)
        pathlib.Path(self.out, "letter.txt").write_text("mine")
        done = run(*self.command(self.out))
        self.assertEqual(done.returncode, 1)
        self.assertIn("holds other files and no survey", done.stderr)
        self.assertEqual(contents(self.out), {"letter.txt": b"mine"})

    def test_damaged_inputs_are_listed_and_stop_nothing(self):
        folder = os.path.join(self.folder, "in")
        shutil.copytree(self.inputs, folder)
        pathlib.Path(folder, "odd.ci8").write_bytes(b"abc")
        pathlib.Path(folder, "empty.ci8").write_bytes(b"")
        pathlib.Path(folder, "z.sigmf-meta").write_text("{")
        command = self.command(self.out)
        command[1] = folder
        for _ in range(2):  # the second time, nothing else is left to do
            done = run(*command)
            self.assertEqual(done.returncode, 3)
            self.assertEqual(len(done.stderr.splitlines()), 3, done.stderr)
            for words in ("odd.ci8: 3 bytes of samples end in the middle of one",
                          "empty.ci8: the file is empty", "z.sigmf-meta: is not JSON"):
                self.assertIn(words, done.stderr)
        mean = {n: v for n, v in contents(self.out).items() if "/mean/" in n}
        self.assertEqual(mean, {n: v for n, v in self.expected.items() if "/mean/" in n})

    def test_another_recording_of_the_name_is_refused(self):
        one = os.path.join(self.folder, "x")
        write_sigmf(one, noise(5000), RATE)
        command = ["process", one, "--length", "64", "--out", self.out]
        self.assertEqual(run(*command).returncode, 0)
        before = contents(self.out)
        write_sigmf(one, noise(5000, 2), RATE)
        done = run(*command)
        self.assertEqual(done.returncode, 1)
        self.assertIn("is another recording than the one that", done.stderr)
        self.assertEqual(contents(self.out), before)

    def test_a_recording_that_is_cut_off_while_it_is_read(self):
        big = os.path.join(self.folder, "big.ci16")
        with open(big, "wb") as file:
            for _ in range(200):
                file.write(np.ones(2_000_000, "<i2").tobytes())
        process = subprocess.Popen(
            [PROGRAM, "process", big, "--samp-rate", "1e6", "--length", "4096", "--out",
             self.out, "--device", "auto/1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while not os.path.exists(os.path.join(self.out, ".gpufft", "claims")):
            time.sleep(0.01)
            if process.poll() is not None:
                break
        os.truncate(big, 4096 * 3)
        out, err = process.communicate()
        # The survey may be done by then.
        self.assertIn(process.returncode, (0, 3), err)
        if process.returncode == 3:
            self.assertIn(b"big.ci16: ends at byte 12288 by now, and had 800000000", err)

    def test_a_full_disk(self):
        """It says so; with room, the same command goes on."""
        os.mkdir(self.out)
        small = ["unshare", "-rm", "sh", "-c",
                 'mount -t tmpfs -o size=2m tmpfs "$0" && "$@"; status=$?; '
                 'mount -o remount,size=999m "$0" && "$@" && cp -a "$0" "$0.copy"; '
                 'echo $status', self.out, PROGRAM, *self.command(self.out)]
        try:
            done = subprocess.run(small, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            self.skipTest("no unshare")
        if "mount:" in done.stderr or "unshare:" in done.stderr:
            self.skipTest(done.stderr)
        self.assertIn("No space left on device", done.stderr)
        self.assertEqual(done.stdout.splitlines()[-1], "1", done)
        self.out += ".copy"
        self.check_same()

    def test_a_recording_that_grows_or_is_replaced_while_it_is_read(self):
        """What it had when it was opened is done; and then it is another recording."""
        for change in (self.grow, self.replace):
            with self.subTest(change.__name__):
                one = os.path.join(self.folder, f"{change.__name__}.ci8")
                out = one + ".zarr"
                shutil.copy(os.path.join(self.inputs, "r0.ci8"), one)
                command = ["process", one, "--samp-rate", str(RATE), *self.options, "--device",
                           "auto/1", "--out", out]
                process = subprocess.Popen([PROGRAM, *command], stderr=subprocess.PIPE)
                while not os.path.exists(os.path.join(out, ".zmetadata")):
                    time.sleep(0.005)
                    self.assertIsNone(process.poll())
                change(one)
                self.assertEqual(process.wait(), 0, process.communicate())
                whole = {name.split("/", 1)[1]: text for name, text in self.expected.items()
                         if name.startswith("r0/mean/") and name.endswith(".0")}
                found = {name: text for name, text in contents(out).items()
                         if name.startswith("mean/") and name.endswith(".0")}
                self.assertEqual(found, whole)
                done = run(*command)
                self.assertEqual(done.returncode, 1)
                self.assertIn("is another recording", done.stderr)

    def grow(self, path):
        with open(path, "ab") as file:
            file.write(bytes(1_000_000))

    def replace(self, path):
        pathlib.Path(path + ".new").write_bytes(bytes(500_000))
        os.rename(path + ".new", path)

    def test_a_folder_without_rights(self):
        """For root, who may write everywhere, without that right."""
        os.mkdir(self.out, 0o500)
        ruled = [] if os.geteuid() else ["setpriv",
                                         "--bounding-set=-dac_override,-dac_read_search"]
        done = subprocess.run([*ruled, PROGRAM, *self.command(self.out)], capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("Permission denied", done.stderr)


if __name__ == "__main__":
    unittest.main()
