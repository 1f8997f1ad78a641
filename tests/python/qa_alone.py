#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The package gpufft where there is no GNU Radio, as on a machine that has none."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

# An import of any of these ends the program.
REFUSES = """
import sys
class Refusing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("gnuradio", "pmt"):
            raise SystemExit(f"{name} was imported")
sys.meta_path.insert(0, Refusing())
"""

# (what a user does, what it prints)
PROGRAMS = [
    ("import gpufft; print(len(gpufft.devices()) > 0)", "True"),
    ("import gpufft; print(gpufft.fft([1, 2, 3, 4]).real)", "[10. -2. -2. -2.]"),
    ("import gpufft, scipy.fft\n"
     "with scipy.fft.set_backend(gpufft.scipy_backend, only=True):\n"
     "    print(scipy.fft.dct([3.0]))", "[6.]"),
    ("from gpufft import *; print(next_fast_length(17))", "18"),
    ("import gpufft; print(gpufft.__version__[0].isdigit())", "True"),
]


class qa_alone(unittest.TestCase):
    def run_program(self, text, folder):
        return subprocess.run([sys.executable, "-c", REFUSES + text], cwd=folder, timeout=600,
                              capture_output=True, text=True)

    def test_works(self):
        with tempfile.TemporaryDirectory() as folder:
            for text, wanted in PROGRAMS:
                done = self.run_program(text, folder)
                self.assertEqual((done.returncode, done.stdout.strip()), (0, wanted),
                                 done.stderr)

    def test_would_notice_gnuradio(self):
        with tempfile.TemporaryDirectory() as folder:
            done = self.run_program("import gnuradio", folder)
        self.assertIn("gnuradio was imported", done.stderr)

    def test_links_no_gnuradio(self):
        from gpufft import _engine

        linked = subprocess.run(["ldd", pathlib.Path(_engine.__file__)], check=True,
                                capture_output=True, text=True).stdout
        self.assertIn("libgpufft.so", linked)
        self.assertNotIn("gnuradio", linked)


if __name__ == "__main__":
    unittest.main()
