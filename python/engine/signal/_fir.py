# SPDX-License-Identifier: GPL-3.0-or-later
"""FIR filters by overlap-save: one call of the engine transforms, multiplies, and transforms back."""

from functools import lru_cache
from math import prod

import numpy as np

from .._arguments import complex_type
from .._executors import clear_with_cache
from ..fft_functions import next_fast_length
from ._frames import request_of, run_frames, run_frames_among_zeros

_LINE = 8  #: outputs: frames that begin at multiples of so many are read and stored at once
_WORKGROUP = 1 << 17  #: bytes; longer transforms go through memory several times on GPUs
_MOST_KEPT = 1 << 17  #: points of a spectrum that is kept for the next call
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
    # NumPy 2 transforms single precision in single precision; the engine takes double.
    taps = taps.astype(complex if taps.dtype.kind == "c" else float)
    if count < 1 or 0 in x.shape:
        kind = dtype if is_real else complex_type(dtype)
        return of.zeros((*x.shape[:-1], max(count, 0)), kind)
    if count == 1:
        step = 1  # there is no second output: a long step would only lengthen the transform
    in_workgroup = _WORKGROUP // complex_type(dtype).itemsize if of.is_on_gpu(x) else 0
    length = _length(len(taps), step, count, in_workgroup)
    hop = _hop(length - len(taps) + 1, step)
    frames = -(-count * step // hop)
    skipped = length - hop  # points of a frame that are of the one before, taps - 1 at least
    before = skipped - first
    if before < 0:
        x, before = x[..., -before:], 0
    points = (frames - 1) * hop + length
    x = x[..., :points - before]
    x = of.contiguous(of.cast(of.contiguous(x), complex_type(dtype)))
    request = request_of(
        of.dtype(x), length, hop, hop // step, convolved=(skipped, hop // step, step),
        spectrum=_spectrum(taps, length))
    if prod(x.shape[:-1]) == 1:
        y = run_frames_among_zeros(of, x.reshape(x.shape[-1]), before, length, frames, request)
    else:
        x = of.with_zeros(x, before, points - before - x.shape[-1])
        y = run_frames(of, x, frames, request)
    y = y.reshape(*x.shape[:-1], frames * (hop // step))[..., :count]
    return of.contiguous(y).real if is_real else y


def _spectrum(taps, length):
    """What the engine multiplies frames by, as bytes. The same taps have the same object, of
    which Python knows the hash without reading it."""
    if length > _MOST_KEPT:
        return np.fft.fft(taps, length).tobytes()
    return _kept_spectrum(taps.tobytes(), taps.dtype, length)


@lru_cache(maxsize=8)
def _kept_spectrum(taps, dtype, length):
    return np.fft.fft(np.frombuffer(taps, dtype), length).tobytes()


clear_with_cache(_kept_spectrum.cache_clear)


def _hop(most, step):
    """A multiple of the step, and of lines of memory where there are many outputs."""
    outputs = most // step
    return (outputs // _LINE * _LINE if outputs >= 8 * _LINE else outputs) * step


def _length(taps, step, count, in_workgroup):
    """Of the transforms: several times the taps, or as many points as there are.

    A power of 2 times the step where that is fast, so that signals of many lengths share
    kernels, and the product with a spectrum is folded to every step-th point. No more than
    ``in_workgroup`` points, where half of those are new: what a GPU's workgroup holds.
    """
    least = taps - 1 + step
    wanted = 8 * taps
    if 2 * least <= in_workgroup:
        wanted = min(wanted, in_workgroup)
    points = max(least, min(max(wanted, 256, least), taps - 1 + count * step))
    if _is_fast(step):
        return step << (-(-points // step) - 1).bit_length()
    return next_fast_length(points)


def _is_fast(n):
    for factor in range(2, _MOST_FACTOR + 1):
        while n % factor == 0:
            n //= factor
    return n == 1
