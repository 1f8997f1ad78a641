#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The GRC block of the filters: generated in both languages, run, and right."""

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


if __name__ == "__main__":
    gr_unittest.run(qa_grc_filters)
