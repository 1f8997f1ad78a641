#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The flowgraphs in examples/ that have a window run, follow their controls, and draw."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import matplotlib.image
import numpy as np
import yaml
from gnuradio import gr_unittest
from grc_examples import EXAMPLES, compile_examples, environment

RUNNER = pathlib.Path(__file__).with_name("run_gui_example.py")
SECONDS = 2  # that each runs before its controls are turned, and after

# example: the block whose output is looked at, how many items of it at least, what its
# controls are turned to, and buttons that are pressed
GUIS = {
    "fft_drop_in": ("difference_db", 101, {}, []),
    "wideband_spectrum": (
        "spectrum",
        20,
        {"window_name": "flattop", "rate": 10.0, "seconds": 0.1},
        ["Largest", "Restart the average"],
    ),
    "radio_spectrum": ("spectrum", 20, {"freq": 100.2e6, "gain": 20.0}, []),
}


class qa_gui_examples(gr_unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """An X server that draws into memory; it takes a free number itself."""
        if not shutil.which("Xvfb"):
            raise RuntimeError("Xvfb is needed: script/setup --tests installs it")
        reads, writes = os.pipe()
        cls.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writes), "-screen", "0", "1600x1200x24"],
            pass_fds=[writes],
            stderr=subprocess.DEVNULL,
        )
        cls.addClassCleanup(cls.server.wait)
        cls.addClassCleanup(cls.server.terminate)
        os.close(writes)
        with os.fdopen(reads) as file:
            cls.display = f":{file.readline().strip()}"
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        compile_examples(cls.folder, [EXAMPLES / f"{name}.grc" for name in GUIS])

    @classmethod
    def tearDownClass(cls):
        if "GPUFFT_KEEP_PICTURES" not in os.environ:
            shutil.rmtree(cls.folder)
        else:
            print(f"pictures: {cls.folder}")

    def run_example(self, name):
        """(before, after) its controls are turned: items that came out, and pictures."""
        block, items, controls, buttons = GUIS[name]
        folder = self.folder / name
        folder.mkdir()
        done = subprocess.run(
            [sys.executable, RUNNER, self.folder / f"{name}.py", str(SECONDS), str(items)]
            + [folder, block, *(f"{key}={value!r}" for key, value in controls.items()), *buttons],
            env=environment(self.folder, DISPLAY=self.display, QT_QPA_PLATFORM="xcb"),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=1500,
        )
        self.assertEqual(done.returncode, 0, done.stdout)
        return [
            (np.load(folder / f"{when}.npy"), matplotlib.image.imread(folder / f"{when}.png"))
            for when in ("before", "after")
        ]

    def assert_drawn(self, picture, *colours):
        """Of each colour, as red, green and blue up to 1, enough pixels for a curve."""
        for colour in colours:
            near = np.max(np.abs(picture[..., :3] - colour), axis=-1) < 0.05
            self.assertGreater(np.count_nonzero(near), 300, f"pixels of {colour}")

    def test_no_gui_is_forgotten(self):
        found = set()
        for path in EXAMPLES.glob("*.grc"):
            options = yaml.safe_load(path.read_text())["options"]["parameters"]
            if options["generate_options"] == "qt_gui":
                found.add(path.stem)
        self.assertEqual(found, set(GUIS))

    def test_fft_drop_in(self):
        for items, picture in self.run_example("fft_drop_in"):
            self.assertGreater(len(items), 100)
            # Rounding: of the strong tone's bin, and far below it elsewhere.
            self.assertLess(np.max(items), -125)
            self.assert_drawn(picture, (0, 1, 1), (0, 0, 0.5), (1, 0, 0))

    def assert_waterfall(self, picture):
        """Below the middle are a hundred shades at least: noise that is told apart."""
        lower = picture[picture.shape[0] // 2 :, : int(0.85 * picture.shape[1])]
        shades = np.unique(lower.reshape(-1, lower.shape[2]), axis=0)
        self.assertGreater(len(shades), 100)
        self.assert_drawn(picture, (0, 0, 0.5))  # the line above it

    def test_wideband_spectrum(self):
        (before, first), (after, second) = self.run_example("wideband_spectrum")
        for items in (before, after):
            self.assertGreater(len(items), 5)
            self.assertEqual(items.shape[1], 512)
            # Columns of 8 kHz around 100 MHz: the tones, 20 and 80 dB below full scale.
            self.assertLess(abs(items[-1, 412] + 20), 0.1)
            self.assertLess(abs(items[-1, 306] + 80), 5)  # with the noise there
        # The largest of many is far above the mean, which is that of the noise in the
        # largest of 16 bins.
        self.assertGreater(np.median(after[-1]), np.median(before[-1]) + 4)
        self.assert_waterfall(first)
        self.assert_waterfall(second)

    def test_radio_spectrum(self):
        (before, first), (after, second) = self.run_example("radio_spectrum")
        # Columns of 4 kHz; a carrier of -60 dBFS at 99.6 MHz stays where it is when
        # the radio is tuned from 100 MHz to 100.2 MHz, and its gain 10 dB lower.
        for items, column, dbfs in ((before, 156, -60), (after, 106, -70)):
            self.assertGreater(len(items), 5)
            self.assertEqual(items.shape[1], 512)
            self.assertLess(abs(items[-1, column] - dbfs), 0.5)
            self.assertGreater(items[-1, column], items[-1, column - 10] + 15)
        self.assert_waterfall(first)
        self.assert_waterfall(second)


if __name__ == "__main__":
    gr_unittest.run(qa_gui_examples)
