# SPDX-License-Identifier: GPL-3.0-or-later
"""Chirp z-transforms: points of a spectrum on any arc, as scipy.signal's, on a device.

Bluestein's convolution: two transforms of x's length and that of the result together. The
chirps are computed on the host in double precision.
"""

import numbers

import numpy as np

from ..fft_functions import fft, ifft, next_fast_length
from ._modules import module_of


def czt(x, m=None, w=None, a=1 + 0j, *, axis=-1):
    """m points a * w**-k of the z-transform of x, as scipy.signal.czt.

    w, a   the ratio between neighbouring points, and the first; without w, as many as a
           DFT of m points has
    """
    of = module_of(x)
    x = of.array(x)
    n = x.shape[axis]
    m = _checked_sizes(n, m)
    k = _indices(n, m)
    if w is None:
        chirp = np.exp(-(1j * np.pi * ((k**2) % (2 * m))) / m)
    else:
        chirp = w ** (k**2 / 2.0)
    return _transformed(of, x, n, m, (1.0 * a) ** -k[:n], chirp, axis)


def zoom_fft(x, fn, m=None, *, fs=2, endpoint=False, axis=-1):
    """m points of the DFT of x between two frequencies, as scipy.signal.zoom_fft.

    fn   (f1, f2), or f2 alone: from 0 on; in units of fs
    """
    of = module_of(x)
    x = of.array(x)
    n = x.shape[axis]
    m = _checked_sizes(n, m)
    if np.size(fn) not in (1, 2):
        raise ValueError("fn must be a scalar or 2-length sequence")
    f1, f2 = fn if np.size(fn) == 2 else (0.0, fn)
    scale = (f2 - f1) * m / (fs * (m - 1)) if endpoint else (f2 - f1) / fs
    k = _indices(n, m)
    chirp = np.exp(-(1j * np.pi * scale * k**2) / m)
    start = np.exp(-2j * np.pi * f1 / fs * k[:n])
    return _transformed(of, x, n, m, start, chirp, axis)


def _checked_sizes(n, m):
    m = n if m is None else m
    for value, what, name in ((n, "data", "n"), (m, "output", "m")):
        if value < 1 or not isinstance(value, numbers.Integral):
            raise ValueError(f"Invalid number of CZT {what} points ({value}) specified. "
                             f"{name} must be positive and integer type.")
    return m


def _indices(n, m):
    """As wide as their squares take."""
    most = max(m, n)
    return np.arange(most, dtype=np.min_scalar_type(-most**2))


def _transformed(of, x, n, m, start, chirp, axis):
    length = next_fast_length(n + m - 1)
    spectrum = of.constant(fft(1 / np.hstack((chirp[n - 1:0:-1], chirp[:m])), length))
    x = of.moved(x, axis, -1)
    x = fft(x * of.constant(start * chirp[:n]), length)
    y = ifft(spectrum * x)[..., n - 1:n + m - 1] * of.constant(chirp[:m])
    return of.moved(y, -1, axis)
