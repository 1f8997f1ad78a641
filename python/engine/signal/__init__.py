# SPDX-License-Identifier: GPL-3.0-or-later
"""Spectra over time, chirp z-transforms, convolutions, FIR filters and changes of rate, as
scipy.signal's, on a device."""

from .chirp import czt, zoom_fft
from .convolution import correlate, fftconvolve, oaconvolve
from .filters import lfilter
from .resampling import resample_poly, upfirdn
from .spectral import coherence, csd, istft, spectrogram, stft, welch

__all__ = [
    "coherence",
    "correlate",
    "csd",
    "czt",
    "fftconvolve",
    "istft",
    "lfilter",
    "oaconvolve",
    "resample_poly",
    "spectrogram",
    "stft",
    "upfirdn",
    "welch",
    "zoom_fft",
]
