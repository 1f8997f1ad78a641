# SPDX-License-Identifier: GPL-3.0-or-later
"""FIR filters by overlap-save: one call of the engine transforms, multiplies, and transforms back."""

import numpy as np

from .._arguments import complex_type
from ..fft_functions import next_fast_length
from ._frames import request_of, run_frames

_MOST_FACTOR = 13  #: that lengths of transforms have


def checked_taps(of, taps, name="taps"):
    """The taps on the host, in double precision. Those of a device are copied from it."""
    taps = of.on_host(taps)
    if taps.ndim != 1 or taps.size == 0:
        raise ValueError(f"{name} must be 1-D with non-zero length, got the shape "
                         f"{taps.shape}")
    if taps.dtype.kind not in "biufc":
        raise TypeError(f"{name} must be numbers, got {taps.dtype}")
    taps = taps.astype(np.complex128 if taps.dtype.kind == "c" else np.float64)
    if not np.isfinite(taps).all():
        raise ValueError(f"{name} must be finite, or all outputs were NaN; number "
                         f"{np.flatnonzero(~np.isfinite(taps))[0]} is not")
    return taps


def filtered(of, x, taps, count, step=1, first=0):
    """y[m] = sum over k of taps[k] x[first + m step - k] along the last axis of x.

    x: float32, float64, complex64 or complex128; 0 outside of its points.
    Returns (..., count), real of real x and taps, in the precision of x.
    """
    dtype = of.dtype(x)
    is_real = dtype.kind != "c" and taps.dtype.kind != "c"
    if count < 1 or 0 in x.shape:
        kind = dtype if is_real else complex_type(dtype)
        return of.zeros((*x.shape[:-1], max(count, 0)), kind)
    if count == 1:
        step = 1  # there is no second output: a long step would only lengthen the transform
    length = _length(len(taps), step, count)
    hop = (length - len(taps) + 1) // step * step
    frames = -(-count * step // hop)
    before = len(taps) - 1 - first
    if before < 0:
        x, before = x[..., -before:], 0
    points = (frames - 1) * hop + length
    x = x[..., :points - before]
    x = of.cast(of.contiguous(x), complex_type(dtype))
    x = of.with_zeros(x, before, points - before - x.shape[-1])
    request = request_of(
        of.dtype(x), length, hop, hop // step,
        convolved=(len(taps) - 1, hop // step, step),
        spectrum=np.fft.fft(taps, length).astype(np.complex128).tobytes())
    y = run_frames(of, of.contiguous(x), frames, request)
    y = y.reshape(*y.shape[:-2], frames * (hop // step))[..., :count]
    return of.contiguous(y).real if is_real else y


def _length(taps, step, count):
    """Of the transforms: several times the taps, or as many points as there are.

    A power of 2 times the step where that is fast, so that signals of many lengths share
    kernels, and the product with a spectrum is folded to every step-th point.
    """
    least = taps - 1 + step
    points = max(least, min(max(8 * taps, 256, least), taps - 1 + count * step))
    if _is_fast(step):
        return step << (-(-points // step) - 1).bit_length()
    return next_fast_length(points)


def _is_fast(n):
    for factor in range(2, _MOST_FACTOR + 1):
        while n % factor == 0:
            n //= factor
    return n == 1
