# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests of the spectrum blocks share: samples of each kind, references, a run."""

import pathlib
import tempfile

import numpy as np
import pmt
from gnuradio import blocks, gpufft, gr
from scipy.signal import get_window

#: block, item on disk, full scale of a stored number, what is stored for 0
KINDS = {
    "complex": ("spectrum_c", np.complex64, 1, 0),
    "short": ("spectrum_s", np.int16, 32768, 0),
    "int8": ("spectrum_b", np.int8, 128, 0),
    "uint8": ("spectrum_b", np.uint8, 128, 127.5),
    "float": ("spectrum_f", np.float32, 1, 0),
}


def block_of(kind, *arguments, **named):
    """The spectrum block that takes samples of that kind."""
    if kind in ("int8", "uint8"):
        named["sample_type"] = kind
    return getattr(gpufft, KINDS[kind][0])(*arguments, **named)


def stored(kind, x):
    """The samples x, full scale 1, as items of the block's input."""
    _, dtype, scale, zero = KINDS[kind]
    if kind == "complex":
        return x.astype(np.complex64)
    if kind == "float":
        return x.real.astype(np.float32)
    parts = np.stack([x.real, x.imag], axis=-1).ravel() * scale + zero
    limits = np.iinfo(dtype)
    return np.clip(np.rint(parts), limits.min, limits.max).astype(dtype)


def samples_of(kind, items):
    """What those items mean: double precision, full scale 1."""
    _, _, scale, zero = KINDS[kind]
    if kind in ("complex", "float"):
        return items.astype(complex if kind == "complex" else float)
    parts = (items.astype(float) - zero) / scale
    return parts[0::2] + 1j * parts[1::2]


def taps_of(window, length):
    """As the blocks have them, in single precision."""
    taps = get_window(window, length) if isinstance(window, (str, tuple)) else window
    return np.asarray(taps, np.float32).astype(float)


def frame_powers(x, length, hop, window, samp_rate=1.0, output="power"):
    """Power of every whole frame in linear units of `output`, one a row, DC first."""
    frames = (len(x) - length) // hop + 1 if len(x) >= length else 0
    taps = taps_of(window, length)
    index = np.arange(frames)[:, None] * hop + np.arange(length)
    with np.errstate(invalid="ignore"):  # tests put NaN and infinity into some
        windowed = x[index] * taps
    if np.iscomplexobj(x):
        powers = np.abs(np.fft.fft(windowed)) ** 2
        tone, density = 1, 1
    else:
        powers = np.abs(np.fft.rfft(windowed)) ** 2
        inner = np.ones(length // 2 + 1)
        inner[0] = 0
        if length % 2 == 0:
            inner[-1] = 0
        tone, density = 1 + 3 * inner, 1 + inner
    if output.endswith("per_hz"):
        return powers * density / (samp_rate * np.sum(taps**2))
    return powers * tone / np.sum(taps) ** 2


def decibels(power):
    with np.errstate(divide="ignore"):
        return 10 * np.log10(power)



class PartsSource(gr.sync_block):
    """Gives sizes[0] items, sizes[1] ..., by turns, until there are none."""

    def __init__(self, items, sizes):
        super().__init__("parts", None, [items.dtype.type])
        self.items, self.sizes, self.calls = items, sizes, 0

    def work(self, input_items, output_items):
        if not len(self.items):
            return -1
        size = self.sizes[self.calls % len(self.sizes)]
        self.calls += 1
        n = min(size, len(output_items[0]), len(self.items))
        output_items[0][:n] = self.items[:n]
        self.items = self.items[n:]
        return n


def run(block, items, parts=None):
    """All that comes out when `items` go in: float[outputs, bins]."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        if parts is None:
            items.tofile(folder / "in")
            source = blocks.file_source(items.itemsize, str(folder / "in"), False)
        else:
            source = PartsSource(items, parts)
        size = block.output_signature().sizeof_stream_item(0)
        sink = blocks.file_sink(size, str(folder / "out"))
        graph = gr.top_block()
        graph.connect(source, block, sink)
        graph.run()
        sink.close()
        return np.fromfile(folder / "out", np.float32).reshape(-1, size // 4)


def worst_error(got, want):
    """Largest deviation, relative to the value and to a thousandth of the largest: small
    bins beside large ones carry the rounding of these."""
    if got.shape != want.shape:
        return np.inf
    if not got.size:
        return 0.0
    return float(np.max(np.abs(got - want) / (np.abs(want) + 1e-3 * np.abs(want).max())))


def tagged_source(items, tags):
    """A vector source of complex samples with (offset, key, value) tags."""
    made = [
        gr.tag_utils.python_to_tag((at, pmt.intern(key), pmt.to_pmt(value)))
        for at, key, value in tags
    ]
    return blocks.vector_source_c(items.tolist(), False, 1, made)


def run_tagged(block, items, tags):
    """(outputs, [(offset, key, value) of the tags that came out, in order])."""
    sink = blocks.vector_sink_f(block.bins())
    graph = gr.top_block()
    graph.connect(tagged_source(items, tags), block, sink)
    graph.run()
    arrived = [
        (tag.offset, pmt.symbol_to_string(tag.key), pmt.to_python(tag.value))
        for tag in sink.tags()
    ]
    return np.array(sink.data(), np.float32).reshape(-1, block.bins()), arrived
