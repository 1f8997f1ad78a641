# SPDX-License-Identifier: GPL-3.0-or-later
"""What flowgraph tests share: noise, references, bounds, one way to run a block."""

import pathlib
import tempfile

import numpy as np
from gnuradio import blocks, gr


def noise(shape, real=False, seed=1):
    """White noise of variance 1 (2 where complex), the same on every run."""
    rng = np.random.default_rng(seed)
    x = rng.standard_normal(shape).astype(np.float32)
    if real:
        return x
    return (x + 1j * rng.standard_normal(shape).astype(np.float32)).astype(np.complex64)


def tolerance(length):
    """Bound of the relative RMS error of one transform; the last term is the window's."""
    return 6e-8 * np.sqrt(np.log2(length)) + 3e-8


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


def run(blocks_in_a_row, items, max_noutput_items=100000000):
    """All items that come out when `items`, one a row, go through; at least a block.

    Files at both ends: Python lists of samples would take most of the time.
    """
    if not isinstance(blocks_in_a_row, (list, tuple)):
        blocks_in_a_row = [blocks_in_a_row]
    out_size = blocks_in_a_row[-1].output_signature().sizeof_stream_item(0)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        np.ascontiguousarray(items).tofile(folder / "in")
        source = blocks.file_source(
            items.dtype.itemsize * items.shape[1], str(folder / "in"), False
        )
        sink = blocks.file_sink(out_size, str(folder / "out"))
        graph = gr.top_block()
        graph.connect(source, *blocks_in_a_row, sink)
        graph.run(max_noutput_items)
        sink.close()
        points = out_size // gr.sizeof_gr_complex
        return np.fromfile(folder / "out", np.complex64).reshape(-1, points)
