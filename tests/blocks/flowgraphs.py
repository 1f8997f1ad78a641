# SPDX-License-Identifier: GPL-3.0-or-later
"""What flowgraph tests share: noise, references, bounds, one way to run a block."""

import pathlib
import tempfile
import threading
import time

import numpy as np
from gnuradio import blocks, gpufft, gr


def noise(shape, real=False, seed=1):
    """White noise of variance 1 (2 where complex), the same on every run."""
    rng = np.random.default_rng(seed)
    x = rng.standard_normal(shape).astype(np.float32)
    if real:
        return x
    return (x + 1j * rng.standard_normal(shape).astype(np.float32)).astype(np.complex64)


def tolerance(length):
    """Bound of the relative RMS error of a DFT of that many points: three times as much
    where a larger prime makes it a convolution. The last term is the window's."""
    factor = 1 if gpufft.next_fast_length(length) == length else 3
    return factor * 6e-8 * np.sqrt(np.log2(length)) + 3e-8


def relative_error(got, want):
    return np.linalg.norm(got - want) / max(np.linalg.norm(want), 1e-30)


def reference(x, forward, window=(), shift=False):
    """What an FFT block must give for the items x, in double precision."""
    x = x.astype(complex)
    if len(window):
        x = x * np.asarray(window, np.float32)
    if forward:
        y = np.fft.fft(x)
        return np.fft.fftshift(y, axes=-1) if shift else y
    if shift:
        x = np.fft.ifftshift(x, axes=-1)
    return np.fft.ifft(x) * x.shape[-1]


def run(blocks_in_a_row, items, max_noutput_items=100000000, dtype=np.complex64):
    """All items that come out when `items`, one a row, go through; at least a block.

    dtype: of the points that come out. An item of several dimensions goes in row-major.
    Files at both ends: Python lists of samples would take most of the time.
    """
    if not isinstance(blocks_in_a_row, (list, tuple)):
        blocks_in_a_row = [blocks_in_a_row]
    out_size = blocks_in_a_row[-1].output_signature().sizeof_stream_item(0)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        np.ascontiguousarray(items).tofile(folder / "in")
        source = blocks.file_source(items[0].nbytes, str(folder / "in"), False)
        sink = blocks.file_sink(out_size, str(folder / "out"))
        graph = gr.top_block()
        graph.connect(source, *blocks_in_a_row, sink)
        graph.run(max_noutput_items)
        sink.close()
        points = out_size // np.dtype(dtype).itemsize
        return np.fromfile(folder / "out", dtype).reshape(-1, points)


class EndlessSource(gr.sync_block):
    """Items without end, some a millisecond, until it is told how many are left.

    make: function(number of the first, how many); gives them as an array.
    """

    def __init__(self, make, points=1, at_once=100):
        item = np.complex64 if points == 1 else (np.complex64, points)
        super().__init__("endless", None, [item])
        self.make, self.at_once = make, at_once
        self.given, self.left = 0, None

    def end_after(self, items):
        self.left = items

    def work(self, input_items, output_items):
        count = len(output_items[0])
        if self.left is None:
            time.sleep(0.001)
            count = min(count, self.at_once)
        elif self.left == 0:
            return -1
        else:
            count = min(count, self.left)
            self.left -= count
        output_items[0][:count] = self.make(self.given, count)
        self.given += count
        return count


def run_with_windows(block, items, length):
    """(what comes out, heights): windows of heights 2, 3 ... were set meanwhile, whenever
    a thread had a turn. Where others left it none, all goes through again, slower."""
    heights = []
    for seconds in (0.25, 1, 4, 16):
        finished = threading.Event()

        def change_windows():
            while not finished.is_set():
                height = float(len(heights) + 2)
                assert block.set_window([height] * length)
                heights.append(height)
                time.sleep(0.002)

        changer = threading.Thread(target=change_windows)
        changer.start()
        pace = blocks.throttle(items[0].nbytes, len(items) / seconds)
        got = run([pace, block], items)
        finished.set()
        changer.join()
        if len(np.unique(got[:, 0])) > 2:
            break
    return got, heights
