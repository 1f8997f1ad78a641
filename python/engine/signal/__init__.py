# SPDX-License-Identifier: GPL-3.0-or-later
"""Spectra over time, chirp z-transforms and convolutions, as scipy.signal's, on a device."""

from .chirp import czt, zoom_fft
from .convolution import correlate, fftconvolve, oaconvolve
from .spectral import coherence, csd, istft, spectrogram, stft, welch

__all__ = [
    "coherence",
    "correlate",
    "csd",
    "czt",
    "fftconvolve",
    "istft",
    "oaconvolve",
    "spectrogram",
    "stft",
    "welch",
    "zoom_fft",
]
