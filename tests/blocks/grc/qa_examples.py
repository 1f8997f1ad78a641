#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The scripts in examples/ run as they stand and say what they should."""

import pathlib
import subprocess
import sys
import tempfile

from gnuradio import gpufft, gr_unittest

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / "examples"

# script: its last line, or what that begins with
SAID = {
    "first_flowgraph.py": "100 spectra, peak at 123.0 kHz",
    "dct_compression.py": "32 of 1024 coefficients kept, error -",
    "channelizer_scanner.py": "5 of 1024 channels are in use: [17, 200, 511, 700, 1010]",
    "fft_2d.py": "50 pictures, waves of 7 cycles down and -12 across",
}

# script: the test that runs it
ELSEWHERE = {
    "cupy_arrays.py": "python.array_examples",
    "torch_arrays.py": "python.array_examples",
    "benchmark.py": "apps.flowgraph_bench",
    "make_recordings.py": "blocks.grc_examples",
}


class qa_examples(gr_unittest.TestCase):
    def test_no_example_is_forgotten(self):
        found = {path.name for path in EXAMPLES.glob("*.py")}
        self.assertEqual(found, {*SAID, *ELSEWHERE})

    def test_examples_say_what_they_should(self):
        for script, last in SAID.items():
            with self.subTest(script), tempfile.TemporaryDirectory() as folder:
                done = subprocess.run(
                    [sys.executable, EXAMPLES / script],
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                    timeout=1500,
                    cwd=folder,  # where one writes a picture
                )
                self.assertEqual(done.returncode, 0, done.stdout)
                self.assertIn(gpufft.devices()[0].name, done.stdout)
                self.assertIn(f"\n{last}", done.stdout)


if __name__ == "__main__":
    gr_unittest.run(qa_examples)
