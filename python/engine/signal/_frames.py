# SPDX-License-Identifier: GPL-3.0-or-later
"""Transforms of frames that overlap, read from where they lie."""

from math import prod

import numpy as np

from .. import _executors
from .._arguments import complex_type, precision_of
from .._arrays import arrays_of
from .._device_arrays import DeviceArrays


def transform_frames(of, x, length, hop, count, taps, is_onesided):
    """The DFT of `count` frames of the last axis of x, `hop` apart, times the taps.

    of: x's module. x: contiguous, float32, float64, complex64 or complex128.
    taps: real factors of each point, on the host; None: all 1. A multiple of `length`:
    frames are as long, and folded to `length` points before the DFT.
    Returns (..., count, bins): length // 2 + 1 of them where is_onesided, else `length`.
    """
    window = b"" if taps is None else np.asarray(taps, np.float64).tobytes()
    request = request_of(
        of.dtype(x), length, hop, length // 2 + 1 if is_onesided else length,
        window=window, taps_per_branch=1 if taps is None else max(1, len(taps) // length),
        **({"kind": "r2c", "real_input": False} if is_onesided else {}))
    return run_frames(of, x, count, request)


def request_of(dtype, length, hop, outputs, **changes):
    """What the engine is asked of frames of elements of a type: a c2c, but for changes."""
    return {
        "kind": "c2c", "shape": ((length, 1, 1),), "loops": (),
        "input_distance": hop, "output_distance": outputs,
        "inverse": False, "scale": 1.0, "precision": precision_of(dtype),
        "real_input": dtype.kind != "c", "orthogonalize": False, **changes}


def run_frames(of, x, count, request):
    """`count` frames of the last axis of x, as the engine's rows: (..., count, outputs).

    Frames are not copied out: to the engine they are rows that overlap. Signals of a
    multiple of the hop are one to it: the frames that begin in one and end in the
    next are left out of the result.
    """
    outer = tuple(x.shape[:-1])
    signals, hop = prod(outer), request["input_distance"]
    if signals > of.most_calls and x.shape[-1] % hop:
        x = of.with_zeros(x, 0, -x.shape[-1] % hop)
    arrays = arrays_of(x, None)
    x = arrays.floats(x).reshape(signals, x.shape[-1])
    is_one_call = x.shape[-1] % hop == 0
    each = x.shape[-1] // hop if is_one_call else count
    out = arrays.empty((signals, each, request["output_distance"]),
                       complex_type(arrays.dtype(x)))
    if is_one_call and signals:
        _run(arrays, x, out, (signals - 1) * each + count, request)
    for one in () if is_one_call else range(signals):
        _run(arrays, x[one], out[one], count, request)
    return arrays.result(out).reshape(*outer, *out.shape[1:])[..., :count, :]


def run_frames_among_zeros(of, x, before, length, count, request):
    """`count` frames of one signal with zeros before and behind it: (count, outputs).

    x: contiguous, 1-D. The first frame begins `before` points before x, each has `length`.
    Frames that lie in x are read there; only those at the ends are copied to where zeros are.
    """
    hop = request["input_distance"]
    if of.most_calls == 1:
        behind = max(0, (count - 1) * hop + length - before - x.shape[-1])
        return run_frames(of, of.with_zeros(x, before, behind), count, request)
    begin = min(count, -(-before // hop))
    end = max(begin, min(count, (x.shape[-1] + before - length) // hop + 1))
    arrays = arrays_of(x, None)
    out = arrays.empty((count, request["output_distance"]), complex_type(of.dtype(x)))
    for first, last in ((0, begin), (begin, end), (end, count)):
        if first == last:
            continue
        place, points = first * hop - before, (last - first - 1) * hop + length
        part = x[max(0, place):max(0, place + points)]
        zeros = min(max(0, -place), points)
        part = of.with_zeros(part, zeros, points - zeros - part.shape[-1])
        _run(arrays, arrays.floats(part), out[first:last], last - first, request)
    return arrays.result(out)


def _run(arrays, x, out, count, request):
    if isinstance(arrays, DeviceArrays):
        arrays.run_rows(x, out, count, request)
    else:
        _executors.run(x, out, count, device=None, **request)
