#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""xcorr beside sums in double precision."""

import numpy as np
from flowgraphs import noise, relative_error
from gnuradio import blocks, gpufft, gr, gr_unittest


def run(block, length, x, y):
    graph = gr.top_block()
    sink = blocks.vector_sink_c(length)
    for i, items in enumerate((x, y)):
        graph.connect(blocks.vector_source_c(items.ravel().tolist(), False, length), (block, i))
    graph.connect(block, sink)
    graph.run()
    return np.array(sink.data()).reshape(-1, length)


def correlated(x, y):
    n = x.shape[-1]
    at = (np.arange(n)[:, None] + np.arange(n)) % n  # [delay, n]
    return np.einsum("vkn,vn->vk", x.astype(complex)[:, at], y.astype(complex).conj())


class qa_xcorr(gr_unittest.TestCase):
    def test_sums(self):
        for length in (1, 2, 8, 45, 64, 101):
            for shift in (False, True):
                x, y = noise((20, length)), noise((20, length), seed=2)
                want = correlated(x, y)
                if shift:
                    want = np.fft.fftshift(want, axes=-1)
                got = run(gpufft.xcorr(length, shift), length, x, y)
                self.assertLess(relative_error(got, want), 1e-6, f"{length} {shift}")

    def test_the_peak_is_at_the_delay(self):
        y = noise((5, 256))
        delays = [0, 1, 100, 128, 255]
        x = np.array([np.roll(row, by) for row, by in zip(y, delays)])
        got = np.abs(run(gpufft.xcorr(256), 256, x, y))
        self.assertEqual(list(got.argmax(-1)), delays)

    def test_what_it_says(self):
        block = gpufft.xcorr(16)
        self.assertEqual(block.length(), 16)
        self.assertIn(":", block.device_name())
        self.assertIn("c2c inverse 16", block.plan_line())

    def test_refuses(self):
        for length in (0, -1, 2**27 + 1):
            with self.assertRaisesRegex(ValueError, "length must be 1 .. 134217728"):
                gpufft.xcorr(length)
        with self.assertRaises(TypeError):
            gpufft.xcorr(1.5)


if __name__ == "__main__":
    gr_unittest.run(qa_xcorr)
