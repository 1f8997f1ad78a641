#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The GRC blocks of the channelizers: generated, run, and right."""

import numpy as np
from flowgraphs import noise, relative_error
from gnuradio import gr_unittest
from grc_flowgraphs import GrcTestCase, block, description

TAPS = [0.5, 1.0, 2.0, 1.0, -0.5, 0.25, 0.125]
VARIABLES = [
    block("channels", "variable", value="4"),
    block("taps", "variable", value=str(TAPS)),
    block("wanted", "variable", value="[3, 0]"),
]

STREAMS = {"nchans": "channels", "taps": "taps", "osr": "2.0"}
VECTORS = {"nchans": "channels", "taps": "taps", "osr": "1.0", "ch_map": "wanted"}

# Why the row is here, block, parameters, assertion that fails.
REFUSED = [
    ("no taps", "pfb_channelizer_ccf", {**STREAMS, "taps": "[]"}, "len(taps) >= 1"),
    ("no N / i", "pfb_channelizer_vccf", {**VECTORS, "osr": "3.0"}, "round(nchans / osr)"),
    ("no such channel", "pfb_channelizer_ccf", {**STREAMS, "ch_map": "[4]"}, "< nchans"),
]


def channelized(x, channels, hop, channel_map):
    """[output, place in the map], in double precision."""
    rows = []
    for newest in range(hop - 1, len(x), hop):
        time = newest - np.arange(min(len(TAPS), newest + 1))
        terms = np.asarray(TAPS)[: len(time)] * x[time].astype(complex)
        turns = np.outer((time + hop + 1), channel_map) / channels
        rows.append(terms @ np.exp(-2j * np.pi * turns))
    return np.array(rows)


class qa_grc_channelizer(GrcTestCase):
    def streams(self, language, parameters):
        """The block, and what makes vectors of its streams for the sink."""
        tested = block("tested", "gpufft_pfb_channelizer_ccf", **parameters)
        flowgraph = self.flowgraph(
            language, tested, ("complex", 1), ("complex", 4), VARIABLES
        )
        join = block("join", "blocks_streams_to_vector", type="complex", num_streams="4", vlen="1")
        flowgraph["blocks"].insert(-1, join)
        flowgraph["connections"] = [["source", "0", "tested", "0"], ["join", "0", "sink", "0"]]
        flowgraph["connections"] += [["tested", str(i), "join", str(i)] for i in range(4)]
        return flowgraph

    def vectors(self, language, parameters):
        tested = block("tested", "gpufft_pfb_channelizer_vccf", **parameters)
        return self.flowgraph(language, tested, ("complex", 1), ("complex", 2), VARIABLES)

    def check(self, flowgraph, hop, channel_map):
        x = noise(40)
        got = self.run_flowgraph(flowgraph, x)
        want = channelized(x, 4, hop, channel_map)
        self.assertEqual(got.size, want.size)
        self.assertLess(relative_error(got.reshape(want.shape), want), 1e-6)

    def test_generated_programs_give_the_right_numbers(self):
        for language in ("python", "cpp"):
            with self.subTest("streams", language=language):
                self.check(self.streams(language, STREAMS), 2, [0, 1, 2, 3])
            with self.subTest("vectors of a map", language=language):
                self.check(self.vectors(language, VECTORS), 4, [3, 0])

    def test_a_map_reaches_the_streams(self):
        changed = {**STREAMS, "ch_map": "[1, 1, 0, 3]"}
        self.check(self.streams("python", changed), 2, [1, 1, 0, 3])

    def test_setters_are_called_back(self):
        for name in ("pfb_channelizer_ccf", "pfb_channelizer_vccf"):
            self.assert_setters_are_called_back(name)
            self.assertGreater(len(description(f"gpufft_{name}")["documentation"]), 300)

    def test_wrong_arguments_are_refused_before_anything_runs(self):
        for why, name, parameters, failed_assert in REFUSED:
            with self.subTest(why):
                make = self.vectors if name.endswith("vccf") else self.streams
                self.assert_refused(make("python", parameters), failed_assert)


if __name__ == "__main__":
    gr_unittest.run(qa_grc_channelizer)
