# SPDX-License-Identifier: GPL-3.0-or-later
"""What the arguments of spectra mean: windows, segments, boundaries, trends.

Meanings, exceptions and warnings are those of scipy.signal.
"""

import sys
import warnings
from typing import NamedTuple

import numpy as np


class Segments(NamedTuple):
    """How a signal is cut."""

    taps: np.ndarray
    length: int
    hop: int
    nfft: int


def warn_caller(text):
    """Warns about the line that called a function of this package."""
    level, frame = 1, sys._getframe()
    while frame and frame.f_globals["__name__"].startswith(f"{__package__}."):
        level, frame = level + 1, frame.f_back
    warnings.warn(text, stacklevel=level)


def window_and_length(window, nperseg, input_length):
    """The taps of a window, and how many there are."""
    if isinstance(window, (str, tuple)):
        nperseg = 256 if nperseg is None else nperseg
        if nperseg > input_length:
            warn_caller(f"nperseg = {nperseg:d} is greater than input length  = "
                        f"{input_length:d}, using nperseg = {input_length:d}")
            nperseg = input_length
        return named_window(window, nperseg), nperseg
    taps = np.asarray(window)
    if taps.ndim != 1:
        raise ValueError("window must be 1-D")
    if input_length < taps.shape[-1]:
        raise ValueError("window is longer than input signal")
    if nperseg is not None and nperseg != taps.shape[0]:
        raise ValueError("value specified for nperseg is different from length of window")
    return taps, taps.shape[0]


def named_window(window, length):
    from scipy.signal import get_window

    return get_window(window, length)


def segments_of(window, nperseg, noverlap, nfft, input_length):
    """The Segments that these arguments ask for."""
    if nperseg is not None:
        nperseg = int(nperseg)
        if nperseg < 1:
            raise ValueError("nperseg must be a positive integer")
    taps, nperseg = window_and_length(window, nperseg, input_length)
    return Segments(taps, nperseg, *hop_and_nfft(nperseg, noverlap, nfft, nperseg))


def hop_and_nfft(nperseg, noverlap, nfft, default_nfft):
    if nfft is None:
        nfft = default_nfft
    elif nfft < nperseg:
        raise ValueError("nfft must be greater than or equal to nperseg.")
    noverlap = nperseg // 2 if noverlap is None else int(noverlap)
    if noverlap >= nperseg:
        raise ValueError("noverlap must be less than nperseg.")
    return nperseg - noverlap, int(nfft)


BOUNDARIES = ("even", "odd", "constant", "zeros", None)


def extended(of, x, boundary, n):
    """x with n more points at both ends of the last axis."""
    if boundary is None or n < 1:
        return x
    if boundary == "zeros":
        zeros = of.zeros((*x.shape[:-1], n), of.dtype(x))
        return of.joined([zeros, x, zeros])
    if boundary == "constant":
        ones = of.zeros((*x.shape[:-1], n), of.dtype(x)) + 1
        return of.joined([x[..., :1] * ones, x, x[..., -1:] * ones])
    if n > x.shape[-1] - 1:
        raise ValueError(f"The extension length n ({n}) is too big. It must not exceed "
                         f"x.shape[axis]-1, which is {x.shape[-1] - 1}.")
    left, right = of.flipped(x[..., 1:n + 1], (-1,)), of.flipped(x[..., -n - 1:-1], (-1,))
    if boundary == "odd":
        left, right = 2 * x[..., :1] - left, 2 * x[..., -1:] - right
    return of.joined([left, x, right])


def padded_to_segments(of, x, cut):
    """x with zeros behind it, so that every point is in a segment."""
    missing = (-(x.shape[-1] - cut.length) % cut.hop) % cut.length
    if missing == 0:
        return x
    return of.joined([x, of.zeros((*x.shape[:-1], missing), of.dtype(x))])


def detrend_function(of, detrend, axis):
    """What takes the trend off segments along the last axis; None: nothing does."""
    if not detrend:
        return None
    if not callable(detrend):
        if detrend not in ("linear", "l", "constant", "c"):
            raise ValueError("Trend type must be 'linear' or 'constant'.")
        is_linear = detrend in ("linear", "l")
        return lambda x: without_line(of, x) if is_linear else x - of.mean(x, keeps=True)
    if axis == -1:
        return detrend

    def across(x):
        # As the caller's arrays are.
        return of.moved(detrend(of.moved(x, -1, axis)), axis, -1)

    return across


def without_line(of, x):
    """x less the line that fits the last axis best."""
    count = x.shape[-1]
    if count == 1:
        return x - x
    ramp = np.arange(count) - (count - 1) / 2
    ramp /= np.linalg.norm(ramp)
    ramp = of.constant(ramp.astype(_real(of.dtype(x))))
    slope = (x * ramp).sum(-1)[..., None]
    return x - of.mean(x, keeps=True) - slope * ramp


def _real(dtype):
    return np.empty(0, dtype).real.dtype
