#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The GRC blocks that keep a chain on a device: generated, run, and right."""

import re

import numpy as np
from flowgraphs import noise
from gnuradio import gpufft, gr_unittest
from grc_flowgraphs import GrcTestCase, block, description

# four vectors
SAMPLES = [1, 2j, -3, 0.5, 4 - 1j, 5, 0, 6, 1 + 1j, 7, 8j, -2, 9, 0, 3j, 1]
VARIABLES = [
    block("size", "variable", value="4"),
    block("samples", "variable", value=[complex(x) for x in SAMPLES]),
]
# how the samples are given
CHAINS = [("a list of numbers of all kinds", str(SAMPLES)), ("a variable", "samples")]
COMPLEX, FLOAT = ("complex", 4), ("float", 4)

# why, block, parameters, reference of items (count, 4), ports
CASES = [
    ("squares", "mag_squared", {"vlen": "size"}, lambda x: np.abs(x) ** 2, COMPLEX, FLOAT),
    (
        "a formula",
        "expression",
        {
            "text": "x * h[n] * scale + w[0] + v[0]",
            "inputs": "c",
            "output": "c",
            "vlen": "size",
            "numbers": "{'scale': size / 2}",
            "buffers": "{'h': [1, 2j, -1, 0.5], 'w': [3.0], 'v': list(__import__('numpy').complex64([4j]))}",
        },
        lambda x: x * np.array([1, 2j, -1, 0.5]) * 2 + 3 + 4j,
        COMPLEX,
        COMPLEX,
    ),
    (
        "two of three vectors",
        "keep_m_in_n",
        {"type": "float", "m": "2", "n": "3", "offset": "1", "vlen": "size"},
        lambda x: x.reshape(-1, 3, 4)[:, 1:],
        FLOAT,
        FLOAT,
    ),
]
NAMES = {
    "expression": "expression",
    "mag_squared": "mag_squared",
    "keep_m_in_n": "keep_m_in_n",
    "null_sink": "null_sink",
    "stream_to_vector": "stream_to_vector",
    "vector_to_stream": "vector_to_stream",
    "vector_source_x": "vector_source_c",
}
# parameters of GRC that are no argument of their own: the type, and an item's size
FOLDED = {"type", "vlen", "item_size"}


class qa_grc_items(GrcTestCase):
    def check(self, language, case):
        _, name, parameters, reference, takes, gives = case
        tested = block("tested", f"gpufft_{name}", **parameters)
        flowgraph = self.flowgraph(language, tested, takes, gives, VARIABLES)
        items = noise((30, 4), real=takes[0] == "float")
        got = self.run_flowgraph(flowgraph, items)
        want = reference(items).ravel()
        self.assertEqual(got.shape, want.shape)
        np.testing.assert_allclose(got, want, rtol=1e-5)

    def test_generated_programs_give_the_right_numbers(self):
        for case in CASES:
            for language in ("python", "cpp"):
                with self.subTest(f"{case[0]}, {language}"):
                    self.check(language, case)

    def chain(self, language, data):
        """Source, transform, squares, every second one of them, and two sinks."""
        blocks = [
            block("source", "gpufft_vector_source_x", data=data, repeat="False", vlen="size"),
            block("spectra", "gpufft_fft_vxx", fft_size="size", window="[]", shift="False"),
            block("squares", "gpufft_mag_squared", vlen="size"),
            block("some", "gpufft_keep_m_in_n", type="float", vlen="size"),
            block("apart", "gpufft_vector_to_stream", type="float", nitems_per_block="size"),
            block("together", "gpufft_stream_to_vector", type="float", nitems_per_block="size"),
            block("none", "gpufft_null_sink", type="float", vlen="size"),
        ]
        result = self.flowgraph(language, blocks[0], COMPLEX, FLOAT, VARIABLES)
        sink = result["blocks"][-1]
        result["blocks"] = [*VARIABLES, *blocks, sink]
        result["connections"] = [
            [one["name"], "0", next["name"], "0"] for one, next in zip(blocks, blocks[1:])
        ] + [["together", "0", "sink", "0"]]
        return result

    def test_chains_of_them_run(self):
        for why, data in CHAINS:
            for language in ("python", "cpp"):
                with self.subTest(f"{why}, {language}"):
                    got = self.run_flowgraph(self.chain(language, data), np.zeros(0))
                    vectors = np.array(SAMPLES).reshape(-1, 4)
                    want = np.abs(np.fft.fft(vectors)[::2]) ** 2
                    self.assertEqual(got.shape, (want.size,))
                    np.testing.assert_allclose(got, want.ravel(), rtol=1e-5, atol=1e-5)

    def test_a_formula_of_two_streams(self):
        for language in ("python", "cpp"):
            with self.subTest(language):
                tested = block(
                    "tested",
                    "gpufft_expression",
                    text="x0 * real(x1) + x0",
                    inputs="fc",
                    output="f",
                    vlen="4",
                    numbers="{}",
                )
                flowgraph = self.flowgraph(language, tested, FLOAT, FLOAT, VARIABLES)
                ones = block(
                    "ones", "gpufft_vector_source_x", data="[2] * 4", repeat="True", vlen="4"
                )
                flowgraph["blocks"].insert(0, ones)
                flowgraph["connections"].append(["ones", "0", "tested", "1"])
                items = noise((30, 4), real=True)
                got = self.run_flowgraph(flowgraph, items)
                np.testing.assert_allclose(got, 3 * items.ravel(), rtol=1e-6)

    def test_every_argument_is_there(self):
        for key, name in NAMES.items():
            with self.subTest(key):
                described = description(f"gpufft_{key}")
                signature = getattr(gpufft, name).__doc__.partition(")")[0].partition("(")[2]
                arguments = re.findall(r"(\w+)(?:=[^,]*)?(?:,|$)", signature)
                parameters = [one["id"] for one in described["parameters"]]
                self.assertEqual(
                    [one for one in parameters if one not in FOLDED],
                    [one for one in arguments if one not in FOLDED],
                )


if __name__ == "__main__":
    gr_unittest.run(qa_grc_items)
