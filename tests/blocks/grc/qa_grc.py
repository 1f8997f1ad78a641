#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The GRC block of fft_vcc and fft_vfc: flowgraphs compile, run, and are right."""

import re

import numpy as np
from flowgraphs import relative_error
from gnuradio import gpufft, gr_unittest
from grc_flowgraphs import DTYPES, GrcTestCase, block, description

SAMPLES = [complex(re, im) for re, im in zip([1, -2, 3, 0.5, 4, 1], [0, 1, -1, 2, 0, 3])]
VECTORS = 5  # of 6 points: the source's data, repeated by being given 5 times

VARIABLES = [
    block("fft_size", "variable", value="6"),
    block("taps", "variable", value="[1.0, 2.0, 3.0, 4.0, 5.0, 6.5]"),
]


def expected(type="complex", forward="True", window="[]", shift="False", **_):
    x = np.array(SAMPLES)
    if type == "float":
        x = x.real
    x = x * {
        "[]": np.ones(6),
        "()": np.ones(6),
        "taps": np.array([1, 2, 3, 4, 5, 6.5]),
        "[1, 0.5, 1, 1, 1, 2]": np.array([1, 0.5, 1, 1, 1, 2]),
        "window.rectangular(fft_size)": np.ones(6),
    }[window]
    if forward == "True":
        y = np.fft.fft(x)
        y = np.fft.fftshift(y) if shift == "True" else y
    else:
        y = np.fft.ifft(np.fft.ifftshift(x) if shift == "True" else x) * 6
    return np.tile(y, VECTORS)


CASES = [
    ("as it is dropped in, no window", {}),
    ("empty tuple for no window", {"window": "()"}),
    ("window from a variable", {"window": "taps", "shift": "True"}),
    ("window as a list", {"window": "[1, 0.5, 1, 1, 1, 2]", "forward": "False"}),
    ("window function", {"window": "window.rectangular(fft_size)", "type": "float"}),
    ("real, reverse, shifted", {"type": "float", "forward": "False", "shift": "True"}),
]

REFUSED = [
    ("no points", {"fft_size": "0"}, "fft_size > 0"),
    ("negative", {"fft_size": "-4"}, "fft_size > 0"),
    ("too long", {"fft_size": "2**28"}, "fft_size <= 2 ** 27"),
    ("window of another length", {"window": "[1, 2]"}, "len(window) in (0, fft_size)"),
    ("negative threads", {"nthreads": "-1"}, "nthreads >= 0"),
]


class qa_grc(GrcTestCase):
    def fft_flowgraph(self, language, **parameters):
        arguments = {
            "type": "complex",
            "fft_size": "fft_size",
            "forward": "True",
            "window": "[]",
            "shift": "False",
            "nthreads": "1",
            "device": "auto",
            **parameters,
        }
        fft = block("fft", "gpufft_fft_vxx", **arguments)
        takes, gives = (arguments["type"], "fft_size"), ("complex", "fft_size")
        return self.flowgraph(language, fft, takes, gives, VARIABLES)

    def check(self, language, why, fft):
        kind = fft.get("type", "complex")
        samples = np.tile(SAMPLES, VECTORS)
        samples = (samples.real if kind == "float" else samples).astype(DTYPES[kind])
        got = self.run_flowgraph(self.fft_flowgraph(language, **fft), samples)
        want = expected(**fft)
        self.assertEqual(len(got), 6 * VECTORS, why)
        self.assertLess(relative_error(got, want), 1e-6, why)

    def test_generated_python_gives_the_right_numbers(self):
        for why, fft in CASES:
            with self.subTest(why):
                self.check("python", why, fft)
                script = (self.folder / "made.py").read_text()
                self.assertIn("gpufft.fft_v", script)

    def test_generated_cpp_gives_the_right_numbers(self):
        # A compiler's run each: the three ways in which taps are written.
        for why, fft in CASES[2:5]:
            with self.subTest(why):
                self.check("cpp", why, fft)

    def test_setters_reach_the_running_block(self):
        status, text = self.run_grcc(
            self.fft_flowgraph("python", window="taps", nthreads="len(taps)")
        )
        self.assertEqual(status, 0, text)
        script = (self.folder / "made.py").read_text()
        setter = script[script.index("def set_taps") :]
        self.assertIn("self.fft.set_window(self.taps)", setter)
        self.assertIn("self.fft.set_nthreads(", setter)

    def test_every_setter_has_a_callback(self):
        described = description("gpufft_fft_vxx")
        setters = {name for name in vars(gpufft.fft_vcc) if name.startswith("set_")}
        for language in ("templates", "cpp_templates"):
            text = str(described[language]["callbacks"])
            self.assertEqual(set(re.findall(r"set_\w+", text)), setters, language)

    def test_wrong_arguments_are_refused_before_anything_runs(self):
        for why, fft, failed_assert in REFUSED:
            with self.subTest(why):
                status, text = self.run_grcc(self.fft_flowgraph("python", **fft))
                self.assertNotEqual(status, 0, why)
                self.assertIn(failed_assert, text, why)


if __name__ == "__main__":
    gr_unittest.run(qa_grc)
