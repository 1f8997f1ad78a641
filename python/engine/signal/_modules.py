# SPDX-License-Identifier: GPL-3.0-or-later
"""Arithmetic of arrays of NumPy, CuPy and PyTorch under one set of names."""

import numpy as np

from .._arrays import arrays_of


class NumpyModule:
    """What these functions take from a module of arrays; `xp` is NumPy, or CuPy, which has
    its names."""

    xp = np
    broadcasts = True
    most_calls = 8  #: of signals one by one; copying more of them with zeros behind is less

    def __init__(self, x=None):
        pass

    def array(self, x):
        """x as an array of the module."""
        return self.xp.asarray(x)

    def is_own(self, x):
        return not _is_of(x, "cupy", "torch", "pyopencl")

    def is_on_gpu(self, x):
        """Known to be; of NumPy's arrays the device is chosen later."""
        return False

    def dtype(self, x):
        return np.dtype(x.dtype)

    def constant(self, values):
        """An array of the host's numbers, where x is."""
        return self.xp.asarray(values)

    def zeros(self, shape, dtype):
        return self.xp.zeros(shape, dtype)

    def cast(self, x, dtype):
        return x.astype(dtype, copy=False)

    def joined(self, parts):
        """The arrays behind each other, along the last axis."""
        return self.xp.concatenate(parts, axis=-1)

    def with_zeros(self, x, before, behind):
        """x with so many zeros before and behind it, along the last axis."""
        ends = [self.zeros((*x.shape[:-1], n), self.dtype(x)) for n in (before, behind)]
        return self.joined([ends[0], x, ends[1]]) if before or behind else x

    def on_host(self, x):
        """The numbers of an array of any module, as one of NumPy."""
        if isinstance(x, np.ndarray):
            return x
        if hasattr(x, "get"):  # of CuPy and PyOpenCL
            return x.get()
        return np.asarray(x.detach().cpu().resolve_conj() if hasattr(x, "cpu") else x)

    def taken(self, x, places):
        """Elements of the last axis by their places."""
        return x[..., self.constant(places)]

    def copied(self, x):
        return x.copy()

    def flipped(self, x, axes):
        return self.xp.flip(x, axes)

    def moved(self, x, source, to):
        return self.xp.moveaxis(x, source, to)

    def contiguous(self, x):
        return self.xp.ascontiguousarray(x)

    def frames(self, x, length, hop, count):
        """Windows of the last axis, as a view: (..., count, length)."""
        step = x.strides[-1]
        return self.xp.lib.stride_tricks.as_strided(
            x, (*x.shape[:-1], count, length), (*x.strides[:-1], hop * step, step))

    def conjugate(self, x):
        return x.conj()

    def median(self, x):
        """Along the last axis."""
        return self.xp.median(x, axis=-1)

    def unwrapped(self, x, axis):
        return self.xp.unwrap(x, axis=axis)

    def mean(self, x, keeps=False):
        """Along the last axis."""
        return x.mean(axis=-1, keepdims=keeps)

    def minimum(self, x):
        """Along the last axis."""
        return x.min(axis=-1)

    def maximum(self, x):
        """Along the last axis."""
        return x.max(axis=-1)

    def angle(self, x):
        return self.xp.angle(x)

    def rounded(self, x):
        return self.xp.around(x)


class CupyModule(NumpyModule):
    def __init__(self, x=None):
        import cupy

        self.xp = cupy

    def is_own(self, x):
        return isinstance(x, self.xp.ndarray)

    def is_on_gpu(self, x):
        return True


class TorchModule(NumpyModule):
    def __init__(self, x=None):
        import torch

        self.xp = torch
        self._device = x.device

    def _type(self, dtype):
        return getattr(self.xp, np.dtype(dtype).name)

    def array(self, x):
        if not self.is_own(x):
            x = self.constant(x)
        return x.resolve_conj().resolve_neg()

    def is_own(self, x):
        return isinstance(x, self.xp.Tensor)

    def is_on_gpu(self, x):
        return x.is_cuda

    def dtype(self, x):
        from .._torch_arrays import numpy_type

        return numpy_type(x.dtype)

    def constant(self, values):
        return self.xp.from_numpy(np.array(values)).to(self._device)

    def zeros(self, shape, dtype):
        return self.xp.zeros(tuple(shape), dtype=self._type(dtype), device=self._device)

    def cast(self, x, dtype):
        return x.to(self._type(dtype))

    def joined(self, parts):
        return self.xp.cat(parts, dim=-1)

    def moved(self, x, source, to):
        return self.xp.movedim(x, source, to)

    def contiguous(self, x):
        return x.contiguous()

    def frames(self, x, length, hop, count):
        step = x.stride()[-1]
        return x.as_strided((*x.shape[:-1], count, length),
                            (*x.stride()[:-1], hop * step, step))

    def conjugate(self, x):
        return x.conj_physical()

    def median(self, x):
        ordered, count = x.sort(dim=-1).values, x.shape[-1]
        return (ordered[..., (count - 1) // 2] + ordered[..., count // 2]) / 2

    def unwrapped(self, x, axis):
        x = x.movedim(axis, -1)
        steps = x.diff(dim=-1)
        turns = self.xp.round(steps / (2 * np.pi))
        # A step of half a turn stays as it is, as in NumPy.
        turns = self.xp.where(steps.abs() <= np.pi, self.xp.zeros_like(turns), turns)
        y = x.clone()
        y[..., 1:] -= 2 * np.pi * turns.cumsum(dim=-1)
        return y.movedim(-1, axis)

    def mean(self, x, keeps=False):
        return x.mean(dim=-1, keepdim=keeps)

    def minimum(self, x):
        return x.amin(dim=-1)

    def maximum(self, x):
        return x.amax(dim=-1)

    def copied(self, x):
        return x.clone()

    def rounded(self, x):
        return x.round()


class PyopenclModule(NumpyModule):
    """What is needed around a call of the engine; other arithmetic PyOpenCL does not have."""

    broadcasts = False
    most_calls = 1  # others would begin where kernels cannot store

    def __init__(self, x):
        import pyopencl.array

        self.xp = pyopencl.array
        self._arrays = arrays_of(x, None)

    def array(self, x):
        return x

    def is_own(self, x):
        return isinstance(x, self.xp.Array)

    def constant(self, values):
        return self.xp.to_device(self._arrays._at, np.ascontiguousarray(values))

    def zeros(self, shape, dtype):
        return self.xp.zeros(self._arrays._at, tuple(shape), np.dtype(dtype))

    def cast(self, x, dtype):
        return x if x.dtype == dtype else self._arrays.cast(self.contiguous(x), dtype)

    def with_zeros(self, x, before, behind):
        return self._arrays.with_zeros(x, before, behind)

    def moved(self, x, source, to):
        order = list(range(x.ndim))
        order.insert(to % x.ndim, order.pop(source % x.ndim))
        return x.transpose(tuple(order))

    def contiguous(self, x):
        return x if x.flags.c_contiguous else self._arrays.copied(x)


_MODULES = {"cupy": CupyModule, "torch": TorchModule}


def _is_of(x, *names):
    return type(x).__module__.partition(".")[0] in names


def module_of(*arrays, of_engine=False):
    """The module of these arrays, which is one.

    of_engine: what follows is a call of the engine, so that PyOpenCL's arrays do as well
    """
    first = arrays[0]
    if _is_of(first, "pyopencl"):
        if not of_engine:
            raise TypeError("arrays of PyOpenCL are not taken by these functions, since its "
                            "arithmetic is of whole contiguous arrays; give NumPy's "
                            "(x.get()), CuPy's or PyTorch's")
        return PyopenclModule(first)
    made = _MODULES.get(type(first).__module__.partition(".")[0], NumpyModule)(first)
    for other in arrays[1:]:
        if not made.is_own(other):
            raise TypeError(f"arrays are of different modules, {type(first).__name__} and "
                            f"{type(other).__name__}; move one of them")
    return made
