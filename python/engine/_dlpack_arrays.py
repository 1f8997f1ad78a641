# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays that tell where they are by DLPack alone."""

import numpy as np

from . import _engine
from ._interface_arrays import Interface, arrays_of_interface
from ._numpy_arrays import NumpyArrays

_CPU, _CUDA, _CUDA_HOST, _CUDA_MANAGED = 1, 2, 3, 13
_OF_HOST = (_CPU, _CUDA_HOST)
_OF_GPU = (_CUDA, _CUDA_MANAGED)
_KINDS = {0: "i", 1: "u", 2: "f", 5: "c"}
_BOOL = 6
_LEGACY_DEFAULT_STREAM = 1


def arrays_of_dlpack(x, device, out):
    """What does the transforms of such an array, by the device that it is on."""
    type_of_device, number = x.__dlpack_device__()
    if type_of_device in _OF_HOST:
        return HostDlpackArrays(x, device, out)
    if type_of_device in _OF_GPU:
        return _on_gpu(x, int(number), device, out)
    raise TypeError(f"x is on a device of DLPack's type {int(type_of_device)}, where nothing "
                    "is computed; move it to the host or to a GPU of CUDA")


def tensor_of(x, name="x"):
    """The Interface of what DLPack says of x; its memory stays while that is kept."""
    if not hasattr(x, "__dlpack__"):
        raise TypeError(f"{name} is a {type(x).__name__}; give an array with DLPack, as x "
                        "has")
    is_on_gpu = x.__dlpack_device__()[0] in _OF_GPU
    # What was queued for it elsewhere comes before what that stream gets.
    capsule = x.__dlpack__(stream=_LEGACY_DEFAULT_STREAM) if is_on_gpu else x.__dlpack__()
    address, shape, strides, code, bits, lanes = _engine.dlpack_tensor(capsule)
    if lanes != 1 or code not in (*_KINDS, _BOOL) or bits % 8:
        raise TypeError(f"{name} is of a type that is not computed (DLPack's code {code} of "
                        f"{bits} bits); convert it to float32")
    dtype = np.dtype(bool) if code == _BOOL else np.dtype(f"{_KINDS[code]}{bits // 8}")
    if strides is not None:
        strides = tuple(step * dtype.itemsize for step in strides)
    return Interface(address, tuple(shape), strides, dtype, _LEGACY_DEFAULT_STREAM, capsule)


class _InHostMemory:
    """What NumPy makes an array of the same memory of."""

    def __init__(self, of):
        self._of = of
        self.__array_interface__ = {
            "version": 3, "data": (of.address, False), "shape": of.shape,
            "strides": of.strides, "typestr": of.dtype.str}


class HostDlpackArrays(NumpyArrays):
    """Arrays in memory of the host, as NumPy's arrays of the same memory."""

    def __init__(self, x, device, out):
        given = None if out is None else np.asarray(_InHostMemory(tensor_of(out, "out")))
        super().__init__(device, given)
        self._given = out
        self._namespace = getattr(x, "__array_namespace__", None)
        if out is None and self._namespace is None:
            raise TypeError(f"x is a {type(x).__name__}, whose module is not known to make "
                            "arrays; give one as out")

    def as_given(self, x):
        return x

    def floats(self, x):
        return super().floats(np.asarray(_InHostMemory(tensor_of(x))))

    def result(self, y):
        if self._given is None:
            return self._namespace().from_dlpack(y)
        super().result(y)
        return self._given


def _on_gpu(x, number, device, out):
    """As an array with the interface of CUDA, on the default stream, which is all that DLPack
    knows to name."""
    told = None if out is None else tensor_of(out, "out")
    arrays = arrays_of_interface(tensor_of(x), device or f"cuda:{number}", told)
    return _Dlpack(arrays, type(x).__module__.partition(".")[0], out)


class _Dlpack:
    """Takes the caller's arrays for those, and gives them back."""

    def __init__(self, arrays, module, out):
        self._arrays, self._out = arrays, out
        arrays._module = module

    def __getattr__(self, name):
        return getattr(self._arrays, name)

    def floats(self, x):
        return self._arrays.floats(tensor_of(x))

    def result(self, y):
        return self._out
