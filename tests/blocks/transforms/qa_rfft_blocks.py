#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""rfft_vfc and irfft_vcf: their numbers, beside numpy's in double precision."""

import numpy as np
from flowgraphs import noise, relative_error, run, tolerance
from gnuradio import gpufft, gr_unittest
from some_rows import some_of

# length: why it is in the table
LENGTHS = {
    1: "DC alone",
    2: "DC and half the rate",
    3: "odd, prime",
    4: "half of it is one butterfly",
    15: "odd, two radices",
    16: "power of two",
    34: "half of it is prime",
    101: "odd and prime",
    1000: "2^3 * 5^3",
    1023: "odd, 3 * 11 * 31",
    1024: "GRC's default",
    2018: "half of it is a large prime",
    4096: "common",
    16384: "several passes on many GPUs; its buffers have 32 MiB",
}


def random_lengths(count):
    """Other lengths on every run."""
    seed = np.random.SeedSequence().entropy % 10**9
    lengths = np.random.default_rng(seed).integers(5, 3000, count)
    print(f"random lengths, seed {seed}: {lengths}")
    return {int(length): f"random, seed {seed}" for length in lengths}


def lengths():
    """Lengths and why: some of the table, and others."""
    return [*some_of(LENGTHS.items()), *random_lengths(2).items()]


def half_spectra(count, length):
    """Spectra of noise, imaginary parts where a real frame has none included."""
    return noise((count, length // 2 + 1), seed=2)


def taps(length):
    return np.linspace(0.5, 1.5, length).astype(np.float32)


class qa_rfft_blocks(gr_unittest.TestCase):
    def check(self, got, want, length, why=""):
        self.assertEqual(got.shape, want.shape, why)
        self.assertLessEqual(relative_error(got, want), tolerance(length), why)

    def test_spectra_are_numpys(self):
        for length, why in lengths():
            with self.subTest(f"{length}: {why}"):
                frames = noise((3, length), real=True)
                got = run(gpufft.rfft_vfc(length), frames)
                self.check(got, np.fft.rfft(frames), length)

    def test_frames_are_numpys(self):
        for length, why in lengths():
            with self.subTest(f"{length}: {why}"):
                spectra = half_spectra(3, length)
                block = gpufft.irfft_vcf(length, "by_length")
                got = run(block, spectra, dtype=np.float32)
                self.check(got, np.fft.irfft(spectra, length), length)

    def test_a_window_comes_changes_and_goes(self):
        for length in (15, 16, 101):
            frames = noise((100, length), real=True)
            block = gpufft.rfft_vfc(length, taps(length).tolist())
            first = run(block, frames)
            self.check(first, np.fft.rfft(frames * taps(length)), length, length)
            for window in ([], taps(length)[::-1], []):
                self.assertIs(block.set_window(list(window)), True)
                x = frames * window if len(window) else frames
                self.check(run(block, frames), np.fft.rfft(x), length, length)
            self.assertIs(block.set_window([1.0] * (length // 2 + 1)), False)

    def test_normalization(self):
        length, frames = 30, noise((10, 30), real=True)
        spectra = half_spectra(10, 30)
        for name, numpys, forward, inverse in (
            ("none", "backward", 1, length),
            ("by_length", "backward", 1, 1),
            ("orthonormal", "ortho", 1, 1),
        ):
            with self.subTest(name):
                got = run(gpufft.rfft_vfc(length, normalization=name), frames)
                want = np.fft.rfft(frames, norm=numpys) * forward
                self.check(got, want, length)
                got = run(gpufft.irfft_vcf(length, name), spectra, dtype=np.float32)
                want = np.fft.irfft(spectra, length, norm=numpys) * inverse
                self.check(got, want, length)

    def test_there_and_back(self):
        for length in (15, 1024):
            frames = noise((2003, length), real=True)
            for name, factor in (("none", length), ("by_length", 1), ("orthonormal", 1)):
                with self.subTest(f"{length} {name}"):
                    there = gpufft.rfft_vfc(length, [], name)
                    back = gpufft.irfft_vcf(length, name)
                    got = run([there, back], frames, dtype=np.float32)
                    self.assertEqual(got.shape, frames.shape)
                    error = relative_error(got, factor * frames)
                    self.assertLessEqual(error, 2 * tolerance(length))

    def test_bins_are_the_first_of_fft_vfc(self):
        for length in (15, 16):
            frames = noise((50, length), real=True)
            half = run(gpufft.rfft_vfc(length), frames)
            full = run(gpufft.fft_vfc(length, True, []), frames)
            want = full[:, : length // 2 + 1]
            self.assertLessEqual(relative_error(half, want), 2 * tolerance(length))


if __name__ == "__main__":
    gr_unittest.run(qa_rfft_blocks)
