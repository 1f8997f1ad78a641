# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays of modules that are not known here, on a GPU, with CuPy for what takes others."""

import contextlib

import cupy

from ._cupy_arrays import CupyArrays
from ._device_arrays import View
from ._interface_arrays import interface_of, stream_of


class InterfaceByCupy(CupyArrays):
    """Calls in CuPy's arrays of the same memory, on the stream that the array is on."""

    def __init__(self, x, device, out):
        given = interface_of(x)
        result = None if out is None else interface_of(out, "out", is_written=True)
        self._stream = stream_of(given, result)
        self._module = type(x).__module__.partition(".")[0]
        self._given = out
        x = _in_cupy(given)
        super().__init__(x, device, None if result is None else _in_cupy(result))

    def _on_gpu(self):
        both = contextlib.ExitStack()
        both.enter_context(cupy.cuda.Device(self._gpu))
        both.enter_context(cupy.cuda.ExternalStream(self._stream))
        return both

    def _queue(self):
        return self._stream

    def floats(self, x):
        return super().floats(_in_cupy(interface_of(x)))

    def output(self, shape, dtype):
        if self._given is None:
            raise TypeError(
                f"x is of {self._module}, which is not known to make arrays of "
                f"{tuple(shape)} {dtype}; give one as out, or x as an array of CuPy "
                "(cupy.asarray(x))")
        return super().output(shape, dtype)

    def result(self, y):
        return self._given


def _in_cupy(of):
    """CuPy's array of the memory of an Interface, which nothing waits for."""
    if 0 in of.shape:
        return cupy.empty(of.shape, of.dtype)
    view = View.of((of.address, 0, False), of.shape, of.strides, of.dtype)
    steps = tuple(step * of.dtype.itemsize for step in view.strides)
    reached = of.dtype.itemsize + sum(
        (n - 1) * abs(step) for n, step in zip(of.shape, steps) if n)
    memory = cupy.cuda.UnownedMemory(of.address, reached, of)
    return cupy.ndarray(of.shape, of.dtype, cupy.cuda.MemoryPointer(memory, 0), steps)
