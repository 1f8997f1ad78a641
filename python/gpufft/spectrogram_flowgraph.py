# SPDX-License-Identifier: GPL-3.0-or-later
"""The flowgraph: frames of a recording -> our FFT -> |X|^2 -> columns."""
import math
import mmap
import signal
import threading
import time
from dataclasses import dataclass

import numpy as np
from gnuradio import blocks, gr
from gnuradio import gpufft

from .spectrogram_plan import ArgumentError

#: Of each buffer between two blocks: many frames per call, so that the time spent in
#: Python does not matter.
BUFFER_BYTES = 2 << 20

#: GNU Radio's buffers hold whole frames in whole memory pages, so a long odd frame needs
#: a huge one.
MAX_BUFFER_BYTES = 1 << 30


class DeviceFailed(RuntimeError):
    """The device could not be used, or stopped on the way. The text is one line."""


@dataclass
class Outcome:
    device: str  #: "opencl:0 (PRODUCT)"
    plan_line: str
    seconds: float  #: the flowgraph ran, without the time to build kernels


class FrameSource(gr.sync_block):
    """Cuts a recording into frames: complex64[length], one per item."""

    def __init__(self, recording, plan):
        # The length as a tuple: a plain 1 would make items without an axis.
        frame = (np.complex64, (plan.length,))
        gr.sync_block.__init__(self, "frame_source", None, [frame])
        self._recording, self._plan = recording, plan
        self._next = 0  # frame
        self._tail = recording.read(0, 0)  # samples that are read, from the next frame on
        self.failure = None

    def work(self, input_items, output_items):
        try:
            return self._fill(output_items[0])
        except Exception as error:  # an exception in this thread would stop nothing
            self.failure = error
            return -1

    def _fill(self, out):
        plan = self._plan
        count = min(len(out), plan.frames - self._next)
        if count == 0:
            return -1
        if plan.hop >= 2 * plan.length:  # reading all would mostly read what is skipped
            for row in range(count):
                first = plan.start + (self._next + row) * plan.hop
                out[row] = self._recording.read(first, plan.length)
        else:
            first = plan.start + self._next * plan.hop
            needed = (count - 1) * plan.hop + plan.length
            have = len(self._tail)
            more = self._recording.read(first + have, needed - have)
            samples = np.concatenate((self._tail, more)) if have else more
            windows = np.lib.stride_tricks.sliding_window_view(samples, plan.length)
            out[:count] = windows[::plan.hop]
            # Sound files are slow to seek in, so what overlaps is kept, not read again.
            self._tail = samples[count * plan.hop:].copy()
        self._next += count
        return count


class ColumnSink(gr.sync_block):
    """Hands spectra, float32[length] of |X|^2, to a SpectrumColumns."""

    def __init__(self, columns, length):
        gr.sync_block.__init__(self, "column_sink", [(np.float32, (length,))], None)
        self._columns = columns
        self.failure = None

    def work(self, input_items, output_items):
        try:
            self._columns.add(input_items[0])
            return len(input_items[0])
        except Exception as error:
            self.failure = error
            return -1


def run_flowgraph(recording, plan, columns, device, report=lambda frames: None):
    """Computes every spectrum of ``plan`` and adds it to ``columns``.

    report: called every now and then with the number of frames that are done
    Raises ArgumentError where the engine does not take the length, DeviceFailed, what the
    recording raises, and KeyboardInterrupt once the flowgraph has stopped.
    """
    _check_buffers(plan.length)
    try:
        fft = gpufft.fft_vcc(plan.length, True, plan.taps.tolist(), shift=True,
                             device=device)
    except ValueError as error:
        raise ArgumentError(str(error)) from None
    except RuntimeError as error:
        raise DeviceFailed(str(error)) from None

    source = FrameSource(recording, plan)
    power = blocks.complex_to_mag_squared(plan.length)
    sink = ColumnSink(columns, plan.length)
    flowgraph = gr.top_block("spectrogram")
    flowgraph.connect(source, fft, power, sink)
    for block, item_bytes in ((source, 8 * plan.length), (power, 4 * plan.length)):
        block.set_min_output_buffer(max(2, BUFFER_BYTES // item_bytes))

    began = time.monotonic()
    _run(flowgraph, columns, report)
    seconds = time.monotonic() - began

    for block in (source, sink):
        if block.failure:
            raise block.failure
    if columns.frames_done != plan.frames:
        raise DeviceFailed(f"{fft.device_name()} stopped after {columns.frames_done} of "
                           f"{plan.frames} frames; the log above says why")
    return Outcome(fft.device_name(), fft.plan_line(), seconds)


def _run(flowgraph, columns, report):
    # GNU Radio's wait() does not return now and then. Thread.join() would, but Python
    # 3.11 takes a thread whose join() is interrupted for ended.
    finished = threading.Event()

    def wait():
        flowgraph.wait()
        finished.set()

    waiter = threading.Thread(target=wait, daemon=True)
    try:
        try:
            flowgraph.start()
        except RuntimeError as error:
            raise DeviceFailed(
                f"GNU Radio could not start the flowgraph: {error}") from None
        waiter.start()
        while not finished.wait(0.1):
            report(columns.frames_done)
    except BaseException:
        # A second Ctrl-C ends the process, should the device never answer. Leaving while
        # the blocks' threads run would end it in a crash.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        flowgraph.stop()
        if waiter.ident is None:
            flowgraph.wait()
        else:
            finished.wait()
        raise


def _check_buffers(length):
    size = math.lcm(8 * length, mmap.PAGESIZE)
    if size > MAX_BUFFER_BYTES:
        works = 1 << (length.bit_length() - 1)
        raise ArgumentError(
            f"--length {length} needs GNU Radio buffers of {size >> 20} MiB, because "
            f"whole frames must fill whole memory pages; --length {works} works")
