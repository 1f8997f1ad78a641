#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft.process() makes the survey that the program makes, byte for byte."""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import numpy as np

import gpufft
from survey_files import contents, noise, run, stored, write_sigmf
from telescope_files import vdif_frame

RATE = 1e6

# Arguments of the function, and options of the program that say the same.
CALLS = [
    ({}, []),
    ({"length": 512, "hop": 300, "window": "kaiser,8.6", "average": 7},
     ["--length", 512, "--hop", 300, "--window", "kaiser,8.6", "--average", 7]),
    ({"length": 256, "seconds": 0.01, "statistics": ("mean", "max", "variance"),
      "unit": "power", "compressor": "zlib"},
     ["--length", 256, "--seconds", 0.01, "--statistics", "mean,max,variance", "--unit",
      "power", "--compressor", "zlib"]),
    ({"length": 512, "seconds": 0.02, "calibration": -30.5, "occupancy": -120.0, "peaks": 3,
      "peak_height": 15, "bands": {"a": (-2e5, -1e5), "b": (1e5, 2e5)}},
     ["--length", 512, "--seconds", 0.02, "--calibration", -30.5, "--occupancy", -120,
      "--peaks", 3, "--peak-height", 15, "--bands", "a=-200k:-100k,b=100k:200k"]),
]

# Runs until it is stopped, in a process of its own.
CHILD = """
import sys, gpufft
def show(progress):
    if progress.samples_done > 0:
        print(progress.samples_done, flush=True)
try:
    gpufft.process(sys.argv[1], sys.argv[2], length=64, hop=1, seconds=0.001, progress=show)
    print("done", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


class ProcessTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        write_sigmf(self.path("a"), noise(100000), RATE)

    def path(self, name):
        return os.path.join(self.folder, name)

    def test_the_program_s_bytes(self):
        for i, (arguments, options) in enumerate(CALLS):
            with self.subTest(arguments):
                ours, theirs = self.path(f"f{i}.zarr"), self.path(f"p{i}.zarr")
                done = gpufft.process(self.path("a"), pathlib.Path(ours), **arguments)
                program = run("process", self.path("a"), *options, "--out", theirs)
                self.assertEqual(program.returncode, 0, program.stderr)
                self.assertEqual(contents(ours), contents(theirs))
                self.assertEqual((done.survey, done.problems, done.device_failure),
                                 (ours, {}, ""))
                self.assertEqual(len(done.devices), 1)
                self.assertEqual(done.share, 1)

    def test_what_is_read(self):
        kept, _ = stored(noise(20000), "ci8")
        raw = self.path("x.bin")
        kept.tofile(raw)
        gpufft.process([raw], self.path("r.zarr"), format="ci8", samp_rate=2e6, center=1e8,
                       length=256)
        program = run("process", raw, "--format", "ci8", "--samp-rate", "2M", "--center", "100M",
                      "--length", 256, "--out", self.path("s.zarr"))
        self.assertEqual(program.returncode, 0, program.stderr)
        self.assertEqual(contents(self.path("r.zarr")), contents(self.path("s.zarr")))
        write_sigmf(self.path("two"), noise(20000), RATE, "ri16_le", **{"core:num_channels": 2})
        for arguments, bins in (({"channel": 1}, 129), ({"iq_channels": True}, 256)):
            out = self.path(f"c{bins}.zarr")
            gpufft.process(self.path("two"), out, length=256, **arguments)
            self.assertEqual(gpufft.open_survey(out)["mean"].shape[1], bins)

    def test_several_inputs_and_what_is_damaged(self):
        write_sigmf(self.path("b"), noise(20000), RATE)
        with open(self.path("b.sigmf-data"), "ab") as file:
            file.write(b"x")
        out = self.path("both.zarr")
        done = gpufft.process([self.path("a"), self.path("b")], out)
        self.assertEqual(list(done.problems), [self.path("b")])
        self.assertIn("in the middle of one", done.problems[self.path("b")])
        self.assertEqual(gpufft.survey_groups(out), ["a"])
        out = self.path("all.zarr")
        done = gpufft.process([self.path("a"), self.path("b")], out, allow_damaged=True)
        self.assertEqual(done.problems, {})
        self.assertEqual(gpufft.survey_groups(out), ["a", "b"])

    def test_progress_and_what_it_raises(self):
        write_sigmf(self.path("long"), noise(1500000), RATE, "ci8")
        seen = []

        class Enough(Exception):
            pass

        def stop(progress):
            seen.append(progress)
            if progress.chunks_done > 0:
                raise Enough

        out = self.path("long.zarr")
        arguments = {"length": 1024, "hop": 8, "average": 1}
        with self.assertRaises(Enough):
            gpufft.process(self.path("long"), out, progress=stop, **arguments)
        self.assertEqual(seen[-1].samples, seen[0].samples)
        self.assertLess(seen[-1].share, 1)
        done = gpufft.process(self.path("long"), out, progress=seen.append, **arguments)
        self.assertLess(done.samples_done, done.samples)
        whole = self.path("whole.zarr")
        gpufft.process(self.path("long"), whole, **arguments)
        self.assertEqual(contents(out), contents(whole))

    def test_what_follows_from_all_rows_reports_and_stops(self):
        write_sigmf(self.path("a"), noise(100000), RATE, "ci8")
        out = self.path("events.zarr")
        arguments = {"length": 64, "average": 1, "events": 1e-3, "pyramid": True}

        class Enough(Exception):
            pass

        def stop(progress):
            if progress.samples_done == progress.samples:
                raise Enough

        with self.assertRaises(Enough):
            gpufft.process(self.path("a"), out, progress=stop, **arguments)
        gpufft.process(self.path("a"), out, **arguments)
        whole = self.path("whole.zarr")
        gpufft.process(self.path("a"), whole, **arguments)
        self.assertEqual(contents(out), contents(whole))

    def test_an_interrupt_leaves_a_survey_that_goes_on(self):
        # Some seconds of work, of which the first is seen after 0.1 s.
        write_sigmf(self.path("long"), noise(3000000), RATE, "ci8")
        out = self.path("i.zarr")
        command = [sys.executable, "-c", CHILD, self.path("long"), out]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
            self.assertTrue(child.stdout.readline().strip().isdigit())
            child.send_signal(signal.SIGINT)
            began = time.monotonic()
            lines = child.stdout.read().split()
        self.assertEqual(lines[-1], "interrupted")
        self.assertLess(time.monotonic() - began, 60)
        again = subprocess.run(command, capture_output=True, text=True, check=True)
        self.assertEqual(again.stdout.split()[-1], "done")
        whole = self.path("w.zarr")
        gpufft.process(self.path("long"), whole, length=64, hop=1, seconds=0.001)
        self.assertEqual(contents(out), contents(whole))

    def test_signals_are_seen_while_a_recording_is_opened(self):
        """Millions of headers are read before the last one shows that the file is bad."""
        count = 3000000
        frames = np.zeros((count, 10), "<u4")
        first = vdif_frame(7, 0, bytes(8), 8, is_complex=False, rate_khz=32000)
        frames[:] = np.frombuffer(first, "<u4")
        frames[:, 1] += np.arange(count, dtype="<u4")
        frames[-1] = frames[0]
        path = self.path("a.vdif")
        frames.tofile(path)
        with self.assertRaisesRegex(ValueError, "comes again"):
            gpufft.process(path, self.path("v.zarr"))

        class Alarm(Exception):
            pass

        def ring(*_):
            raise Alarm

        before = signal.signal(signal.SIGALRM, ring)
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        with self.assertRaises(Alarm):
            gpufft.process(path, self.path("v.zarr"))

    def test_refused(self):
        for arguments, error, words in [
                ({"statistics": "median"}, ValueError, "statistic"),
                ({"length": 0}, ValueError, "length must be 1"),
                ({"window": "none"}, ValueError, "none"),
                ({"average": 0}, ValueError, "average must be"),
                ({"average": 2, "seconds": 1}, ValueError, "say the same"),
                ({"seconds": -1}, ValueError, "seconds must be"),
                ({"peak_height": 3}, ValueError, "give peaks"),
                ({"occupancy": float("nan")}, ValueError, "occupancy must be"),
                ({"samp_rate": 0}, ValueError, "samp_rate must be"),
                ({"bands": {"x": (2, 1)}}, ValueError, "must end above"),
                ({"channel": 3}, ValueError, "has 1 channel"),
                ({"device": "cuda:77"}, RuntimeError, "cuda:77"),
                ({"device": []}, ValueError, "names no device"),
                ({"length": 4096.0}, ValueError, "length must be an int, got 4096.0"),
                ({"window": 3}, ValueError, "window is of a wrong type: 3")]:
            with self.subTest(arguments):
                with self.assertRaisesRegex(error, words):
                    gpufft.process(self.path("a"), self.path("n.zarr"), **arguments)
        with self.assertRaisesRegex(ValueError, "no input is given"):
            gpufft.process([], self.path("n.zarr"))
        with self.assertRaisesRegex(ValueError, "no such file"):
            gpufft.process(self.path("none.cu8"), self.path("n.zarr"), samp_rate=1)
        out = self.path("o.zarr")
        gpufft.process(self.path("a"), out)
        with self.assertRaisesRegex(OSError, "other settings|length"):
            gpufft.process(self.path("a"), out, length=512)
        with self.assertRaises(OSError):
            gpufft.process(self.path("a"), "/proc/none/x.zarr")

    def test_transforms_load_no_reader_of_files(self):
        """import gpufft is as quick as before."""
        words = ("import gpufft, sys; gpufft.process; "
                 "print('gpufft._survey' in sys.modules)")
        done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True,
                              check=True)
        self.assertEqual(done.stdout.strip(), "False")


if __name__ == "__main__":
    np.seterr(all="raise")
    unittest.main()
