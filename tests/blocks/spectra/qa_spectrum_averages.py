#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which frames the spectrum blocks make, and what becomes of their powers."""

import numpy as np
from flowgraphs import noise
from gnuradio import gpufft, gr_unittest
from scipy import signal
from spectra import (
    block_of,
    decibels,
    frame_powers,
    run,
    samples_of,
    stored,
    worst_error,
)

LENGTH, HOP = 48, 20


def averages_of(powers, how, frames, keep=0.0):
    """Outputs of an average of all rows of `powers`, in double precision."""
    if how == "exponential":
        # Weights keep^age, divided by their sum: the first frames average like a mean.
        out, state, weight = [], 0, 0
        for row in powers:
            state, weight = keep * state + row, keep * weight + 1
            out.append(state / weight)
        return np.array(out)[frames - 1 :: frames]
    if frames == 0:
        best = np.maximum if how == "max" else np.minimum
        return best.accumulate(powers)
    groups = powers[: len(powers) // frames * frames].reshape(-1, frames, powers.shape[1])
    return {"mean": np.mean, "max": np.max, "min": np.min}[how](groups, axis=1)


def reduced(powers, bins, reduction):
    """Neighbouring bins to one."""
    edges = np.arange(bins) * powers.shape[1] // bins
    if reduction == "max":
        return np.maximum.reduceat(powers, edges, axis=1)
    widths = np.diff(np.append(edges, powers.shape[1]))
    return np.add.reduceat(powers, edges, axis=1) / widths


class qa_spectrum_averages(gr_unittest.TestCase):
    def test_every_average_of_every_number_of_frames(self):
        x = noise(10000)
        powers = frame_powers(x, LENGTH, HOP, "hann")
        seconds = 0.01
        keep = np.exp(-HOP / (1e4 * seconds))
        for how in ("mean", "exponential", "max", "min"):
            for frames in (0, 1, 2, 7, 100, len(powers)):
                if frames == 0 and how in ("mean", "exponential"):
                    continue
                block = gpufft.spectrum_c(
                    LENGTH, HOP, "hann", 1e4, how, frames, seconds, "power", False
                )
                got = run(block, x)
                want = averages_of(powers, how, frames, keep)
                self.assertLess(worst_error(got, want), 1e-4, f"{how} of {frames}")

    def test_samples_give_as_many_frames_as_lie_in_them(self):
        for samples in (1, 47, 48, 49, 67, 68, 69, 88, 1000, 10007):
            block = gpufft.spectrum_c(LENGTH, HOP, "hann", 1e4)
            got = run(block, np.ones(samples, np.complex64))
            frames = (samples - LENGTH) // HOP + 1 if samples >= LENGTH else 0
            self.assertEqual(len(got), frames, f"{samples} samples")

    def test_frames_that_fill_no_average_give_none(self):
        for frames in (1, 3, 10, 100):
            block = gpufft.spectrum_c(LENGTH, HOP, "hann", 1e4, frames=frames)
            got = run(block, np.ones(48 + 99 * 20, np.complex64))
            self.assertEqual(len(got), 100 // frames, f"of {frames}")

    def test_frames_are_skipped_to_where_the_hop_is_longer(self):
        x = noise(20000)
        for hop in (49, 500, 9999):
            block = gpufft.spectrum_c(LENGTH, hop, [], 1e4, output="power", centered=False)
            got = run(block, x)
            want = frame_powers(x, LENGTH, hop, "boxcar")
            self.assertLess(worst_error(got, want), 1e-4, f"hop {hop}")

    def test_a_rate_is_kept_whatever_the_frames_are(self):
        samp_rate, seconds = 10000.0, 4
        x = np.ones(int(samp_rate * seconds) + LENGTH, np.complex64)
        for rate, want in [(10, 40), (3, 12), (0.5, 2), (500, 2001), (1000, 2001)]:
            block = gpufft.spectrum_c(LENGTH, HOP, "hann", samp_rate, rate=rate)
            self.assertEqual(len(run(block, x)), want, f"{rate} a second")

    def test_a_rate_averages_every_frame(self):
        x = noise(10000)
        powers = frame_powers(x, LENGTH, HOP, "hann")
        block = gpufft.spectrum_c(
            LENGTH, HOP, "hann", 1e4, output="power", centered=False, rate=31.0
        )
        got = run(block, x)
        ends = [int(np.ceil((i + 1) * 500 / 31 - 1e-9)) for i in range(len(got))]
        starts = [0, *ends]
        want = np.array([powers[a:b].mean(axis=0) for a, b in zip(starts, ends)])
        self.assertEqual(len(got), len(powers) * 31 // 500)
        self.assertLess(worst_error(got, want), 1e-4)

    def test_fewer_bins_have_the_largest_or_the_mean_of_their_neighbours(self):
        x = noise(2000)
        powers = np.fft.fftshift(frame_powers(x, LENGTH, HOP, "hann"), axes=-1)
        for bins in (1, 5, 24, 47, 48):
            for reduction in ("max", "mean"):
                block = gpufft.spectrum_c(
                    LENGTH, HOP, "hann", 1e4, output="dbfs", bins=bins
                )
                block.set_bin_reduction(reduction)
                got = run(block, x)
                want = decibels(reduced(powers, bins, reduction))
                self.assertEqual(got.shape, want.shape)
                error = np.abs(got - want).max()
                self.assertLess(error, 1e-3, f"{bins} {reduction}")

    def test_the_middle_bin_of_a_centered_spectrum_is_dc(self):
        for length in (48, 45):
            block = gpufft.spectrum_c(length, length, [], 1.0, output="power")
            got = run(block, np.ones(length, np.complex64))[0]
            self.assertEqual(int(np.argmax(got)), length // 2)
            self.assertAlmostEqual(got[length // 2], 1, 6)

    def test_a_nan_stays_in_its_frames(self):
        for bad in (np.nan, np.inf):
            x = noise(4000)
            x[2010] = bad
            powers = frame_powers(x, LENGTH, HOP, "hann")
            is_bad = ~np.isfinite(powers).all(axis=1)
            self.assertEqual(is_bad.sum(), 2)
            block = gpufft.spectrum_c(
                LENGTH, HOP, "hann", 1e4, output="power", centered=False
            )
            got = run(block, x)
            self.assertFalse(np.isfinite(got[is_bad]).all(axis=1).any())
            self.assertLess(worst_error(got[~is_bad], powers[~is_bad]), 1e-4)
            # An exponential average forgets it.
            block = gpufft.spectrum_c(LENGTH, HOP, "hann", 1e4, "exponential", 1, 0.01)
            self.assertTrue(np.isfinite(run(block, x)[-1]).all())

    def test_agrees_with_welch_and_spectrogram(self):
        seed = np.random.SeedSequence().entropy % 2**32
        print("seed", seed)
        rng = np.random.default_rng(seed)
        for _ in range(6):
            self.check_against_scipy(rng, f"seed {seed}")

    def check_against_scipy(self, rng, why):
        kind = rng.choice(["complex", "short", "int8", "uint8", "float"])
        length = int(rng.integers(2, 400))
        overlap = int(rng.integers(0, length))
        window = [("kaiser", rng.uniform(0, 20)), "hann", "boxcar"][rng.integers(3)]
        samp_rate = float(10 ** rng.uniform(0, 8))
        per_hz = bool(rng.integers(2))
        samples = length + int(rng.integers(0, 3000))
        frames = (samples - length) // (length - overlap) + 1
        items = stored(kind, 0.2 * noise(samples, seed=int(rng.integers(1000))))
        x = samples_of(kind, items)
        why += f": {kind} {length} {overlap} {window} {samp_rate} {per_hz} {samples}"
        arguments = {
            "fs": samp_rate,
            "window": window,
            "nperseg": length,
            "noverlap": overlap,
            "detrend": False,
            "scaling": "density" if per_hz else "spectrum",
            "return_onesided": kind == "float",
        }
        output = "power_per_hz" if per_hz else "power"

        def spectra(frames):
            block = block_of(
                kind, length, length - overlap, window, samp_rate, "mean", frames,
                output=output, centered=False,
            )  # fmt: skip
            return run(block, items)

        def of_scipy(power):
            if kind == "float" and not per_hz:  # a tone's peak, not its mean square
                power = power * 2
                power[0] /= 2
                if length % 2 == 0:
                    power[-1] /= 2
            return power

        _, welch = signal.welch(x, **arguments)
        got = spectra(frames)
        want = of_scipy(np.array(welch, float))[None]
        self.assertLess(worst_error(got, want), 1e-4, why)
        _, _, powers = signal.spectrogram(x, mode="psd", **arguments)
        want = of_scipy(np.array(powers, float)).T
        self.assertLess(worst_error(spectra(1), want), 1e-4, why)


if __name__ == "__main__":
    gr_unittest.run(qa_spectrum_averages)
