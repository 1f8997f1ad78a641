# SPDX-License-Identifier: GPL-3.0-or-later
"""What transforms of arrays on a device share, whatever module the arrays are of."""

from functools import lru_cache
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from . import _executors
from ._arguments import check_device_type, computed_type
from ._layout import strided_layout_of
from ._numpy_arrays import check_output
from ._repeated_calls import RepeatedCall


class View(NamedTuple):
    """Where the elements of an array are: ``strides`` are in elements."""

    place: tuple  # (address, or cl_mem; bytes into it; is a cl_mem)
    shape: tuple
    strides: tuple
    dtype: np.dtype

    @classmethod
    def of(cls, place, shape, byte_strides, dtype):
        """The strides are those of a C-contiguous array where there are none, or no
        element to need them."""
        shape = tuple(shape)
        byte_strides = None if byte_strides is None else tuple(byte_strides)
        return cls(place, shape, _in_elements(shape, byte_strides, dtype.itemsize), dtype)

    @property
    def steps_forward(self):
        """No element stands for several, and no axis runs backwards."""
        return _all_forward(self.shape, self.strides)


# Calls that come again are to take the host as little time as the launch does.
_remembered = lru_cache(maxsize=512)


@_remembered
def _in_elements(shape, byte_strides, size):
    """The strides of View.of(), of elements of so many bytes."""
    if byte_strides is None or 0 in shape:
        byte_strides = contiguous_strides(shape, size)
    if any(step % size for step, n in zip(byte_strides, shape) if n > 1):
        raise ValueError(f"x has strides of {byte_strides} bytes, no multiples of the "
                         f"{size} of its elements; copy it")
    return tuple(step // size for step in byte_strides)


@_remembered
def _all_forward(shape, strides):
    return all(step > 0 for step, n in zip(strides, shape) if n > 1)


@_remembered
def _layout_between(source, result, axes, lengths, last_axis):
    """strided_layout_of() sides that are (shape, strides)."""
    sides = (SimpleNamespace(shape=shape, strides=strides)
             for shape, strides in (source, result))
    return strided_layout_of(*sides, axes, lengths, last_axis)


def contiguous_strides(shape, step=1):
    strides = []
    for n in reversed(shape):
        strides.append(step)
        step *= n
    return tuple(reversed(strides))


def _load_bytes(dtype):
    """Kernels load 16 bytes at a time, of single complex numbers 8."""
    return 8 if dtype == np.complex64 else 16


class DeviceArrays:
    """Calls of arrays in a device's memory, which the engine computes in.

    A module's class says `_view(x)`, `_queue()`, `_workspace(bytes)`, `_new(shape, dtype)`,
    what makes copies, and `_like_x(out)`, which refuses what is not of x's module and
    device. The other methods are those of NumpyArrays.
    """

    copy_of_x = "a copy of x"  #: what messages advise
    _context = (None, None)

    def __init__(self, device_name, device, out):
        if device not in (None, "", "auto", device_name):
            raise ValueError(f"x is on {device_name}, and device is {device!r}; leave it "
                             "out, or move x")
        self._device_name = device_name
        self._out = out
        self._runs = []  # (x, out, rows, layout, request) of each transform of the call

    def as_given(self, x):
        return x

    def floats(self, x):
        given = self.dtype(x)
        check_device_type(given)
        dtype = computed_type(given)
        return x if dtype == given else self.cast(x, dtype)

    def dtype(self, x):
        return np.dtype(x.dtype)

    def fitted(self, x, lengths, axes):
        if all(x.shape[axis] == length for length, axis in zip(lengths, axes)):
            return x if self._is_usable(self._view(x)) else self.copied(x)
        shape = list(x.shape)
        for length, axis in zip(lengths, axes):
            shape[axis] = length
        kept = tuple(slice(min(pair)) for pair in zip(x.shape, shape))
        if any(has > wants for has, wants in zip(x.shape, shape)):
            x = x[kept]
        if tuple(x.shape) != tuple(shape):
            return self._padded(x, tuple(shape), kept)
        return x if self._is_usable(self._view(x)) else self.copied(x)

    def _is_usable(self, view):
        """The engine can read it where it lies."""
        at_once = _load_bytes(view.dtype)
        return view.steps_forward and sum(view.place[:2]) % at_once == 0

    def empty(self, shape, dtype):
        return self._new(shape, dtype)

    def output(self, shape, dtype):
        if self._out is None:
            return self._new(shape, dtype)
        self._like_x(self._out)
        check_output(self._out.shape, self.dtype(self._out), shape, dtype)
        return self._out

    def result(self, y):
        return y

    def run(self, x, out, axes, lengths, last_axis, **request):
        source, result = self._view(x), self._view(out)
        if not result.steps_forward:
            raise ValueError(f"out has strides of {result.strides} elements, and outputs "
                             "need positive ones; give a contiguous array")
        found = _layout_between((source.shape, source.strides),
                                (result.shape, result.strides), tuple(axes),
                                tuple(lengths), last_axis)
        if found is None:
            raise ValueError(
                f"x of shape {source.shape} and strides {source.strides} has more axes to "
                f"go over than the engine takes; give {self.copy_of_x}, which is contiguous")
        layout, rows = found
        self.enqueue(source, result, layout, rows, **request)
        self._runs.append((x, out, rows, layout, request))

    def repeatable(self, x, y):
        """The call, which has made y of x, as one that may be repeated; None where it was
        more than one transform of x as it lies."""
        if len(self._runs) != 1:
            return None
        source, result, rows, layout, request = self._runs[0]
        if source is not x or result is not y:
            return None
        asked = {"device": self._device_name, **layout._asdict(), **request}
        key = _executors.key_on_device(rows, self._context, asked)
        return RepeatedCall(key, rows, tuple(y.shape), self.dtype(y),
                            _load_bytes(self.dtype(x)))

    def run_rows(self, x, out, rows, request):
        """Queues what a Request says of ``rows`` rows, which may overlap in x."""
        if not self._is_usable(self._view(x)):  # begins amid what a kernel loads at once
            x = self.copied(x)
        self.enqueue_request(self._view(x), self._view(out), rows, request)

    def enqueue(self, source, result, layout, rows, **request):
        """Queues the transform of a Layout's rows."""
        self.enqueue_request(source, result, rows, {**layout._asdict(), **request})

    def enqueue_request(self, source, result, rows, request):
        """Queues what a Request says, without its device."""
        _executors.enqueue(self._queue(), source.place, result.place, rows, self._context,
                           self._workspace, device=self._device_name, **request)
