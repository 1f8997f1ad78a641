# SPDX-License-Identifier: GPL-3.0-or-later
"""The engine's executors: asked for by what they compute, and where."""

import ctypes
import functools
import os
from math import prod
from typing import NamedTuple

from . import _engine
from .executor_cache import ExecutorCache


class ForkedError(RuntimeError):
    """This process was forked from one that had loaded drivers: they do not work here."""


class Request(NamedTuple):
    """The arguments of _engine.executor: two calls that ask the same share one."""

    kind: str
    shape: tuple
    loops: tuple
    input_distance: int
    output_distance: int
    inverse: bool
    scale: float
    precision: str
    real_input: bool
    orthogonalize: bool
    device: str
    window: bytes = b""  # a float64 for each point of a row
    taps_per_branch: int = 1
    input_rotation: int = 0
    convolved: tuple = None  # (first, count, step) of its outputs
    spectrum: bytes = b""  # a complex128 for each bin, where it is convolved

    @property
    def row_bytes(self):
        """Of a row's input and output. What an executor keeps on the device grows with
        them; both are counted as complex."""
        number_bytes = 16 if self.precision == "float64" else 8
        return (self.input_distance + self.output_distance) * number_bytes

    @property
    def kept_bytes(self):
        """That an executor keeps once it has run, about and at most but for long rows.

        Measured on a CPU device: 27 to 40 MiB of real transforms, whose batches are
        copied; complex ones work in the caller's arrays.
        """
        least = 2 << 20 if self.kind == "c2c" and not self.real_input else 40 << 20
        return max(least, self.row_bytes)


_MOST_BYTES = 512 << 20  # that kept executors may take, about


class DeviceRequest(NamedTuple):
    """The arguments of _engine.device_executor, for arrays on a device."""

    asked: Request  # its device: "cuda:0", or "" with the next two
    context: object  # PyOpenCL's, which is kept as long as the executor
    device: object
    rows: int

    @property
    def kept_bytes(self):
        """Tables, mostly; workspaces are the callers'."""
        return 2 << 20


def _make(request):
    expect_drivers()
    if isinstance(request, DeviceRequest):
        return _make_on_device(request)
    if request.precision == "float64":
        device = _engine.choose_device(request.device)
        if not device["has_float64"]:
            raise RuntimeError(
                f"x is computed in double precision, which {device['name']} "
                f"({device['product']}) does not have; pass x as float32 or complex64, "
                "or name a device that has it (Device.has_float64 of devices())")
    return _engine.executor(**request._asdict())


def _make_on_device(request):
    arguments = request.asked._asdict()
    if request.context is not None:
        arguments["device"] = ""
        arguments["opencl"] = request.context.int_ptr, request.device.int_ptr
    return _engine.device_executor(rows=request.rows, **arguments)


def _fresh_cache():
    # Compiled kernels, and memory for a few batches in flight, which is all but nothing
    # where kernels work in the caller's arrays.
    return ExecutorCache(_make, capacity=256, size_of=lambda request: request.kept_bytes,
                         capacity_bytes=_MOST_BYTES)


_cache = _fresh_cache()
_drivers_are_loaded = False
_is_orphan = False


def _after_fork():
    # Drivers' threads do not exist in the child, which would wait for them forever.
    global _cache, _is_orphan
    _is_orphan = _is_orphan or _drivers_are_loaded
    # The old cache's lock may be held by a thread left behind. It is never freed: that
    # would free memory of the device, at which NVIDIA's driver crashes the child.
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(_cache))
    _cache = _fresh_cache()


os.register_at_fork(after_in_child=_after_fork)


def expect_drivers():
    """To be called before anything that loads drivers into this process."""
    global _drivers_are_loaded
    check_process()
    _drivers_are_loaded = True


def check_process():
    """Raises ForkedError where drivers cannot work in this process."""
    if _is_orphan or _engine.is_orphan():
        raise ForkedError(
            "this process was forked from one that had used a device, and drivers do "
            "not work on both sides of a fork; start processes by "
            'multiprocessing.get_context("spawn"), or use devices in the children alone')


_also_cleared = []


def clear_with_cache(clear):
    """clear() is called by clear_cache(), for what other modules keep."""
    _also_cleared.append(clear)


def clear_cache():
    """Gives back the memory that the functions keep for their next calls.

    That is the compiled kernels of the transforms that were used last, and memory for
    their batches. Calls that are under way go on; the next ones load their kernels from
    the cache on disk.
    """
    _cache.clear()
    for clear in _also_cleared:
        clear()


def run(x, out, rows=None, **request):
    """Transforms x into out; ``device`` as the functions take it.

    ``rows``: how many, where rows of x overlap; else as many as there are.
    """
    request["device"] = _device_in_force(request["device"])
    key = Request(**request)
    executor = _cache.get(key)
    try:
        executor.run(x, out, *(() if rows is None else (rows,)))
    except RuntimeError:
        # Its kernels may have failed after it was made. Another one may do better.
        _cache.drop(key)
        raise


_FEWEST_ROWS = 1 << 20  # that executors for arrays on devices are made for
_MOST_ELEMENTS = 1 << 31  # of as many rows: kernels count groups of work-items in 32 bits


def enqueue(queue, source, result, rows, context=(None, None), make_workspace=None,
            **request):
    """Queues a transform of arrays on a device on ``queue``, the caller's.

    source, result: (address or cl_mem, bytes into it, is a cl_mem).
    make_workspace(bytes): memory of the device that stays until the queue is done with
    it, as (what keeps it, a place like these).
    """
    enqueue_kept(key_on_device(rows, context, request), queue, source, result, rows,
                 make_workspace)


def key_on_device(rows, context, request):
    """What the cache knows the executor of such a call by."""
    # Neither contexts nor large values are kept for the sake of their keys.
    is_small = context[0] is None and not request.get("window") and not request.get("spectrum")
    make_key = _key_of if is_small else _key_of.__wrapped__
    return make_key(context, rows, **request)


def enqueue_kept(key, queue, source, result, rows, make_workspace):
    """enqueue() with the executor of a key, made now where it is not kept any more."""
    executor = _cache.get(key)
    bytes_between = executor.workspace_bytes(rows)
    if bytes_between == 0:
        executor.enqueue(queue, source, result, rows)
        return
    _keeper, place = make_workspace(bytes_between)
    executor.enqueue(queue, source, result, rows, place, bytes_between)


@functools.lru_cache(maxsize=512)
def _key_of(context, rows, **request):
    return DeviceRequest(Request(**request), *context, _rows_for(rows, request))


def _rows_for(rows, request):
    """Rows that the executor is made for: the same for nearly all calls."""
    axes = (*request["shape"], *request["loops"])
    reached = 1 + sum((entry[0] - 1) * entry[2] for entry in axes)
    if request.get("convolved"):
        reached = request["convolved"][1]  # outputs of a row, which lie behind each other
    if request["output_distance"] < reached:  # rows between each other: no more than these
        return rows
    points = prod(entry[0] for entry in axes)
    most = max(1, min(_FEWEST_ROWS, _MOST_ELEMENTS // points))
    return most if rows <= most else 1 << (rows - 1).bit_length()




def _device_in_force(device):
    """The device's name, "auto" resolved as far as the environment resolves it.

    An executor is kept by this name, and $GPUFFT_DEVICE may change between calls.
    """
    if device is None or device in ("", "auto"):
        device = os.environ.get("GPUFFT_DEVICE") or "auto"
    is_text = isinstance(device, str)
    if not is_text or not _is_utf8(device):
        raise (ValueError if is_text else TypeError)(
            'device must be a name that gpufft.devices() has, such as '
            f'"opencl:0", or "auto", got {device!r}')
    return device


def _is_utf8(text):
    """False for what the engine takes no name of: zeros, half a surrogate pair."""
    try:
        return b"\0" not in text.encode()
    except UnicodeEncodeError:
        return False
