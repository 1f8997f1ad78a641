# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays of PyOpenCL, on their queue.

PyOpenCL's kernels go over contiguous arrays alone. What takes others is done by the engine:
a transform of one point is a copy from any strides to any strides.
"""

import numpy as np
import pyopencl as cl
import pyopencl.array

from ._arguments import precision_of
from ._device_arrays import DeviceArrays, View


class PyopenclArrays(DeviceArrays):
    copy_of_x = "an array that is contiguous"

    def __init__(self, x, device, out):
        if not isinstance(x, cl.array.Array):
            raise TypeError(f"x is a {type(x).__name__}; give a pyopencl.array.Array")
        self._at = x.queue or (out.queue if isinstance(out, cl.array.Array) else None)
        if self._at is None:
            raise ValueError("x has no queue; give x.with_queue(queue)")
        self._context = self._at.context, self._at.device
        super().__init__(self._at.device.name.strip(), device, out)
        self._device_name = ""  # the executor is made for the context
        if out is not None:
            self._like_x(out)

    def _view(self, x):
        memory = x.base_data
        if x.size and not isinstance(memory, cl.MemoryObjectHolder):
            raise TypeError(f"an array is in a {type(memory).__name__}; give arrays in "
                            "buffers")
        place = (memory.int_ptr if x.size else 0, x.offset, True)
        return View.of(place, x.shape, x.strides, x.dtype)

    def _like_x(self, out):
        if not isinstance(out, cl.array.Array):
            raise TypeError(f"out is a {type(out).__name__}, and x of PyOpenCL; leave out "
                            "away, or give a pyopencl.array.Array")
        if out.context != self._at.context:
            raise ValueError("out is of another context than x's queue")

    def _is_usable(self, view):
        step = self._at.device.mem_base_addr_align // 8
        return view.steps_forward and view.place[1] % step == 0

    def _queue(self):
        return self._at.int_ptr

    def _new(self, shape, dtype):
        return cl.array.empty(self._at, tuple(shape), dtype)

    def _workspace(self, size):
        memory = cl.Buffer(self._at.context, cl.mem_flags.READ_WRITE, size)
        return memory, (memory.int_ptr, 0, True)

    def run(self, x, out, axes, lengths, last_axis, **request):
        self._wait_for(x, out)
        super().run(x, out, axes, lengths, last_axis, **request)
        out.add_event(cl.enqueue_marker(self._at))

    def run_rows(self, x, out, rows, request):
        self._wait_for(x, out)
        super().run_rows(x, out, rows, request)
        out.add_event(cl.enqueue_marker(self._at))

    def _wait_for(self, *arrays):
        """What other queues do with the arrays comes before what is queued next."""
        events = [event for x in arrays for event in x.events]
        if events:
            cl.enqueue_barrier(self._at, wait_for=events)

    def _padded(self, x, shape, kept):
        padded = cl.array.zeros(self._at, shape, x.dtype)
        if x.size:
            self._copy(x, padded[kept])
        return padded

    def with_zeros(self, x, before, behind):
        """x with so many zeros before and behind it, along the last axis."""
        x = x if _pitch(x) else self.copied(x)
        *outer, points = x.shape
        made = cl.array.zeros(self._at, (*outer, before + points + behind), x.dtype)
        self._copy_lines(x, made, before)
        return made

    def copied(self, x):
        made = self._new(x.shape, x.dtype)
        if x.size and _pitch(x):
            self._copy_lines(x, made, 0)
        elif x.size:
            self._copy(x, made)
        return made

    def _copy_lines(self, x, made, first):
        """Copies the last axis of x, wherever it begins, to points from `first` on."""
        if x.size == 0:
            return
        step = x.dtype.itemsize
        self._wait_for(x, made)
        made.add_event(cl.enqueue_copy(
            self._at, made.base_data, x.base_data, src_origin=(x.offset, 0, 0),
            dst_origin=(made.offset + first * step, 0, 0),
            region=(x.shape[-1] * step, x.size // x.shape[-1], 1),
            src_pitches=(_pitch(x), 0), dst_pitches=(made.shape[-1] * step, 0)))

    def cast(self, x, dtype):
        if x.dtype == np.float16:
            raise TypeError("x is float16, of which PyOpenCL has no kernels to convert it; "
                            "give float32")
        if not x.flags.c_contiguous:
            raise ValueError(f"x of {x.dtype} is converted to {dtype}, which PyOpenCL does "
                             "with contiguous arrays alone; convert it beforehand")
        return x.astype(dtype, queue=self._at)

    def conjugate(self, x):
        return (x if x.flags.c_contiguous else self.copied(x)).with_queue(self._at).conj()

    def conjugate_in_place(self, x):
        self._copy(self.conjugate(x), x)

    def parts(self, x):
        if x.dtype.kind != "c":
            return x
        real = np.dtype(f"f{x.dtype.itemsize // 2}")
        return cl.array.Array(self._at, (*x.shape, 2), real, data=x.base_data,
                              offset=x.offset, strides=(*x.strides, real.itemsize))

    def _copy(self, source, to):
        """Writes source to an array of its shape."""
        kind = "c2c" if source.dtype.kind == "c" else "dct3"  # of a point: that point
        self._wait_for(source, to)
        axis = source.ndim
        super().run(*(_with_an_axis(self._at, x) for x in (source, to)), [axis], [1], None,
                    kind=kind, inverse=False, scale=1.0,
                    precision=precision_of(source.dtype),
                    real_input=False, orthogonalize=False)
        to.add_event(cl.enqueue_marker(self._at))


def _with_an_axis(queue, x):
    return cl.array.Array(queue, (*x.shape, 1), x.dtype, data=x.base_data, offset=x.offset,
                          strides=(*x.strides, x.dtype.itemsize))


def _pitch(x):
    """Bytes between the lines of the last axis, where these are contiguous and evenly apart;
    else None."""
    step = x.dtype.itemsize
    if x.ndim == 0 or x.shape[-1] > 1 and x.strides[-1] != step:
        return None
    outer = [(n, stride) for n, stride in zip(x.shape[:-1], x.strides[:-1]) if n > 1]
    pitch = outer[-1][1] if outer else x.shape[-1] * step
    expected = pitch
    for n, stride in reversed(outer):
        if stride != expected:
            return None
        expected *= n
    return pitch if pitch >= x.shape[-1] * step else None
