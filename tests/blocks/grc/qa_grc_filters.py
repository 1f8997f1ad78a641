#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The GRC blocks of the filters: generated in both languages, run, and right."""

import numpy as np
from flowgraphs import noise
from gnuradio import gr_unittest
from grc_flowgraphs import GrcTestCase, block

VARIABLES = [block("taps", "variable", value=[0.5, 2.0, -1.0])]
COMPLEX, FLOAT = ("complex", 1), ("float", 1)

# why, parameters, taps as numbers, port; C++ has taps of each kind in its own way
CASES = [
    ("complex taps by value", {"type": "ccc", "taps": "[1, 2j]"}, [1, 2j], COMPLEX),
    ("a variable", {"type": "ccf", "taps": "taps"}, [0.5, 2, -1], COMPLEX),
    ("real taps by value", {"type": "fff", "taps": "[1, -0.5]"}, [1, -0.5], FLOAT),
]


class qa_grc_filters(GrcTestCase):
    def test_generated_programs_give_the_right_numbers(self):
        for why, parameters, taps, port in CASES:
            for language in ("python", "cpp"):
                with self.subTest(f"{why}, {language}"):
                    tested = block("tested", "gpufft_fft_filter_xxx", **parameters)
                    samples = noise((200, 1), real=port is FLOAT)
                    flowgraph = self.flowgraph(language, tested, port, port, VARIABLES)
                    got = self.run_flowgraph(flowgraph, samples)
                    want = np.convolve(samples.ravel(), taps)[: samples.size]
                    self.assertEqual(got.shape, want.shape)
                    np.testing.assert_allclose(got, want, rtol=1e-4, atol=1e-5)

    def test_shorts_and_bytes_are_filtered(self):
        rng = np.random.default_rng(1)
        for parameters, port, dtype, zero, scale in (
            ({"type": "scc"}, ("short", 1), np.int16, 0, 32768),
            ({"type": "bcc", "sample_type": "uint8"}, ("byte", 1), np.uint8, 127.5, 128),
        ):
            for language in ("python", "cpp"):
                with self.subTest(language=language, **parameters):
                    tested = block(
                        "tested", "gpufft_fft_filter_xxx", taps="[1, 2j]", **parameters
                    )
                    bounds = np.iinfo(dtype)
                    items = rng.integers(bounds.min, bounds.max + 1, 400).astype(dtype)
                    flowgraph = self.flowgraph(language, tested, port, COMPLEX, VARIABLES)
                    got = self.run_flowgraph(flowgraph, items)
                    parts = (items.astype(float) - zero) / scale
                    samples = parts[0::2] + 1j * parts[1::2]
                    want = np.convolve(samples, [1, 2j])[: samples.size]
                    self.assertEqual(got.shape, want.shape)
                    np.testing.assert_allclose(got, want, rtol=1e-4, atol=1e-5)

    def test_a_frequency_comes_to_0(self):
        variables = [*VARIABLES, block("samp_rate", "variable", value="32000")]
        for language in ("python", "cpp"):
            for taps, numbers in (("taps", [0.5, 2, -1]), ("[1, 2j]", [1, 2j])):
                with self.subTest(language=language, taps=taps):
                    tested = block(
                        "tested",
                        "gpufft_freq_xlating_fft_filter_ccc",
                        decim="2",
                        taps=taps,
                        center_freq="1234.5",
                        samp_rate="samp_rate",
                    )
                    samples = noise((200, 1))
                    flowgraph = self.flowgraph(language, tested, COMPLEX, COMPLEX, variables)
                    got = self.run_flowgraph(flowgraph, samples)
                    turns = np.arange(samples.size) * (1234.5 / 32000)
                    mixed = samples.ravel() * np.exp(-2j * np.pi * turns)
                    want = np.convolve(mixed, numbers)[: samples.size : 2]
                    self.assertEqual(got.shape, want.shape)
                    np.testing.assert_allclose(got, want, rtol=1e-4, atol=1e-5)

    def test_setters_are_called_back(self):
        self.assert_setters_are_called_back("freq_xlating_fft_filter_ccc")


if __name__ == "__main__":
    gr_unittest.run(qa_grc_filters)
