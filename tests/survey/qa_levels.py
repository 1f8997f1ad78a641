#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Levels and axes of surveys: what SciPy computes, for every format of samples."""
import os
import sys
import tempfile
import unittest

import numpy as np

try:
    import scipy.signal
    import xarray
    import zarr  # noqa: F401
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

from survey_files import FORMATS, noise, run, stored, write_sigmf

RATE = 48000.0
#: of the power, as the issue asks
TOLERANCE = 1e-5

# why, options, what SciPy is asked for instead
SETTINGS = [
    ("as it is when nothing is said", [], {}),
    ("no overlap", ["--length", 1024, "--hop", 1024], {"length": 1024, "hop": 1024}),
    ("odd length and hop", ["--length", 525, "--hop", 200], {"length": 525, "hop": 200}),
    ("gaps between frames", ["--length", 256, "--hop", 300], {"length": 256, "hop": 300}),
    ("several taps a branch", ["--length", 64, "--taps-per-branch", 12],
     {"length": 64, "branch": 12}),
    ("several taps a branch, window and hop, in a bin",
     ["--length", 96, "--taps-per-branch", 4, "--window", "hann", "--hop", 50, "--unit", "dbfs"],
     {"length": 96, "branch": 4, "window": "hann", "hop": 50, "scaling": "spectrum"}),
    ("a window with a parameter", ["--window", "kaiser,8.6"], {"window": ("kaiser", 8.6)}),
    ("another, of a share", ["--window", "tukey,0.3"], {"window": ("tukey", 0.3)}),
    ("another, of samples", ["--window", "gaussian,300"], {"window": ("gaussian", 300)}),
    ("power in a bin", ["--unit", "power"], {"scaling": "spectrum", "db": False}),
    ("dB of that", ["--unit", "dbfs"], {"scaling": "spectrum", "db": True}),
    ("power per Hz", ["--unit", "power_per_hz"], {"db": False}),
    ("a row a frame", ["--average", 1], {"average": 1}),
    ("a last row of fewer frames", ["--average", 7], {"average": 7}),
    ("calibrated", ["--calibration", "-23.5"], {"calibration": -23.5}),
    ("other statistics", ["--statistics", "max,min,mean", "--average", 5], {"average": 5}),
    ("all statistics, levels of linear powers",
     ["--statistics", "max,min,mean,variance,kurtosis", "--average", 9], {"average": 9}),
    ("variance alone, calibrated", ["--statistics", "variance", "--average", 5,
                                    "--calibration", "-3"], {"average": 5, "calibration": -3}),
    ("kurtosis and an extreme, power in a bin",
     ["--statistics", "kurtosis,min", "--unit", "power"], {"scaling": "spectrum",
                                                         "db": False}),
    ("compressed by zlib", ["--compressor", "zlib"], {}),
    ("not compressed", ["--compressor", "none"], {}),
]


def frames_of(samples, length, hop, window, scaling):
    """|X|^2 of each frame in SciPy's scaling: [frame][bin], lowest frequency first."""
    is_complex = np.iscomplexobj(samples)
    _, _, power = scipy.signal.spectrogram(
        samples, RATE, window, nperseg=length, noverlap=length - hop, detrend=False,
        return_onesided=not is_complex, scaling=scaling, mode="psd")
    return np.fft.fftshift(power, axes=0).T if is_complex else power.T


def frames_with_gaps(samples, length, hop, window, scaling):
    """The same where SciPy has no hop above the length."""
    rows = [frames_of(samples[start:start + length], length, length, window, scaling)[0]
            for start in range(0, len(samples) - length + 1, hop)]
    return np.array(rows)


def polyphase(length, branch):
    """Taps of the filter that is taken where no window is named."""
    db = min(100, 7.95 + 7.18 * branch)
    cutoff = 0.49 + (db - 7.95) / (28.72 * branch)
    beta = 0.1102 * (db - 8.7) if db > 50 else 0.5842 * (db - 21)**0.4 + 0.07886 * (db - 21)
    n = np.arange(length * branch) - (length * branch - 1) / 2
    shape = np.i0(beta * np.sqrt(1 - (2 * n / (length * branch))**2))
    return np.sinc(2 * cutoff * n / length) * shape


def folded_frames(samples, length, hop, window, scaling, branch):
    """The same of frames of `branch` times the length, which are folded to it."""
    taps = (polyphase(length, branch) if window is None
            else scipy.signal.get_window(window, length * branch))
    frames = np.lib.stride_tricks.sliding_window_view(samples, len(taps))[::hop] * taps
    folded = frames.reshape(len(frames), branch, length).sum(1)
    scale = sum(taps)**2 if scaling == "spectrum" else RATE * sum(taps**2)
    if np.iscomplexobj(samples):
        return np.fft.fftshift(np.abs(np.fft.fft(folded))**2, axes=1) / scale
    # As frames_of() has them: half of a tone's power in a spectrum, and both sides per Hz.
    power = np.abs(np.fft.rfft(folded))**2 / scale
    power[:, 1:-1 if length % 2 == 0 else None] *= 2
    return power


def kurtosis(power, axis):
    """Nita and Gary's estimator, from its definition."""
    frames = power.shape[axis]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.divide(frames + 1.0, frames - 1.0) * (
            frames * (power**2).sum(axis=axis) / power.sum(axis=axis)**2 - 1)


class LevelsTest(unittest.TestCase):

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def survey(self, *arguments):
        out = self.path(f"out{len(os.listdir(self.folder.name))}.zarr")
        done = run("process", *arguments, "--out", out)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stderr)
        return xarray.open_zarr(out)

    def compare_moment(self, name, values, expected, frames, starts, average, calibration):
        mean = np.array([frames[s:s + average].mean(axis=0) for s in starts])
        if name == "variance":
            values = values / 10**(2 * calibration / 10)
            # What squares of a strong bin leave of its rounding.
            bound = 1e-4 * expected + 4 * TOLERANCE * (mean**2).max(axis=1, keepdims=True)
        else:
            # Weak bins have the rounding of the strong ones, of which kurtosis is a ratio.
            strong = mean > 1e-3 * mean.max(axis=1, keepdims=True)
            bound = np.where(strong, 2e-3, np.inf)
        with np.errstate(invalid="ignore"):
            np.testing.assert_array_equal(np.isnan(values), np.isnan(expected))
            self.assertTrue((np.isnan(expected)
                             | (np.abs(values - expected) <= bound)).all(), name)

    def compare(self, found, samples, length=4096, hop=None, window="blackmanharris",
                scaling="density", db=True, average=None, calibration=0.0, branch=1):
        if branch > 1:
            hop, window = hop or length, None if window == "blackmanharris" else window
        hop = hop or length // 2
        average = average or max(1, round(0.1 * RATE / hop))
        if branch > 1:
            frames = folded_frames(samples, length, hop, window, scaling, branch)
        else:
            frames = (frames_of if hop <= length else frames_with_gaps)(
                samples, length, hop, window, scaling)
        starts = range(0, len(frames), average)
        self.assertEqual(list(found.frames.values),
                         [min(average, len(frames) - s) for s in starts])
        np.testing.assert_array_equal(found.sample, [s * hop for s in starts])
        for name, reduce in (("mean", np.mean), ("max", np.max), ("min", np.min),
                             ("variance", np.var), ("kurtosis", kurtosis)):
            if name not in found:
                continue
            expected = np.array([reduce(frames[s:s + average], axis=0) for s in starts])
            values = found[name].values.astype(float)
            if name in ("variance", "kurtosis"):
                self.compare_moment(name, values, expected, frames, starts, average,
                                    calibration)
                continue
            power = 10**((values - calibration) / 10) if db else values
            # Rounding of single precision is of a frame's power, not of a bin's.
            error = np.abs(power - expected) / expected.max(axis=1, keepdims=True)
            self.assertLess(error.max(), TOLERANCE, name)
            if name == "mean":
                strong = expected > 1e-3 * expected.max(axis=1, keepdims=True)
                self.assertLess(np.abs(power / expected - 1)[strong].max(), TOLERANCE)

    def test_settings(self):
        samples = write_sigmf(self.path("a"), noise(60000), RATE)
        for why, options, asked in SETTINGS:
            with self.subTest(why):
                found = self.survey(self.path("a"), *options)
                self.compare(found, samples, **asked)

    def test_formats(self):
        """A tone and noise in each of them."""
        for name in FORMATS:
            with self.subTest(name):
                kept, again = stored(noise(9000), name)
                kept.tofile(self.path("samples"))
                found = self.survey(self.path("samples"), "--format", name, "--samp-rate",
                                    RATE, "--length", 512)
                self.assertEqual(found.sizes["frequency"], 512 if name[0] == "c" else 257)
                self.compare(found, again, length=512)

    def test_a_tone_of_known_level(self):
        """A full-scale tone has 0 dBFS and, per Hz, less by the RBW."""
        tone = 0.999 * np.exp(2j * np.pi * 64 / 512 * np.arange(20000))
        for name in ("ci16_le", "ci8", "cu8", "cf32_le", "ci32_be"):
            with self.subTest(name):
                kept, _ = stored(tone, name)
                kept.tofile(self.path("tone"))
                arguments = [self.path("tone"), "--format", name, "--samp-rate", RATE,
                             "--length", 512]
                per_bin = self.survey(*arguments, "--unit", "dbfs")
                per_hz = self.survey(*arguments)
                peak = per_bin["mean"].max(dim="frequency")
                np.testing.assert_allclose(peak, 20 * np.log10(0.999), atol=0.05)
                self.assertEqual(float(per_bin.frequency[int(per_bin["mean"][0].argmax())]),
                                 64 / 512 * RATE)
                np.testing.assert_allclose(
                    per_hz["mean"].max(dim="frequency"),
                    peak - 10 * np.log10(per_hz.attrs["rbw_hz"]), atol=1e-4)

    def test_channels(self):
        """Each channel of several is a group; two as I and Q are one."""
        left, right = noise(9000, 1).real, noise(9000, 2).real
        both = np.stack([left, right], -1).astype("<f4")
        with open(self.path("b.sigmf-meta"), "w") as file:
            file.write('{"global": {"core:datatype": "rf32_le", "core:num_channels": 2, '
                       '"core:sample_rate": 48000}}')
        both.tofile(self.path("b.sigmf-data"))
        out = self.path("channels.zarr")
        done = run("process", self.path("b"), "--length", 512, "--out", out)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for channel in range(2):
            found = xarray.open_zarr(out, group=f"b-channel{channel}")
            self.compare(found, both[:, channel].astype(float), length=512)
        pair = self.survey(self.path("b"), "--iq-channels", "--length", 512)
        self.compare(pair, both[:, 0] + 1j * both[:, 1].astype(float), length=512)

    def test_edges_of_real_samples(self):
        """Bins without a conjugate bin count once, and their squares a quarter."""
        samples = 0.1 * np.random.default_rng(3).standard_normal(40000)
        for length in (64, 65):
            with self.subTest(length):
                samples.astype("<f4").tofile(self.path("noise.rf32"))
                found = self.survey(self.path("noise.rf32"), "--samp-rate", RATE, "--length",
                                    length, "--hop", length, "--average", 300, "--unit",
                                    "power_per_hz", "--statistics", "mean,variance")
                frames = frames_of(samples.astype("<f4").astype(float), length, length,
                                   "blackmanharris", "density")[:300]
                np.testing.assert_allclose(found["mean"][0], frames.mean(axis=0), rtol=1e-5)
                np.testing.assert_allclose(found["variance"][0], frames.var(axis=0),
                                           rtol=1e-4)

    def test_kurtosis_tells_signals_from_noise(self):
        """1 of noise, 0 of a tone that stays, far above 1 of one that comes and goes."""
        random = np.random.default_rng(5)
        count = 600_000
        samples = 0.01 * (random.standard_normal(count) + 1j * random.standard_normal(count))
        n = np.arange(count)
        samples += 0.2 * np.exp(2j * np.pi * 0.125 * n)
        samples += 0.2 * np.exp(2j * np.pi * 0.25 * n) * (n % 65536 < 2048)
        write_sigmf(self.path("k"), samples, RATE)
        found = self.survey(self.path("k"), "--length", 512, "--hop", 512, "--average", 1000,
                            "--statistics", "kurtosis,variance")
        values = found["kurtosis"].values[0]
        self.assertEqual(found["kurtosis"].attrs["units"], "1")
        self.assertEqual(found["variance"].attrs["units"], "(full scale^2/Hz)^2")
        tones = {256 + 64: (0, 0.01), 256 + 128: (20, 60)}
        for bin_, (least, most) in tones.items():
            self.assertTrue(least - 0.01 <= values[bin_] <= most, values[bin_])
        noise_only = np.delete(values, [b + d for b in tones for d in range(-4, 5)])
        self.assertAlmostEqual(noise_only.mean(), 1, delta=0.02)
        # Its standard deviation is 2 / sqrt(M).
        self.assertAlmostEqual(noise_only.std(), 2 / np.sqrt(1000), delta=0.015)

    def test_no_unit_carries_squares_out_of_range(self):
        """Squares of powers per Hz of -250 dBm, or of 200 dBm, are no single precision."""
        write_sigmf(self.path("u"), noise(40_000), RATE)
        options = ("--length", 256, "--average", 20, "--statistics",
                   "mean,max,variance,kurtosis", "--bands", "all=-20k:20k", "--peaks", 1,
                   "--occupancy")
        # Noise is at about -78 dBFS/Hz.
        plain = self.survey(self.path("u"), *options, -78)
        self.assertTrue(np.isfinite(plain["kurtosis"]).all())
        for calibration in (-150, 300):
            with self.subTest(calibration):
                found = self.survey(self.path("u"), *options, calibration - 78,
                                    "--calibration", calibration)
                np.testing.assert_array_equal(found["kurtosis"], plain["kurtosis"])
                np.testing.assert_array_equal(found["occupancy"], plain["occupancy"])
                for name in ("mean", "max", "band_power", "peak_level"):
                    np.testing.assert_allclose(found[name] - calibration, plain[name],
                                               atol=1e-4, err_msg=name)

    def test_one_spectrum(self):
        """gpufft psd has a line for each frequency, of all frames of a centre."""
        def captured(start, frequency):
            return {"core:sample_start": start, "core:frequency": frequency}
        samples = write_sigmf(self.path("p"), noise(30000), RATE, captures=[
            captured(0, 1e6), captured(10000, 2e6), captured(20000, 1e6)])
        table = self.path("psd.csv")
        done = run("psd", self.path("p"), "--length", 512, "--statistics", "max,mean", "-o",
                   table)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        with open(table) as file:
            self.assertEqual(file.readline(),
                             "frequency_hz,mean (dBFS/Hz),max (dBFS/Hz)\n")
        frequency, mean, highest = np.loadtxt(table, delimiter=",", skiprows=1).T
        offsets = (np.arange(512) - 256) * RATE / 512
        np.testing.assert_allclose(frequency, [*(1e6 + offsets), *(2e6 + offsets)])
        parts = [frames_of(samples[start:start + 10000], 512, 256, "blackmanharris",
                           "density") for start in (0, 10000, 20000)]
        for rows, frames in ((slice(0, 512), np.vstack([parts[0], parts[2]])),
                             (slice(512, None), parts[1])):
            for found, expected in ((mean[rows], frames.mean(axis=0)),
                                    (highest[rows], frames.max(axis=0))):
                error = np.abs(10**(found / 10) - expected) / expected.max()
                self.assertLess(error.max(), TOLERANCE)


if __name__ == "__main__":
    unittest.main()
