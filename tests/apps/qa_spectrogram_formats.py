#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft spectrogram of archives, collections, Digital RF, GUPPI RAW and VDIF: the picture of
the same samples in a raw file."""
import contextlib
import io
import json
import os
import pathlib
import sys
import tarfile
import tempfile
import unittest
from unittest import mock

import numpy as np

try:
    import h5py  # noqa: F401
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "survey"))
from telescope_files import guppi_block, pairs_of, vdif_frame, write_digital_rf  # noqa: E402

from gnuradio.gpufft import picture, spectrogram  # noqa: E402
from gnuradio.gpufft.recording import open_recording  # noqa: E402

RATE, COUNT = 16000, 8000


class qa_spectrogram_formats(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        random = np.random.default_rng(4)
        n = np.arange(COUNT)
        samples = 0.3 * np.exp(2j * np.pi * 0.11 * n) + 0.05 * (
            random.standard_normal(COUNT) + 1j * random.standard_normal(COUNT))
        cls.numbers = np.clip(np.round(pairs_of(samples) * 128), -127, 127).astype("i1")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def scene(self, name, *options, says="", status=0):
        drawn, messages = [], io.StringIO()

        def draw(scene, *_):
            drawn.append(scene)
            return b""

        with mock.patch.object(picture, "draw", draw), \
                contextlib.redirect_stdout(io.StringIO()), \
                contextlib.redirect_stderr(messages):
            got = spectrogram.main([name, *map(str, options), "-l", "256", "-o",
                                    self.path("x.png")])
        self.assertEqual(got, status, messages.getvalue())
        self.assertIn(says, messages.getvalue())
        if not says:
            self.assertEqual(messages.getvalue(), "")
        return drawn[0] if drawn else None

    def raw(self):
        self.numbers.tofile(self.path("raw.ci8"))
        return self.scene(self.path("raw.ci8"), "-s", RATE)

    def check_same(self, found, centre=0.0, factor=1.0):
        wanted = self.raw()
        np.testing.assert_allclose(found.power, factor * wanted.power, rtol=1e-5)
        np.testing.assert_allclose(found.frequencies_hz,
                                   np.array(wanted.frequencies_hz) + centre)
        self.assertEqual(found.times_s, wanted.times_s)

    def write_sigmf(self, name, numbers):
        numbers.tofile(self.path(f"{name}.sigmf-data"))
        with open(self.path(f"{name}.sigmf-meta"), "w") as file:
            json.dump({"global": {"core:datatype": "ci8", "core:sample_rate": RATE,
                                  "core:version": "1.0.0"},
                       "captures": [{"core:sample_start": 0, "core:frequency": 1e6}],
                       "annotations": []}, file)

    def test_archive_and_collection(self):
        self.write_sigmf("a", self.numbers)
        self.write_sigmf("b", self.numbers[::-1].copy())
        with tarfile.open(self.path("one.sigmf"), "w") as archive:
            for end in ("meta", "data"):
                archive.add(self.path(f"a.sigmf-{end}"), f"a/a.sigmf-{end}")
        self.check_same(self.scene(self.path("one.sigmf")), 1e6)
        with tarfile.open(self.path("two.sigmf"), "w") as archive:
            for name in "ba":
                for end in ("meta", "data"):
                    archive.add(self.path(f"{name}.sigmf-{end}"), f"{name}/{name}.sigmf-{end}")
        with open(self.path("all.sigmf-collection"), "w") as file:
            json.dump({"collection": {"core:version": "1.0.0", "core:streams": [
                {"name": "b", "hash": ""}, {"name": "a", "hash": ""}]}}, file)
        for several, name in (("two.sigmf", "a/a"), ("all.sigmf-collection", "a")):
            self.scene(self.path(several), says="holds 2 recordings, ", status=1)
            self.scene(self.path(several), "--recording", "c", says="and c was asked", status=1)
            self.check_same(self.scene(self.path(several), "--recording", name), 1e6)
        self.scene(self.path("a.sigmf-meta"), "--recording", "a",
                   says="is one recording; leave out --recording a", status=1)

    def test_digital_rf(self):
        kept = self.numbers.reshape(-1, 2).copy().view([("r", "i1"), ("i", "i1")])[:, 0]
        first = 1_790_000_000 * RATE
        write_digital_rf(self.path("ch"), [(first, kept)], RATE, RATE)
        self.check_same(self.scene(self.path("ch")))
        write_digital_rf(self.path("gap"), [(first, kept[:3000]), (first + 4000, kept[3000:])],
                         RATE, RATE)
        found = self.scene(self.path("gap"), says="its samples begin anew 1 times")
        np.testing.assert_allclose(found.power, self.raw().power, rtol=1e-5)

    def test_guppi_raw(self):
        data = np.zeros((2, COUNT, 1, 2), np.int8)
        data[0, :, 0] = self.numbers[::-1].reshape(-1, 2)
        data[1, :, 0] = self.numbers.reshape(-1, 2)
        cards = {"OBSNCHAN": 2, "NPOL": 1, "NBITS": 8, "TBIN": 1 / RATE, "OBSFREQ": 1000.0,
                 "OBSBW": 2e-6 * RATE, "PKTIDX": 0, "STT_IMJD": 60000, "STT_SMJD": 0,
                 "STT_OFFS": 0.0}
        with open(self.path("scan.0000.raw"), "wb") as file:
            file.write(guppi_block(cards, data))
        found = self.scene(self.path("scan.0000.raw"), "--channel", 1)
        self.check_same(found, 1e9 + RATE / 2)

    def test_vdif(self):
        with open(self.path("a.vdif"), "wb") as file:
            for number in range(COUNT // 400):
                part = self.numbers[number * 800:(number + 1) * 800].astype(int) + 128
                file.write(vdif_frame(number * 400 // RATE, number % (RATE // 400),
                                      part.astype("u1").tobytes(), 8, rate_khz=RATE // 1000))
        found = self.scene(self.path("a.vdif"))
        # Its levels lie half a step higher: (code - 127.5) / 128.
        with open_recording(self.path("a.vdif")) as recording:
            samples = recording.read(0, COUNT)
        np.testing.assert_allclose(samples.real, (self.numbers[::2] + 0.5) / 128)
        self.assertEqual(found.power.shape, self.raw().power.shape)
        inner = self.raw().power > 1e-7
        self.assertLess(abs(np.median(found.power[inner] / self.raw().power[inner]) - 1), 0.02)

    def test_damage_is_said(self):
        with open(self.path("bad.sigmf"), "wb") as file:
            file.write(b"hello")
        self.scene(self.path("bad.sigmf"), says="bad.sigmf: ", status=1)
        self.scene(self.path("gone.vdif"), says="gone.vdif: no such file", status=1)


if __name__ == "__main__":
    unittest.main()
