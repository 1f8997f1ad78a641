# SPDX-License-Identifier: GPL-3.0-or-later
"""fft and ifft of NumPy arrays, as scipy.fft's, on a device."""

import operator
import os

import numpy as np

from . import _engine
from .executor_cache import ExecutorCache

next_fast_length = _engine.next_fast_length

# Each holds compiled kernels and some device memory; sixteen cover a program that goes
# through a handful of lengths in both directions.
_executors = ExecutorCache(_engine.executor, capacity=16)

# scipy's norm: what the engine is asked for in each direction. "forward" puts 1/n where
# the engine has no word for it: on the forward transform.
_ENGINE_NORM = {
    (None, False): "none",
    (None, True): "by_length",
    ("backward", False): "none",
    ("backward", True): "by_length",
    ("ortho", False): "orthonormal",
    ("ortho", True): "orthonormal",
    ("forward", False): "none",
    ("forward", True): "none",
}


def fft(x, n=None, axis=-1, norm=None, device=None):
    """Discrete Fourier transform along one axis, in single precision.

    y[k] = sum over m of x[m] exp(-2 pi i m k / n), times what `norm` says. As
    scipy.fft.fft, except that the result is complex64 whatever the input: double
    precision input is rounded to single first.

    x       array_like, real or complex, any shape but 0-d
    n       points of each transform: x is cropped or padded with zeros at the end of
            the axis. Default: the length of the axis. A product of 2, 3, 5, 7, 11 and
            13, at most 2**26; see next_fast_length().
    axis    the axis to transform
    norm    None or "backward": no scaling; "ortho": 1 / sqrt(n); "forward": 1 / n
    device  "auto" or None, or a name that devices() lists, or a unique part of one

    Returns a new complex64 array of x's shape, with n points along the axis. Other
    Python threads run while the device works.

    ValueError: n, norm or x is not as above. IndexError: x has no such axis.
    RuntimeError: no such device, or it failed.
    """
    return _transform(x, n, axis, norm, device, inverse=False)


def ifft(x, n=None, axis=-1, norm=None, device=None):
    """Inverse discrete Fourier transform along one axis, in single precision.

    y[m] = sum over k of x[k] exp(+2 pi i m k / n), times what `norm` says. As
    scipy.fft.ifft, except that the result is complex64 whatever the input.

    norm    None or "backward": 1 / n, so that ifft(fft(x)) is x; "ortho": 1 / sqrt(n);
            "forward": no scaling

    Everything else as for fft().
    """
    return _transform(x, n, axis, norm, device, inverse=True)


def _transform(x, n, axis, norm, device, inverse):
    try:
        engine_norm = _ENGINE_NORM[norm, inverse]
    except (KeyError, TypeError):
        raise ValueError(
            f'Invalid norm value {norm!r}, should be "backward", "ortho" or "forward"'
        ) from None

    x = _single_precision(x)
    axis = _checked_axis(axis, x.ndim)
    n = x.shape[axis] if n is None else operator.index(n)
    if n < 1:
        raise ValueError(f"invalid number of data points ({n}) specified")

    rows = _rows_of(np.moveaxis(x, axis, -1), n)
    executor = _executors.get(
        n, inverse, engine_norm, rows.dtype == np.float32, _device_key(device)
    )
    out = executor.run(rows.reshape(-1, n))
    if norm == "forward" and not inverse:
        out *= np.float32(1 / n)
    out = out.reshape(rows.shape)
    return np.ascontiguousarray(np.moveaxis(out, -1, axis))


def _single_precision(x):
    """x as float32 where it is real, as complex64 where it is complex."""
    x = np.asarray(x)
    return np.asarray(x, np.complex64 if x.dtype.kind == "c" else np.float32)


def _checked_axis(axis, ndim):
    axis = operator.index(axis)
    if not -ndim <= axis < ndim:
        raise IndexError(f"axis {axis} is out of bounds, there are {ndim}")
    return axis


def _rows_of(x, n):
    """x, cropped or padded with zeros to n points along the last axis, C-contiguous."""
    points = x.shape[-1]
    if points >= n:
        return np.ascontiguousarray(x[..., :n])
    rows = np.zeros(x.shape[:-1] + (n,), x.dtype)
    rows[..., :points] = x
    return rows


def _device_key(device):
    """The device's name, "auto" resolved as far as the environment resolves it.

    An executor is kept by this name, and $GPUFFT_DEVICE may change between calls.
    """
    if device is None or device in ("", "auto"):
        return os.environ.get("GPUFFT_DEVICE") or "auto"
    return device
