# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays of CuPy, on its current stream."""

import cupy
import numpy as np

from ._device_arrays import DeviceArrays, View


class CupyArrays(DeviceArrays):
    copy_of_x = "x.copy()"

    def __init__(self, x, device, out):
        self._gpu = x.device.id
        super().__init__(f"cuda:{self._gpu}", device, out)

    @staticmethod
    def signature(x):
        """What a call's arrays and kernels follow from, beside its arguments."""
        return x.device.id, x.shape, x.strides, x.dtype

    @staticmethod
    def repeated(x, call):
        """A new array with what a RepeatedCall makes of x; None: x is not aligned."""
        address = x.data.ptr
        if address % call.load_bytes:
            return None
        with x.device:
            y = cupy.empty(call.shape, call.dtype)
            call.enqueue(cupy.cuda.get_current_stream().ptr, (address, 0, False),
                         (y.data.ptr, 0, False), _new_workspace)
        return y

    def _on_gpu(self):
        """Where CuPy's work for the call is done."""
        return cupy.cuda.Device(self._gpu)

    def _view(self, x):
        return View.of((x.data.ptr, 0, False), x.shape, x.strides, x.dtype)

    def _like_x(self, out):
        if not isinstance(out, cupy.ndarray):
            raise TypeError(f"out is a {type(out).__name__}, and x of CuPy; leave out "
                            "away, or give an array of CuPy")
        if out.device.id != self._gpu:
            raise ValueError(f"out is on GPU {out.device.id}, and x on GPU {self._gpu}")

    def _queue(self):
        with self._on_gpu():
            return cupy.cuda.get_current_stream().ptr

    def _new(self, shape, dtype):
        with self._on_gpu():
            return cupy.empty(shape, dtype)

    def _workspace(self, size):
        with self._on_gpu():
            return _new_workspace(size)

    def _padded(self, x, shape, kept):
        with self._on_gpu():
            padded = cupy.zeros(shape, x.dtype)
            padded[kept] = x
        return padded

    def copied(self, x):
        with self._on_gpu():
            return x.copy(order="C")

    def cast(self, x, dtype):
        with self._on_gpu():
            return x.astype(dtype, order="C")

    def conjugate(self, x):
        with self._on_gpu():
            return x.conj()

    def conjugate_in_place(self, x):
        with self._on_gpu():
            cupy.conjugate(x, out=x)
        self._runs.append(None)  # more than a transform

    def parts(self, x):
        if x.dtype.kind != "c":
            return x
        real = np.dtype(f"f{x.itemsize // 2}")
        return cupy.ndarray((*x.shape, 2), real, x.data, (*x.strides, real.itemsize))


def _new_workspace(size):
    """Memory of the current GPU, as the caller keeps it and as kernels find it."""
    memory = cupy.empty((size,), np.uint8)
    return memory, (memory.data.ptr, 0, False)
