# SPDX-License-Identifier: GPL-3.0-or-later
"""Flowgraphs of GNU Radio's own FFT blocks and filters beside NumPy.

For qa_preload.py, which runs this with the library before FFTW. What these blocks promise is
what GNU Radio's own tests of them look at: directions, windows, exchanged halves, threads.
"""
import sys

import numpy as np
from gnuradio import blocks, fft, filter as gr_filter, gr

RANDOM = np.random.default_rng(5)
FRAMES = 7


def noise(count):
    return RANDOM.standard_normal((count, 2)).astype(np.float32).view(np.complex64)[:, 0]


def through(block, x, length):
    """What comes out of a block of vectors, frame by frame."""
    is_complex = np.iscomplexobj(x)
    source = (blocks.vector_source_c if is_complex else blocks.vector_source_f)(
        x.tolist(), False, length)
    sink = blocks.vector_sink_c(length)
    top = gr.top_block()
    top.connect(source, block, sink)
    top.run()
    return np.array(sink.data()).reshape(-1, length)


def expect(name, got, right):
    assert got.shape == right.shape, f"{name}: {got.shape} items, not {right.shape}"
    error = np.linalg.norm(got - right) / np.linalg.norm(right)
    assert error < 1e-5, f"{name}: error {error:.1e}"


def check_forward(length, taps, shift, threads=1):
    x = noise(length * FRAMES)
    right = np.fft.fft(x.reshape(-1, length) * (taps if len(taps) else 1))
    if shift:
        right = np.fft.fftshift(right, axes=1)
    block = fft.fft_vcc(length, True, list(taps), shift, threads)
    expect(f"forward {length}", through(block, x, length), right)


def check_inverse(length, taps, shift):
    x = noise(length * FRAMES)
    rows = x.reshape(-1, length) * (taps if len(taps) else 1)
    if shift:
        rows = np.fft.ifftshift(rows, axes=1)
    block = fft.fft_vcc(length, False, list(taps), shift, 1)
    expect(f"inverse {length}", through(block, x, length), np.fft.ifft(rows) * length)


def check_reals(length, taps, shift):
    x = noise(length * FRAMES).real.copy()
    right = np.fft.fft(x.reshape(-1, length) * (taps if len(taps) else 1))
    if shift:
        right = np.fft.fftshift(right, axes=1)
    block = fft.fft_vfc(length, True, list(taps), shift, 1)
    expect(f"reals {length}", through(block, x, length), right)


def check_filter():
    """Overlap-save: real transforms forward and back."""
    taps = RANDOM.standard_normal(20).astype(np.float32)
    x = noise(5000).real.copy()
    source = blocks.vector_source_f(x.tolist())
    sink = blocks.vector_sink_f()
    top = gr.top_block()
    top.connect(source, gr_filter.fft_filter_fff(1, taps.tolist()), sink)
    top.run()
    got = np.array(sink.data())
    assert len(got) > 4900, f"filter: {len(got)} items"
    expect("filter", got, np.convolve(x, taps)[:len(got)])


def main():
    window = np.array(fft.window.hamming(32), np.float32)
    for taps in ([], window):
        for shift in (False, True):
            check_forward(32, taps, shift)
            check_inverse(32, taps, shift)
            check_reals(32, taps, shift)
    check_forward(32, window, True, threads=2)
    check_forward(33, [], True)
    check_filter()
    print("all right")
    return 0


if __name__ == "__main__":
    sys.exit(main())
