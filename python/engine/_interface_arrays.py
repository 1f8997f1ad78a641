# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays that tell where they are by __cuda_array_interface__, of modules not known here."""

from typing import NamedTuple

import numpy as np

from ._arguments import check_device_type
from ._device_arrays import DeviceArrays, View

_LEGACY_DEFAULT_STREAM = 1


class Interface(NamedTuple):
    """An array in memory of a GPU; strides are in bytes, None: C-contiguous."""

    address: int
    shape: tuple
    strides: object
    dtype: np.dtype
    stream: object = None  # as a number; None: nothing need be waited for
    keeper: object = None  # keeps the memory

    @property
    def ndim(self):
        return len(self.shape)

    def __getitem__(self, kept):
        """The first of the elements along each axis: slices from 0 on."""
        shape = tuple(min(n, part.stop) for n, part in zip(self.shape, kept))
        strides = View.of((0, 0, False), self.shape, self.strides, self.dtype).strides
        return self._replace(
            shape=shape, strides=tuple(step * self.dtype.itemsize for step in strides))


def interface_of(x, name="x", is_written=False):
    """The Interface of an object with __cuda_array_interface__; itself of an Interface."""
    if isinstance(x, Interface):
        return x
    if not hasattr(x, "__cuda_array_interface__"):
        raise TypeError(f"{name} is a {type(x).__name__}; give an array with "
                        "__cuda_array_interface__")
    said = x.__cuda_array_interface__
    if said.get("mask") is not None:
        raise TypeError(f"{name} has a mask, which transforms cannot heed")
    address, is_read_only = said["data"]
    if is_written and is_read_only:
        raise ValueError(f"{name} is read-only")
    if said.get("stream") == 0:
        raise ValueError(f"{name} says stream 0, which the interface leaves without "
                         "meaning; 1 is the default stream")
    dtype = np.dtype(said["typestr"])
    check_device_type(dtype, name)
    return Interface(address or 0, tuple(said["shape"]), said.get("strides"), dtype,
                     said.get("stream"), x)


def stream_of(x, out):
    """The stream that these are on, of which they may say different things."""
    said = {each.stream for each in (x, out) if each and each.stream is not None}
    if len(said) > 1:
        raise ValueError(f"x is on stream {x.stream}, and out on {out.stream}; give both on "
                         "one")
    return said.pop() if said else _LEGACY_DEFAULT_STREAM


def arrays_of_interface(x, device, out):
    """What does the transforms of such an array: with CuPy where that is installed."""
    try:
        from ._interface_by_cupy import InterfaceByCupy
    except ImportError:
        return InterfaceArrays(x, device, out)
    return InterfaceByCupy(x, device, out)


class InterfaceArrays(DeviceArrays):
    """Such an array is read, and one that is given as out written.

    Whatever would take another array is refused: there is nothing to make it with.
    """

    copy_of_x = "a contiguous copy of x"

    def __init__(self, x, device, out):
        self._module = type(x).__module__.partition(".")[0]
        given = None if out is None else interface_of(out, "out", is_written=True)
        super().__init__(_gpu_named(device), device, given)
        self._given = out

    def floats(self, x):
        x = interface_of(x)
        self._stream = stream_of(x, self._out)
        return super().floats(x)

    def result(self, y):
        return self._given

    def _view(self, x):
        return View.of((x.address, 0, False), x.shape, x.strides, x.dtype)

    def _like_x(self, out):
        pass  # the driver knows whether it is memory of this GPU

    def _queue(self):
        return self._stream

    def _new(self, shape, dtype):
        raise TypeError(
            f"x is of {self._module}, which is not known to make arrays of {tuple(shape)} "
            f"{np.dtype(dtype)}; give one as out, or x as an array of CuPy or PyTorch, "
            "or install CuPy")

    def _workspace(self, size):
        return self._new((size,), np.uint8)

    def _other_array(self, *_):
        raise TypeError(
            f"x is of {self._module}, which is not known to make arrays, and this call "
            "needs another (to pad, convert or conjugate x); install CuPy, or give x "
            "as an array of PyTorch")

    _padded = copied = cast = conjugate = conjugate_in_place = _other_array

    def parts(self, x):
        if x.dtype.kind != "c":
            return x
        real = np.dtype(f"f{x.dtype.itemsize // 2}")
        steps = View.of((0, 0, False), x.shape, x.strides, x.dtype).strides
        return x._replace(dtype=real, shape=(*x.shape, 2), strides=(
            *(step * x.dtype.itemsize for step in steps), real.itemsize))


def _gpu_named(device):
    """The GPU that an array without the number of one is on: as it is said, else the first."""
    return device if isinstance(device, str) and device.startswith("cuda:") else "cuda:0"
