#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft live --record: surveys that gpufft show reads, of pictures' sources without a window."""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import numpy as np

from live_program import PROGRAM, environment, run, start

try:
    import xarray
except ImportError:
    print("skipped: no xarray to read surveys with (Debian: python3-xarray, python3-zarr)")
    sys.exit(77)


class qa_live_record(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.survey = self.folder / "s.zarr"

    def record(self, *arguments):
        done = run("sim", "--headless", "--record", self.survey, "--for", 4, *arguments,
                   text=True)
        self.assertEqual((done.returncode, done.stderr, done.stdout), (0, "", ""))
        with xarray.open_zarr(self.survey, decode_times=False) as found:
            return found.load()

    def test_a_survey(self):
        before = time.time()
        found = self.record("--length", 2000, "--freq", "100.1M")
        levels, hz = found["mean"].values, found["frequency"].values
        self.assertGreater(len(levels), 1)  # few on a machine that stands still
        self.assertEqual(hz[np.argmax(levels.mean(0))], 100.25e6)
        self.assertAlmostEqual(levels.max(1).mean(), -20, delta=0.2)
        # A row is a twentieth of a second, of whole frames with nothing between them.
        frames = found["frames"].values
        np.testing.assert_array_equal(frames, np.full(len(frames), 100))
        times = found["time"].values / 1e9
        np.testing.assert_allclose(np.diff(times), 0.05, atol=1e-6)
        self.assertGreater(times[0], before)
        self.assertLess(times[-1], time.time())
        self.assertEqual(found.attrs["window"], "blackmanharris")
        self.assertEqual(found["mean"].attrs["units"], "dBFS")
        shown = subprocess.run([PROGRAM, "show", self.survey], env=environment(), text=True,
                               capture_output=True, check=True)
        self.assertIn(f"{len(levels)} rows", shown.stdout.replace("time", "rows"))
        # Run again, the program goes on with the survey.
        self.assertGreater(len(self.record("--length", 2000, "--freq", "100.1M")["mean"]),
                           len(levels))

    def test_extremes_have_their_names(self):
        self.assertIn("max", self.record("--average", "max"))

    def test_interrupted(self):
        program = start("sim", "--headless", "--json", "--record", self.survey)
        for _ in range(3):
            program.stdout.readline()
        program.send_signal(signal.SIGINT)
        _, complaints = program.communicate(timeout=60)
        self.assertEqual((program.returncode, complaints), (0, ""))
        with xarray.open_zarr(self.survey, decode_times=False) as found:
            self.assertGreater(len(found["mean"]), 10)
        self.assertFalse((self.survey / ".gpufft").exists())

    def test_a_file_in_the_way_ends_it(self):
        """As a full disk does; to root rights are no obstacle."""
        program = start("sim", "--headless", "--json", "--record", self.survey)
        while not (self.survey / ".zmetadata").exists():
            program.stdout.readline()
            self.assertIsNone(program.poll())
        os.rename(self.survey / "mean", self.folder / "kept")
        (self.survey / "mean").write_text("")
        _, complaints = program.communicate(timeout=60)
        self.assertEqual((program.returncode, complaints.count("\n")), (1, 1), complaints)
        self.assertTrue(complaints.startswith(
            f"gpufft live: --record: cannot write {self.survey}/mean"), complaints)


if __name__ == "__main__":
    unittest.main()
