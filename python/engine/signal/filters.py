# SPDX-License-Identifier: GPL-3.0-or-later
"""FIR filters of arrays, on a device, as the blocks fft_filter_* and scipy.signal's lfilter.

x is an array of NumPy, CuPy, PyTorch or PyOpenCL (or anything that NumPy makes one of), and
the result is of its module, where x is. Taps are numbers of the host; those of a device are
copied from it.
"""

import operator

import numpy as np

from .._arguments import computed_type
from ._fir import checked_taps, filtered
from ._modules import module_of


def filter(x, taps, decimation=1, *, axis=-1):
    """x through a FIR filter, and every `decimation`-th output alone.

        y[m] = sum over k of taps[k] x[m decimation - k],    x[n] = 0 for n < 0

    as the blocks fft_filter_ccc, _ccf and _fff compute it. Of n points along the axis come
    ceil(n / decimation), real where x and the taps are. The precision is x's (integers
    are double), whatever the taps' is.

    ValueError: no taps, or some that are not finite; a decimation below 1; no such axis.
    """
    of = module_of(x, of_engine=True)
    x = of.array(x)
    taps = checked_taps(of, taps)
    decimation = operator.index(decimation)
    if decimation < 1:
        raise ValueError(f"decimation must be at least 1, got {decimation}")
    axis = axis_of(x, axis)
    x = of.moved(of.cast(x, computed_type(of.dtype(x))), axis, -1)
    y = filtered(of, x, taps, -(-x.shape[-1] // decimation), decimation)
    return of.contiguous(of.moved(y, -1, axis))


def lfilter(b, a, x, axis=-1, zi=None):
    """x through a FIR filter, as scipy.signal.lfilter of an a of one number.

    Recursive filters (a of more numbers) are refused: each output waits for the one before.
    With zi, the result is (y, zf); PyOpenCL's arrays are taken without.
    """
    of = module_of(x, of_engine=zi is None)
    b, a = (np.atleast_1d(of.on_host(each)) for each in (b, a))
    if len(a) != 1:
        raise NotImplementedError(
            f"a has {len(a)} coefficients, and recursive filters are not computed here; "
            "scipy.signal.lfilter does them, or give a FIR filter, with a = 1")
    if b.ndim != 1 or a.ndim != 1:
        raise ValueError("object of too small depth for desired array")
    x = of.array(x)
    if x.ndim == 0:
        raise ValueError("x must be at least 1-D")
    dtype = np.result_type(b, a, np.empty(0, of.dtype(x)))
    if zi is not None:
        zi = of.array(zi)
        dtype = np.result_type(dtype, of.dtype(zi))
    if dtype.char not in "fdFD":
        raise NotImplementedError(f"input type '{dtype}' not supported")
    axis = axis_of(x, axis)
    taps = checked_taps(of, b.astype(dtype) / a.astype(dtype)[0], "b")
    x = of.moved(of.cast(x, dtype), axis, -1)
    points, state = x.shape[-1], len(taps) - 1
    if zi is None:
        y = filtered(of, x, taps, points)
        return of.contiguous(of.moved(y, -1, axis))
    zi = of.moved(zi, axis, -1) if zi.ndim == x.ndim else zi
    _check_state(zi, (*x.shape[:-1], state))
    y = filtered(of, x, taps, points + state)
    y[..., :state] += of.cast(zi, dtype)
    return tuple(of.moved(part, -1, axis) for part in (y[..., :points], y[..., points:]))


def _check_state(zi, expected):
    if zi.ndim != len(expected):
        raise ValueError("object of too small depth for desired array")
    fits = zi.shape[-1] == expected[-1] and all(
        has in (1, wants) for has, wants in zip(zi.shape[:-1], expected))
    if not fits:
        raise ValueError(f"Unexpected shape for zi: expected {expected}, found "
                         f"{tuple(zi.shape)}, the filter's axis last.")


def axis_of(x, axis):
    """The number of an axis of x, counted from the first."""
    axis = operator.index(axis)
    if not -x.ndim <= axis < x.ndim:
        raise ValueError(f"axis {axis} is out of bounds for an array of {x.ndim} "
                         "dimensions")
    return axis % x.ndim
