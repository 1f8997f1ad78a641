#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Real recordings give what SciPy gives, and show what they are known to hold."""
import contextlib
import io
import os
import pathlib
import tempfile
import unittest
from unittest import mock

import numpy as np
import scipy.signal
import soundfile

from gnuradio.gpufft import picture, spectrogram

BESIDE_THE_REPOSITORY = pathlib.Path(__file__).resolve().parents[3] / "shared" / "data"
DATA = pathlib.Path(os.environ.get("GPUFFT_TEST_DATA") or BESIDE_THE_REPOSITORY)


def interleaved(dtype, middle, full_scale):
    def read(path):
        numbers = np.fromfile(path, dtype).astype(float) - middle
        return (numbers[0::2] + 1j * numbers[1::2]) / full_scale

    return read


# file, options, samples per frame, the samples as read here
RECORDINGS = [
    ("sigmf_logo.sigmf-data", "--iq-channels --duration 5", 512,
     interleaved("<i2", 0, 32768)),
    ("adsb_1090MHz_2Msps.cu8", "--samp-rate 2M --duration 0.1", 512,
     interleaved("u1", 127.5, 128)),
    ("reaktor_hello_world.wav", "", 1024, lambda path: soundfile.read(path)[0]),
    ("picsat.wav", "--start 0.5", 1000, lambda path: soundfile.read(path)[0][24000:]),
    ("ao27.wav", "", 1024, lambda path: soundfile.read(path)[0]),
]


@unittest.skipUnless(DATA.is_dir(), f"no recordings: {DATA} is not there, and "
                                    f"GPUFFT_TEST_DATA names no folder")
class qa_spectrogram_recordings(unittest.TestCase):
    def scene(self, name, *options):
        """What the program draws of a recording."""
        drawn, messages = [], io.StringIO()

        def draw(scene, *_):
            drawn.append(scene)
            return b""

        with tempfile.TemporaryDirectory() as folder, \
                mock.patch.object(picture, "draw", draw), \
                contextlib.redirect_stdout(io.StringIO()), \
                contextlib.redirect_stderr(messages):
            status = spectrogram.main([str(DATA / name), *options, "-o",
                                       os.path.join(folder, "x.png")])
        self.assertEqual((status, messages.getvalue()), (0, ""))
        return drawn[0]

    def test_levels_are_scipys(self):
        for name, options, length, read in RECORDINGS:
            with self.subTest(name):
                hop = length // 2 + 7
                scene = self.scene(name, *options.split(), "--length", str(length),
                                   "--hop", str(hop))
                samples = read(DATA / name)
                rate = 2e6 if "2M" in options else 48e3
                if "--duration" in options:
                    samples = samples[:round(float(options.split()[-1]) * rate)]
                frequencies, times, want = scipy.signal.spectrogram(
                    samples, rate, "blackmanharris", length, length - hop, detrend=False,
                    return_onesided=not np.iscomplexobj(samples))
                if np.iscomplexobj(samples):
                    want = np.fft.fftshift(want, axes=0)
                    frequencies = np.fft.fftshift(frequencies)
                start = 0.5 if "--start" in options else 0
                low, high = scene.frequencies_hz
                self.assertEqual(scene.power.shape, want.shape)
                self.assertAlmostEqual(low, frequencies[0] - rate / length / 2)
                self.assertAlmostEqual(high, frequencies[-1] + rate / length / 2)
                half = hop / rate / 2
                self.assertAlmostEqual(scene.times_s[0] + half, start + times[0])
                self.assertAlmostEqual(scene.end_s - half, start + times[-1])
                # Digital silence has no relative error; float32 has a floor under peaks.
                error = np.abs(scene.power - want).max(axis=0)
                largest = np.maximum(want.max(axis=0), 1e-12)
                self.assertLess((error / largest).max(), 1e-5)

    def test_what_they_are_known_to_hold(self):
        # AO-27: a line at 2 kHz
        scene = self.scene("ao27.wav", "--length", "1024")
        row = int(np.argmax(np.median(scene.power, axis=1)))
        self.assertAlmostEqual((row - 0.5) * 48000 / 1024, 2000, delta=200)
        # PicSat: one packet up to 2.5 kHz, from 0.6 to 1.6 s
        scene = self.scene("picsat.wav", "--length", "1024")
        band = scene.power[20:50].sum(axis=0)
        times = np.linspace(*scene.times_s, len(band))
        loud = times[band > 4 * np.median(band)]
        self.assertAlmostEqual(loud[0], 0.6, delta=0.05)
        self.assertAlmostEqual(loud[-1], 1.58, delta=0.05)
        # ADS-B: a carrier at -60 kHz
        scene = self.scene("adsb_1090MHz_2Msps.cu8", "--samp-rate", "2M", "--length",
                           "512")
        row = int(np.argmax(scene.power.mean(axis=1)))
        self.assertAlmostEqual((row - 256) * 2e6 / 512, -60e3, delta=8e3)
        # The logo: strongest at 0 Hz, nothing before 0.1 s
        scene = self.scene("sigmf_logo", "--iq-channels", "--length", "512")
        self.assertEqual(int(np.argmax(scene.power.mean(axis=1))), 256)
        self.assertLess(scene.power[:, 0].max(), 1e-8 * scene.power.max())


if __name__ == "__main__":
    unittest.main()
