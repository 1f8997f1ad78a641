# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays in memory of the tests' CUDA driver, and modules that make them.

The driver (tests/device/cuda/fake_libcuda.cc) interprets kernels, and its memory can be
read where it lies. `cupy` has as much of CuPy as the functions use, and of its rules: an
array knows its GPU, and a stream is current on a thread.
"""

import contextlib
import ctypes
import sys
import threading
import types
import unittest
import weakref

import numpy as np

_driver = ctypes.CDLL("libcuda.so.1")


def run_tests():
    """unittest.main() in a thread of its own. The C library gives other threads memory far
    above the low addresses that the driver's kernels take for their own, shared memory."""
    codes = []

    def run():
        begin()
        codes.append(not unittest.main(exit=False).result.wasSuccessful())

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    sys.exit(codes.pop() if codes else 1)


def call(name, *arguments):
    status = getattr(_driver, name)(*arguments)
    if status:
        raise RuntimeError(f"{name}: {status}")


def fail(name, nth):
    """Has the nth call of the driver's function from now on fail."""
    _driver.fake_cuda_fail(name.encode(), nth)


def begin():
    """Makes the primary context current on this thread, as modules of arrays do."""
    context = ctypes.c_void_p()
    call("cuInit", 0)
    call("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
    call("cuCtxPushCurrent_v2", context)


def make_stream():
    stream = ctypes.c_void_p()
    call("cuStreamCreate", ctypes.byref(stream), 1)
    return stream.value


def memory(size):
    """(address, NumPy's array of bytes there), freed with the array."""
    address = ctypes.c_uint64()
    call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(max(size, 1)))
    view = np.frombuffer((ctypes.c_char * size).from_address(address.value), np.uint8)
    weakref.finalize(view.base, _driver.cuMemFree_v2, address)
    return address.value, view


def host_array(shape, dtype):
    """NumPy's array of a new piece of the GPU's memory."""
    dtype = np.dtype(dtype)
    size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    return memory(size)[1].view(dtype).reshape(shape)


class Array:
    """An array with __cuda_array_interface__, of a module that nobody knows."""

    def __init__(self, host, stream=None, read_only=False):
        self.host = host
        self.__cuda_array_interface__ = {
            "version": 3, "shape": host.shape, "typestr": host.dtype.str,
            "data": (host.ctypes.data, read_only), "stream": stream,
            "strides": None if host.flags.c_contiguous else host.strides}


class _Tensor(ctypes.Structure):
    """DLManagedTensor of DLPack."""

    _fields_ = [
        ("data", ctypes.c_void_p), ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32), ("rank", ctypes.c_int32), ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16), ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p), ("byte_offset", ctypes.c_uint64),
        ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


class DlpackArray:
    """An array on the GPU that has DLPack alone."""

    streams_asked = []
    _CODES = {"i": 0, "u": 1, "f": 2, "c": 5}

    def __init__(self, host):
        self.host = host

    def __dlpack_device__(self):
        return 2, 0

    def __dlpack__(self, stream=None):
        self.streams_asked.append(stream)
        rank, size = self.host.ndim, self.host.itemsize
        row = ctypes.c_int64 * rank
        self._shape = row(*self.host.shape)
        self._strides = row(*(step // size for step in self.host.strides))
        self._tensor = _Tensor(
            self.host.ctypes.data, 2, 0, rank, self._CODES[self.host.dtype.kind], 8 * size, 1,
            ctypes.addressof(self._shape), ctypes.addressof(self._strides), 0, None, None)
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p,
                                                       ctypes.c_void_p]
        return new(ctypes.addressof(self._tensor), b"dltensor", None)


def to_gpu(x):
    host = host_array(x.shape, x.dtype)
    host[...] = x
    return host


class _Current:
    device, stream = 0, 0
    streams_asked = []  # as tests want to know


class _UnownedMemory:
    def __init__(self, ptr, size, owner):
        self.ptr, self.size, self.owner = ptr, size, owner


class _MemoryPointer:
    def __init__(self, memory, offset):
        self.ptr, self.memory = memory.ptr + offset, memory


class _Device:
    def __init__(self, number):
        self.id = number

    def __enter__(self):
        self._before, _Current.device = _Current.device, self.id

    def __exit__(self, *_):
        _Current.device = self._before


class ndarray:
    """An array of CuPy; `host` is NumPy's of the same memory."""

    def __init__(self, shape, dtype=float, memptr=None, strides=None):
        if memptr is None:
            self.host = host_array(shape, dtype)
        else:
            self.host = np.lib.stride_tricks.as_strided(_from(memptr.ptr, dtype), shape,
                                                        strides)
        self.memory = memptr.memory if memptr else self.host
        self.device = _Device(_Current.device)

    @classmethod
    def of(cls, host):
        made = cls.__new__(cls)
        made.host = made.memory = host
        made.device = _Device(0)
        return made

    @property
    def data(self):
        return types.SimpleNamespace(ptr=self.host.ctypes.data, memory=self.memory)

    def __getitem__(self, index):
        return ndarray.of(self.host[index])

    def __setitem__(self, index, value):
        self.host[index] = value.host if isinstance(value, ndarray) else value

    def __imul__(self, factor):
        self.host *= factor
        return self

    def __iter__(self):
        return map(ndarray.of, self.host)

    def reshape(self, *shape):
        return ndarray.of(self.host.reshape(*shape))

    @property
    def T(self):
        return ndarray.of(self.host.T)

    def copy(self, order="C"):
        return ndarray.of(to_gpu(np.array(self.host, order=order)))

    def astype(self, dtype, order="K"):
        return ndarray.of(to_gpu(self.host.astype(dtype, order=order)))

    def conj(self):
        return ndarray.of(to_gpu(self.host.conj()))

    def get(self):
        return self.host.copy()


for _name in "shape ndim dtype strides size itemsize".split():
    setattr(ndarray, _name, property(lambda self, name=_name: getattr(self.host, name)))
ndarray.__module__ = "cupy"


def _from(address, dtype):
    dtype = np.dtype(dtype)
    return np.frombuffer((ctypes.c_char * dtype.itemsize).from_address(address), dtype)


def _current_stream():
    _Current.streams_asked.append(_Current.stream)
    return types.SimpleNamespace(ptr=_Current.stream)


@contextlib.contextmanager
def current(stream):
    """What `with cupy.cuda.Stream():` does."""
    before, _Current.stream = _Current.stream, stream
    try:
        yield
    finally:
        _Current.stream = before


def _conjugate(x, out):
    np.conjugate(x.host, out=out.host)


cupy = types.ModuleType("cupy")
cupy.ndarray = ndarray
cupy.empty = lambda shape, dtype: ndarray(shape, dtype)
cupy.zeros = lambda shape, dtype: ndarray.of(to_gpu(np.zeros(shape, dtype)))
cupy.asarray = lambda x: ndarray.of(to_gpu(np.asarray(x)))
cupy.conjugate = _conjugate
cupy.cuda = types.SimpleNamespace(
    Device=_Device, ExternalStream=lambda stream: current(stream),
    get_current_stream=_current_stream, MemoryPointer=_MemoryPointer,
    UnownedMemory=_UnownedMemory)
