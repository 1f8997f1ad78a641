# SPDX-License-Identifier: GPL-3.0-or-later
"""Tensors of PyTorch, on its current stream, or in memory of the host."""

import numpy as np
import torch

from ._device_arrays import DeviceArrays, View
from ._numpy_arrays import NumpyArrays


def arrays_of_torch(x, device, out):
    """What does the transforms of a tensor, by the device that it is on."""
    if out is not None:
        _check_tensor(out, "out")
        if out.device != x.device:
            raise ValueError(f"out is on {out.device}, and x on {x.device}")
    _check_tensor(x, "x")
    if x.device.type == "cpu":
        return HostTensors(device, out)
    if x.device.type == "cuda":
        return TorchArrays(x, device, out)
    raise TypeError(f"x is on {x.device}, where nothing is computed; move it to cuda or cpu")


def _check_tensor(x, name):
    if not isinstance(x, torch.Tensor):
        raise TypeError(f"{name} is a {type(x).__name__}, and x of PyTorch; give a tensor")
    if x.layout != torch.strided:
        raise TypeError(f"{name} is {x.layout}; give a dense tensor: {name}.to_dense()")
    if x.requires_grad and torch.is_grad_enabled():
        raise TypeError(f"{name} requires its gradient, which is not computed here; give "
                        f"{name}.detach(), or call under torch.no_grad()")


def numpy_type(dtype):
    """NumPy's type for one of PyTorch's."""
    if dtype == torch.complex32:
        return np.dtype(np.complex64)
    try:
        return np.dtype(str(dtype).partition(".")[2])
    except TypeError:
        raise TypeError(f"x is {dtype}, which is not computed; convert it to "
                        "torch.float32") from None


def torch_type(dtype):
    return getattr(torch, np.dtype(dtype).name)


def resolved(x):
    """x with its numbers in memory as they are: PyTorch conjugates, and negates, later."""
    return x.resolve_conj().resolve_neg()


class HostTensors(NumpyArrays):
    """Tensors in memory of the host, as NumPy's arrays of the same memory."""

    def __init__(self, device, out):
        super().__init__(device, None if out is None else out.detach().numpy())
        self._tensor = out

    def as_given(self, x):
        return x

    def floats(self, x):
        dtype = numpy_type(x.dtype)
        x = resolved(x.detach())
        if torch_type(dtype) != x.dtype:
            x = x.to(torch_type(dtype))
        return super().floats(x.numpy())

    def result(self, y):
        if self._tensor is None:
            return torch.from_numpy(y)
        super().result(y)
        return self._tensor


class TorchArrays(DeviceArrays):
    copy_of_x = "x.contiguous()"

    def __init__(self, x, device, out):
        self._gpu = x.device
        super().__init__(f"cuda:{self._gpu.index}", device, out)

    def floats(self, x):
        x = super().floats(resolved(x.detach()))
        if x.dtype == torch.complex32:
            return x.to(torch.complex64)
        return x

    def dtype(self, x):
        return numpy_type(x.dtype)

    def _view(self, x):
        return View((x.data_ptr(), 0, False), tuple(x.shape), x.stride(), self.dtype(x))

    def _like_x(self, out):
        if out.is_conj() or out.is_neg():
            raise ValueError("out is a view that conjugates or negates; give a tensor of "
                             "its own")

    def _queue(self):
        return torch.cuda.current_stream(self._gpu).cuda_stream

    def _new(self, shape, dtype):
        return torch.empty(shape, dtype=torch_type(dtype), device=self._gpu)

    def _workspace(self, size):
        memory = torch.empty(size, dtype=torch.uint8, device=self._gpu)
        return memory, (memory.data_ptr(), 0, False)

    def _padded(self, x, shape, kept):
        padded = torch.zeros(shape, dtype=x.dtype, device=self._gpu)
        padded[kept] = x
        return padded

    def copied(self, x):
        return x.clone(memory_format=torch.contiguous_format)

    def cast(self, x, dtype):
        return x.to(torch_type(dtype), memory_format=torch.contiguous_format)

    def conjugate(self, x):
        return x.conj_physical()

    def conjugate_in_place(self, x):
        x.conj_physical_()

    def parts(self, x):
        return torch.view_as_real(x) if x.is_complex() else x
