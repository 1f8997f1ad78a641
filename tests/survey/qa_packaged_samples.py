#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sound files that SciPy ships to test its own reader: the powers of what soundfile reads."""
import pathlib
import shutil
import sys
import tempfile
import unittest

import numpy as np
import scipy.io

try:
    import soundfile
    import xarray
    import zarr  # noqa: F401
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

from survey_files import run

DATA = pathlib.Path(scipy.io.__file__).parent / "tests" / "data"
LENGTH = 16


class PackagedSamplesTest(unittest.TestCase):

    def setUp(self):
        if not any(DATA.glob("*.wav")):
            self.skipTest(f"no sound file is in {DATA}")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_all_that_libsndfile_reads(self):
        inputs, wanted = self.folder / "in", {}
        inputs.mkdir()
        for path in sorted(DATA.glob("*.wav")):
            try:
                samples, rate = soundfile.read(path, dtype="float64", always_2d=True)
            except RuntimeError:
                samples = np.zeros((0, 1))
            if len(samples) >= LENGTH and np.isfinite(samples).all():
                wanted[path.stem] = samples
            shutil.copy(path, inputs)
        self.assertGreater(len(wanted), 5)
        out = self.folder / "s.zarr"
        done = run("process", str(inputs), "--length", str(LENGTH), "--hop", str(LENGTH),
                   "--average", "1", "--window", "boxcar", "--unit", "power", "--allow-damaged",
                   "--out", str(out))
        # Files that libsndfile does not read are named, and stop nothing.
        self.assertIn(done.returncode, (0, 3), done.stderr)
        for name, samples in wanted.items():
            self.assertNotIn(name + ".wav:", done.stderr)
            for channel in range(samples.shape[1]):
                group = name if samples.shape[1] == 1 else f"{name}-channel{channel}"
                found = xarray.open_zarr(str(out), group=group)["mean"].values
                frames = samples[:len(samples) // LENGTH * LENGTH, channel]
                spectra = np.fft.rfft(frames.reshape(-1, LENGTH)) / LENGTH
                powers = abs(spectra)**2
                powers[:, 1:-1] *= 4  # a real tone of amplitude 1 has the level 1
                np.testing.assert_allclose(found, powers, rtol=1e-4,
                                           atol=1e-6 * max(powers.max(), 1e-12), err_msg=group)


if __name__ == "__main__":
    unittest.main()
