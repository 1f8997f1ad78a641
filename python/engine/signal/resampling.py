# SPDX-License-Identifier: GPL-3.0-or-later
"""Rates changed by rational factors, as scipy.signal's, on a device.

With one phase (up divides down) this is a filter with decimation, one call of the engine, which
takes arrays of PyOpenCL as well. Else each of the phases of the outputs is a filter of its
own: short ones are a product of frames, which overlap, with a matrix of their taps, by the
array's module; long ones are a call of the engine each.
"""

from math import gcd

import numpy as np

from .._arguments import LongDoubleError
from ._extension import MODES, check_mode, extended
from ._fir import checked_taps, filtered
from ._modules import module_of
from .filters import axis_of

_MOST_PRODUCTS = 512  #: taps of a phase up to which a matrix is taken
_MOST_ELEMENTS = 1 << 24  #: of frames that are multiplied at once


def upfirdn(h, x, up=1, down=1, axis=-1, mode="constant", cval=0):
    """Upsampled, filtered and downsampled, as scipy.signal.upfirdn."""
    up, down = int(up), int(down)
    if up < 1 or down < 1:
        raise ValueError("Both up and down must be >= 1")
    mode = check_mode(mode)
    is_filter = up == gcd(up, down) and mode == "constant" and cval == 0
    of = module_of(x, of_engine=is_filter)
    x = of.array(x)
    host = of.on_host(h)
    taps = checked_taps(of, host, "h")
    dtype = np.result_type(host.dtype, of.dtype(x), np.float32)
    if dtype.char not in "fdFD":
        raise LongDoubleError(f"{dtype} is not computed; convert to double precision")
    axis = axis_of(x, axis)
    x = of.moved(of.cast(x, dtype), axis, -1)
    if x.shape[-1] == 0:
        raise ValueError("x has no points along the axis; give at least one")
    count = ((x.shape[-1] - 1) * up + len(taps) - 1) // down + 1
    y = _phases(of, x, taps.astype(dtype if dtype.kind == "c" else float), up, down, count,
                mode, cval)
    return of.contiguous(of.moved(y, -1, axis))


def _phases(of, x, taps, up, down, count, mode, cval):
    """Outputs m = p + t phases for each phase p: filters of every up-th tap."""
    common = gcd(up, down)
    phases, step = up // common, down // common
    each = -(-len(taps) // up)
    # Output p takes taps r, r + up, ..., the first of them with point q of x.
    starts = [divmod(p * down, up) for p in range(phases)]
    times = -(-count // phases)
    before = each - 1  # points that the first output's taps reach back
    behind = max(0, (times - 1) * step + starts[-1][0] + 1 - x.shape[-1])
    is_engine = phases == 1 or each > _MOST_PRODUCTS
    if mode == "constant" and cval == 0:
        if is_engine:
            before = 0  # filtered() has zeros there
        else:
            x = of.with_zeros(x, before, behind)
    else:
        x = extended(of, x, before, behind, mode, cval)
    if phases == 1:
        return filtered(of, x, taps[::up], count, step, before)
    y = of.zeros((*x.shape[:-1], times, phases), of.dtype(x))
    if is_engine:
        for p, (q, r) in enumerate(starts):
            row = np.zeros(each, taps.dtype)
            row[:len(taps[r::up])] = taps[r::up]
            y[..., p] = filtered(of, x, row, times, step, before + q)
    else:
        x = of.contiguous(x)
        # Neighbours whose points overlap: all phases at once would take up x down taps.
        size = max(1, each * up // down)
        for first in range(0, phases, size):
            group = starts[first:first + size]
            begin = group[0][0]
            y[..., first:first + size] = _products(
                of, x[..., begin:], _rows(taps, up, each, group), step, times)
    return y.reshape(*y.shape[:-2], times * phases)[..., :count]


def _rows(taps, up, each, starts):
    """The taps of each phase behind one another, so that all begin at the same point."""
    ahead = starts[-1][0] - starts[0][0]
    rows = np.zeros((len(starts), each + ahead), taps.dtype)
    for row, (q, r) in zip(rows, starts):
        own = taps[r::up]
        at = starts[-1][0] - q
        row[at:at + len(own)] = own
    return rows


def _products(of, x, rows, step, times):
    """Each frame of x, contiguous but for its begin, times each row of taps, these backwards:
    (..., times, rows)."""
    length = rows.shape[1]
    frames = of.frames(x, length, step, times)
    columns = of.constant(np.ascontiguousarray(rows[:, ::-1].T).astype(of.dtype(x)))
    at_once = max(1, _MOST_ELEMENTS // max(1, length * int(np.prod(x.shape[:-1]))))
    if at_once >= times:
        return frames @ columns
    y = of.zeros((*x.shape[:-1], times, len(rows)), of.dtype(x))
    for first in range(0, times, at_once):
        part = slice(first, first + at_once)
        y[..., part, :] = frames[..., part, :] @ columns
    return y


_BACKGROUNDS = ("mean", "median", "minimum", "maximum")


def resample_poly(x, up, down, axis=0, window=("kaiser", 5.0), padtype="constant", cval=None):
    """Resampled by up / down with a polyphase filter, as scipy.signal.resample_poly."""
    if up != int(up):
        raise ValueError("up must be an integer")
    if down != int(down):
        raise ValueError("down must be an integer")
    up, down = int(up), int(down)
    if up < 1 or down < 1:
        raise ValueError("up and down must be >= 1")
    if cval is not None and padtype != "constant":
        raise ValueError("cval has no effect when padtype is ", padtype)
    if padtype not in (*_BACKGROUNDS, *MODES):
        raise ValueError("padtype must be one of: maximum, mean, median, minimum, "
                         + ", ".join(MODES))
    common = gcd(up, down)
    up, down = up // common, down // common
    of = module_of(x, of_engine=up == 1 and padtype == "constant" and not cval)
    x = of.array(x)
    if up == down == 1:
        return of.copied(x)
    axis = axis_of(x, axis)
    taps, half = _resampling_taps(of, window, up, down)
    is_float = of.dtype(x).kind in "fc"
    if not isinstance(window, (list, np.ndarray)) and is_float:
        taps = taps.astype(np.empty(0, of.dtype(x)).real.dtype)
    outputs = -(-x.shape[axis] * up // down)
    # Zeros before the filter bring its middle to an output.
    before = down - half % down
    removed = (half + before) // down
    missing = (outputs + removed - 1) * down + 1 - (x.shape[axis] - 1) * up - before - len(taps)
    taps = np.concatenate([np.zeros(before, taps.dtype), taps,
                           np.zeros(max(0, missing), taps.dtype)])
    x = of.moved(x, axis, -1)
    background = None
    if padtype in _BACKGROUNDS:
        x = x if is_float else of.cast(x, np.float64)
        background = getattr(of, padtype)(x)[..., None]
        x = x - background
        padtype = "constant"
    y = upfirdn(taps, x, up, down, mode=padtype, cval=0 if cval is None else cval)
    y = of.contiguous(y[..., removed:removed + outputs])
    if background is not None:
        y = y + background
    return of.contiguous(of.moved(y, -1, axis))


def _resampling_taps(of, window, up, down):
    """(taps of the low-pass filter, its middle): the caller's, or with a named window."""
    if isinstance(window, (list, np.ndarray)):
        window = np.array(window)
        if window.ndim > 1:
            raise ValueError("window must be 1-D")
        return window * up, (window.size - 1) // 2
    from scipy.signal import firwin

    most = max(up, down)
    half = 10 * most
    return firwin(2 * half + 1, 1 / most, window=window) * up, half
