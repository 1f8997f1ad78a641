#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The GRC block of channels: generated, run, and right."""

import numpy as np
from flowgraphs import noise
from gnuradio import gpufft, gr_unittest
from grc_flowgraphs import GrcTestCase, block, description
from receivers import BOUND, channel_of

VARIABLES = [
    block("band", "variable", value="96000.0"),
    block("wanted", "variable", value="[7.01e6, 6.98e6]"),
]
CHANNELS = {
    "samp_rate": "band",
    "center_freq": "7e6",
    "num_streams": "2",
    "freqs": "wanted",
    "rate": "12e3",
    "low": "-3000",
    "high": "2500.0",
    "rates": "[48e3]",
    "max_channels": "5",
}

# Why the row is here, what is changed, assertion that fails.
REFUSED = [
    ("more frequencies than streams", {"num_streams": "1"}, "<= num_streams"),
    ("outside the band", {"center_freq": "6e6"}, "<= samp_rate / 2"),
    ("a rate above the input's", {"rate": "1e6"}, "rate <= samp_rate"),
    ("no overlap", {"overlap": "1"}, "<= overlap"),
]


class qa_grc_channels(GrcTestCase):
    def streams(self, language, parameters):
        tested = block("tested", "gpufft_channels", **parameters)
        flowgraph = self.flowgraph(
            language, tested, ("complex", 1), ("complex", 2), VARIABLES
        )
        join = block("join", "blocks_streams_to_vector", type="complex", num_streams="2", vlen="1")
        flowgraph["blocks"].insert(-1, join)
        flowgraph["connections"] = [["source", "0", "tested", "0"], ["join", "0", "sink", "0"]]
        flowgraph["connections"] += [["tested", str(i), "join", str(i)] for i in range(2)]
        return flowgraph

    def test_generated_programs_give_the_right_numbers(self):
        alike = gpufft.channels(96e3, 7e6, 5, 2, [12e3, 48e3])
        x = noise(8 * alike.block_samples())
        for language in ("python", "cpp"):
            with self.subTest(language=language):
                got = self.run_flowgraph(self.streams(language, CHANNELS), x).reshape(-1, 2)
                for i, freq in enumerate((7.01e6, 6.98e6)):
                    info = dict(freq=freq, rate=12e3, low=-3000, high=2500, beta=11)
                    want = channel_of(alike, x, info)
                    self.assertEqual(len(got), len(want))
                    error = np.linalg.norm(got[:, i] - want) / np.linalg.norm(want)
                    self.assertLess(error, 5 * BOUND)

    def test_setters_are_called_back(self):
        self.assert_setters_are_called_back("channels")
        self.assertGreater(len(description("gpufft_channels")["documentation"]), 300)

    def test_wrong_arguments_are_refused_before_anything_runs(self):
        for why, changed, failed_assert in REFUSED:
            with self.subTest(why):
                self.assert_refused(self.streams("python", {**CHANNELS, **changed}), failed_assert)


if __name__ == "__main__":
    gr_unittest.run(qa_grc_channels)
