# SPDX-License-Identifier: GPL-3.0-or-later
"""Transforms of frames that overlap, read from where they lie."""

from math import prod

import numpy as np

from .. import _executors
from .._arguments import precision_of
from .._arrays import arrays_of
from .._device_arrays import DeviceArrays


def transform_frames(of, x, length, hop, count, taps, is_onesided):
    """The DFT of `count` frames of the last axis of x, `hop` apart, times the taps.

    of: x's module. x: contiguous, float32, float64, complex64 or complex128.
    taps: real factors of each point, on the host; None: all 1.
    Returns (..., count, bins): length // 2 + 1 of them where is_onesided, else `length`.

    One launch for each row of x. Frames are not copied out: to the engine they are rows
    that overlap.
    """
    arrays = arrays_of(x, None)
    dtype = of.dtype(x)
    x = arrays.floats(x)
    shape = (*x.shape[:-1], count, length // 2 + 1 if is_onesided else length)
    out = arrays.empty(shape, np.result_type(dtype, np.complex64))
    request = _request(dtype, length, hop, taps, is_onesided)
    rows = x.reshape(prod(x.shape[:-1]), x.shape[-1])
    results = out.reshape(rows.shape[0], count, shape[-1])
    is_on_device = isinstance(arrays, DeviceArrays)
    for row, result in zip(rows, results):
        if is_on_device:
            _queue(arrays, row, result, count, request)
        else:
            _executors.run(row, result, count, device=None, **request)
    return arrays.result(out)


def _request(dtype, length, hop, taps, is_onesided):
    is_real = dtype.kind != "c"
    return {
        "kind": "r2c" if is_onesided else "c2c", "shape": ((length, 1, 1),), "loops": (),
        "input_distance": hop,
        "output_distance": length // 2 + 1 if is_onesided else length,
        "inverse": False, "scale": 1.0, "precision": precision_of(dtype),
        "real_input": is_real and not is_onesided, "orthogonalize": False,
        "window": b"" if taps is None else np.asarray(taps, np.float64).tobytes()}


def _queue(arrays, row, result, count, request):
    source = arrays._view(row)
    if not arrays._is_usable(source):  # begins amid what a kernel loads at once
        row = arrays.copied(row)
        source = arrays._view(row)
    arrays.enqueue_request(source, arrays._view(result), count, request)
