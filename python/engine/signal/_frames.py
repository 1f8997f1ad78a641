# SPDX-License-Identifier: GPL-3.0-or-later
"""Transforms of frames that overlap, read from where they lie."""

from math import prod

import numpy as np

from .. import _executors
from .._arguments import complex_type, precision_of
from .._arrays import arrays_of
from .._device_arrays import DeviceArrays

MANY_SIGNALS = 8  #: from which on copying them with zeros behind is less than as many calls


def transform_frames(of, x, length, hop, count, taps, is_onesided):
    """The DFT of `count` frames of the last axis of x, `hop` apart, times the taps.

    of: x's module. x: contiguous, float32, float64, complex64 or complex128.
    taps: real factors of each point, on the host; None: all 1.
    Returns (..., count, bins): length // 2 + 1 of them where is_onesided, else `length`.

    Frames are not copied out: to the engine they are rows that overlap. Signals of a
    multiple of `hop` points are one to it: the frames that begin in one and end in the
    next are left out of the result.
    """
    outer = tuple(x.shape[:-1])
    signals, dtype = prod(outer), of.dtype(x)
    request = _request(dtype, length, hop, taps, is_onesided)
    if signals > MANY_SIGNALS and x.shape[-1] % hop:
        behind = of.zeros((*outer, -x.shape[-1] % hop), dtype)
        x = of.joined([x, behind])
    arrays = arrays_of(x, None)
    x = arrays.floats(x).reshape(signals, x.shape[-1])
    is_one_call = x.shape[-1] % hop == 0
    each = x.shape[-1] // hop if is_one_call else count
    out = arrays.empty((signals, each, request["output_distance"]), complex_type(dtype))
    if is_one_call and signals:
        _transform(arrays, x, out, (signals - 1) * each + count, request)
    for one, result in () if is_one_call else zip(x, out):
        _transform(arrays, one, result, count, request)
    return arrays.result(out).reshape(*outer, *out.shape[1:])[..., :count, :]


def _transform(arrays, x, out, count, request):
    if not isinstance(arrays, DeviceArrays):
        _executors.run(x, out, count, device=None, **request)
        return
    if not arrays._is_usable(arrays._view(x)):  # begins amid what a kernel loads at once
        x = arrays.copied(x)
    arrays.enqueue_request(arrays._view(x), arrays._view(out), count, request)


def _request(dtype, length, hop, taps, is_onesided):
    is_real = dtype.kind != "c"
    return {
        "kind": "r2c" if is_onesided else "c2c", "shape": ((length, 1, 1),), "loops": (),
        "input_distance": hop,
        "output_distance": length // 2 + 1 if is_onesided else length,
        "inverse": False, "scale": 1.0, "precision": precision_of(dtype),
        "real_input": is_real and not is_onesided, "orthogonalize": False,
        "window": b"" if taps is None else np.asarray(taps, np.float64).tobytes()}
