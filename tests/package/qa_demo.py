#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""script/demo says what to install for a GPU that is not used, and draws all the same.

What it installs and builds is there: two scripts that do nothing stand for that. Usage:
qa_demo.py BUILD. $FAKE_CUDA_FOLDER has a library in place of NVIDIA's driver.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = sys.argv.pop(1)
LONGEST_S = 1000  #: for kernels on a busy machine


class qa_demo(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory(prefix="qa_demo-")
        self.addCleanup(made.cleanup)
        self.clone = pathlib.Path(made.name)
        (self.clone / "script").mkdir()
        shutil.copy(ROOT / "script/demo", self.clone / "script")
        for name in ("setup", "build"):
            done = self.clone / "script" / name
            done.write_text("#!/bin/sh\n")
            done.chmod(0o755)
        (self.clone / "build").symlink_to(BUILD)
        self.recording = self.clone / "noise.cf32"
        noise = np.random.default_rng(1).normal(size=2 * 65536)
        noise.astype(np.float32).tofile(self.recording)

    def said(self, **environment):
        """What the demo says before it draws; the picture is there then."""
        done = subprocess.run(
            [self.clone / "script/demo", self.recording, "--format", "cf32", "--samp-rate",
             "1e6"],
            env={**os.environ, "GPUFFT_NVRTC": "/nowhere", **environment},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=LONGEST_S,
            check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        picture = self.clone / "demo/noise.png"
        self.assertIn(f"picture  {picture}\n", done.stdout)
        self.assertEqual(picture.read_bytes()[:4], b"\x89PNG")
        return [line for line in done.stdout.splitlines() if line.startswith("demo: ")]

    def test_says_what_to_install_where_a_gpu_is_not_used(self):
        lines = self.said(LD_LIBRARY_PATH=os.environ["FAKE_CUDA_FOLDER"])
        self.assertEqual(len(lines), 1, lines)
        self.assertRegex(lines[0], r"^demo: Fake GPU is not used: install NVRTC: .*pip install ")

    def test_says_nothing_where_none_is_seen(self):
        self.assertEqual([line for line in self.said() if "Fake GPU" in line], [])


if __name__ == "__main__":
    unittest.main()
