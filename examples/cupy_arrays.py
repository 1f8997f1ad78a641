#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds a tone in noise that CuPy makes on the GPU; nothing but the answer leaves it."""
import cupy as cp

import gpufft

RATE, TONE, LENGTH, ROWS = 1e6, 123e3, 4096, 4096

rng = cp.random.default_rng(1)
time = cp.arange(ROWS * LENGTH) / RATE
noise = rng.standard_normal((ROWS * LENGTH, 2)) @ cp.array([1, 1j])
samples = (0.1 * cp.exp(2j * cp.pi * TONE * time) + noise).astype(cp.complex64)

with cp.cuda.Stream() as stream:  # whatever is current is what kernels are queued on
    spectra = gpufft.fft(samples.reshape(ROWS, LENGTH))  # a CuPy array
    frequencies, power = gpufft.signal.welch(
        samples, RATE, nperseg=LENGTH, detrend=False, return_onesided=False)
    strongest = cp.argmax(cp.mean(abs(spectra) ** 2, axis=0))
    again = frequencies[cp.argmax(power)]
    stream.synchronize()

print(f"peak in bin {int(strongest)}, at {float(again) / 1e3:.1f} kHz")
