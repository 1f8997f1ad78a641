#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The log of the first block says what to install for a GPU that is not used.

$FAKE_CUDA_FOLDER has a library in place of NVIDIA's driver.
"""
import os
import subprocess
import sys
import unittest

MAKES_TWO = "from gnuradio import gpufft; [gpufft.fft_vcc(8, True, []) for _ in range(2)]"


class qa_advice(unittest.TestCase):
    def logged(self, **environment):
        done = subprocess.run([sys.executable, "-c", MAKES_TWO], timeout=600,
                              env={**os.environ, "GPUFFT_NVRTC": "/nowhere", **environment},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)
        return [line for line in done.stdout.splitlines() if "Fake GPU" in line]

    def test_said_once_by_the_first(self):
        lines = self.logged(LD_LIBRARY_PATH=os.environ["FAKE_CUDA_FOLDER"])
        self.assertEqual(len(lines), 1, lines)
        self.assertIn("warning: Fake GPU is not used: install NVRTC: ", lines[0])

    def test_nothing_is_said_without_a_gpu(self):
        self.assertEqual(self.logged(), [])


if __name__ == "__main__":
    unittest.main()
