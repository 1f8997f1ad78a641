#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The GRC blocks of the synthesizers: generated, run, and right."""

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

STREAMS = {"numchans": "channels", "taps": "taps", "connections": "2"}
VECTORS = {"numchans": "channels", "taps": "taps", "ch_map": "wanted"}

# Why the row is here, block, parameters, assertion that fails.
REFUSED = [
    ("no taps", "pfb_synthesizer_ccf", {**STREAMS, "taps": "[]"}, "len(taps) >= 1"),
    (
        "odd and at twice the rate",
        "pfb_synthesizer_vccf",
        {**VECTORS, "numchans": "5", "twox": "True"},
        "numchans % 2",
    ),
    ("no such channel", "pfb_synthesizer_ccf", {**STREAMS, "ch_map": "[4, 1]"}, "channel <"),
    ("fewer than streams", "pfb_synthesizer_ccf", {**STREAMS, "ch_map": "[1]"}, "<= connections"),
]


def synthesized(rows, channels, points, channel_map):
    """In double precision, of rows[item, place in the map]."""
    result = np.zeros(len(rows) * channels + len(TAPS), complex)
    for item, values in enumerate(rows.astype(complex)):
        time = item * channels + np.arange(len(TAPS))
        turns = np.outer(time + points - channels, channel_map) / points
        result[time] += np.asarray(TAPS) * (np.exp(2j * np.pi * turns) @ values)
    return result[: len(rows) * channels]


class qa_grc_synthesizer(GrcTestCase):
    def streams(self, language, parameters):
        """The block, and what makes streams of the source's vectors for it."""
        tested = block("tested", "gpufft_pfb_synthesizer_ccf", **parameters)
        flowgraph = self.flowgraph(
            language, tested, ("complex", 2), ("complex", 1), VARIABLES
        )
        part = block("part", "blocks_vector_to_streams", type="complex", num_streams="2", vlen="1")
        flowgraph["blocks"].insert(-1, part)
        flowgraph["connections"] = [["source", "0", "part", "0"], ["tested", "0", "sink", "0"]]
        flowgraph["connections"] += [["part", str(i), "tested", str(i)] for i in range(2)]
        return flowgraph

    def vectors(self, language, parameters):
        tested = block("tested", "gpufft_pfb_synthesizer_vccf", **parameters)
        return self.flowgraph(language, tested, ("complex", 2), ("complex", 1), VARIABLES)

    def check(self, flowgraph, points, channel_map):
        rows = noise((20, 2))
        got = self.run_flowgraph(flowgraph, rows)
        want = synthesized(rows, 4, points, channel_map)
        self.assertEqual(got.size, want.size)
        self.assertLess(relative_error(got, want), 1e-6)

    def test_generated_programs_give_the_right_numbers(self):
        for language in ("python", "cpp"):
            with self.subTest("streams at twice the rate", language=language):
                doubled = {**STREAMS, "twox": "True", "ch_map": "[1, 7]"}
                self.check(self.streams(language, doubled), 8, [1, 7])
            with self.subTest("vectors of a map", language=language):
                self.check(self.vectors(language, VECTORS), 4, [3, 0])

    def test_streams_go_to_the_first_channels(self):
        self.check(self.streams("python", STREAMS), 4, [0, 1])

    def test_setters_are_called_back(self):
        for name in ("pfb_synthesizer_ccf", "pfb_synthesizer_vccf"):
            self.assert_setters_are_called_back(name)
            self.assertGreater(len(description(f"gpufft_{name}")["documentation"]), 300)

    def test_wrong_arguments_are_refused_before_anything_runs(self):
        for why, name, parameters, failed_assert in REFUSED:
            with self.subTest(why):
                make = self.vectors if name.endswith("vccf") else self.streams
                self.assert_refused(make("python", parameters), failed_assert)


if __name__ == "__main__":
    gr_unittest.run(qa_grc_synthesizer)
