# SPDX-License-Identifier: GPL-3.0-or-later
"""NumPy's arrays, which the engine copies to a device and back where it must."""

import numpy as np

from . import _executors
from ._arguments import as_floats, fitted
from ._layout import layout_of


class NumpyArrays:
    """What the transforms do with the arrays of a call, of NumPy.

    Other modules' arrays have classes with these methods; the arrays that go in and out
    of them are the module's own, of float32, float64, complex64 or complex128.
    """

    def __init__(self, device, out=None):
        self._device = device
        self._out = out

    def as_given(self, x):
        """x as an array of the module, whatever its type."""
        return np.asarray(x)

    def floats(self, x):
        """x as an array of one of those types."""
        return as_floats(x)

    def dtype(self, x):
        """NumPy's type of the elements."""
        return x.dtype

    def fitted(self, x, lengths, axes):
        """x cropped or padded with zeros to ``lengths`` along ``axes``, as run() takes it."""
        return fitted(x, lengths, axes)

    def empty(self, shape, dtype):
        return np.empty(shape, dtype)

    def output(self, shape, dtype):
        """Where the result goes: the caller's ``out`` where it can be written to."""
        out = self._out
        if out is None:
            return np.empty(shape, dtype)
        if not isinstance(out, np.ndarray):
            raise TypeError(f"out is a {type(out).__name__}, and x of NumPy; leave out "
                            "away, or give an array of NumPy")
        check_output(out.shape, out.dtype, shape, dtype)
        is_usable = out.flags.carray
        return out if is_usable else np.empty(shape, dtype)

    def result(self, y):
        """What the caller gets for the array y that holds the result."""
        if self._out is None or y is self._out:
            return y
        self._out[...] = y
        return self._out

    def cast(self, x, dtype):
        return x.astype(dtype)

    def conjugate(self, x):
        return x.conj()

    def conjugate_in_place(self, x):
        np.conjugate(x, out=x)

    def parts(self, x):
        """Real and imaginary parts along one more axis, the last; x itself of reals."""
        return x.view(x.real.dtype).reshape(*x.shape, 2) if x.dtype.kind == "c" else x

    def run(self, x, out, axes, lengths, last_axis, **request):
        """Transforms x into out; axes are numbers from 0."""
        if out is self._out and np.may_share_memory(x, out):
            x = x.copy()
        shape, loops, input_distance, output_distance = layout_of(
            x.shape, out.shape, axes, lengths, last_axis)
        _executors.run(x, out, device=self._device, shape=shape, loops=loops,
                       input_distance=input_distance, output_distance=output_distance,
                       **request)


def check_output(shape, dtype, wanted_shape, wanted_dtype):
    """Refuses an ``out`` that does not have the result's shape and type."""
    if tuple(shape) != tuple(wanted_shape) or dtype != wanted_dtype:
        raise ValueError(
            f"out has the shape {tuple(shape)} and type {dtype}, and the result "
            f"{tuple(wanted_shape)} and {np.dtype(wanted_dtype)}")
