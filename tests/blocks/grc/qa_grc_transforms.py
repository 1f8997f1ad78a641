#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The GRC blocks of the real and N-dimensional transforms: generated, run, and right."""

import inspect
import re
from dataclasses import dataclass
from typing import Callable

import numpy as np
import scipy.fft
from flowgraphs import noise, relative_error
from gnuradio import gpufft, gr_unittest
from grc_flowgraphs import DTYPES, GrcTestCase, block, description

VARIABLES = [
    block("size", "variable", value="6"),
    block("taps", "variable", value="[1.0, 2.0, 3.0, 4.0, 5.0, 6.5]"),
    block("lengths", "variable", value="[2, 3]"),
]
TAPS = np.array([1, 2, 3, 4, 5, 6.5])


@dataclass
class Case:
    why: str
    name: str  #: of the block
    parameters: dict
    reference: Callable  #: of items (count, points), in double precision
    takes: tuple = ("float", 6)
    gives: tuple = ("float", 6)


CASES = [
    Case(
        "no window",
        "rfft_vfc",
        {"length": "size", "window": "[]"},
        np.fft.rfft,
        gives=("complex", 4),
    ),
    Case(
        "window from a variable",
        "rfft_vfc",
        {"length": "size", "window": "taps", "normalization": "orthonormal"},
        lambda x: np.fft.rfft(x * TAPS, norm="ortho"),
        gives=("complex", 4),
    ),
    Case(
        "window function, an odd length",
        "rfft_vfc",
        {"length": "size + 1", "window": "window.rectangular(size + 1)"},
        np.fft.rfft,
        takes=("float", 7),
        gives=("complex", 4),
    ),
    Case(
        "by length",
        "irfft_vcf",
        {"length": "size", "normalization": "by_length"},
        lambda x: np.fft.irfft(x, 6),
        takes=("complex", 4),
    ),
    Case(
        "an odd length",
        "irfft_vcf",
        {"length": "size + 1"},
        lambda x: np.fft.irfft(x, 7, norm="forward"),
        takes=("complex", 4),
        gives=("float", 7),
    ),
    Case("as it is dropped in", "dct_vff", {"length": "size"}, scipy.fft.dct),
    Case(
        "everything said",
        "dct_vff",
        {
            "length": "size",
            "type": "3",
            "inverse": "True",
            "normalization": "orthonormal",
            "orthogonalize": "True",
        },
        lambda x: scipy.fft.idct(x, 3, norm="ortho"),
    ),
    Case("as it is dropped in", "dst_vff", {"length": "size"}, scipy.fft.dst),
    Case(
        "type 1, inverse",
        "dst_vff",
        {
            "length": "size",
            "type": "1",
            "inverse": "True",
            "normalization": "by_length",
        },
        lambda x: scipy.fft.idst(x, 1),
    ),
    Case(
        "shape from a variable, shifted",
        "fftn_vcc",
        {"shape": "lengths", "shift": "True"},
        lambda x: np.fft.fftshift(np.fft.fft2(x.reshape(-1, 2, 3)), axes=(1, 2)),
        takes=("complex", 6),
        gives=("complex", 6),
    ),
    Case(
        "shape as a tuple, reverse",
        "fftn_vcc",
        {"shape": "(size // 2, 2)", "forward": "False", "normalization": "by_length"},
        lambda x: np.fft.ifft2(x.reshape(-1, 3, 2)),
        takes=("complex", 6),
        gives=("complex", 6),
    ),
]

# C++ takes a compiler's run each: one of every block, with the most arguments said.
CPP_CASES = [CASES[i] for i in (1, 3, 6, 8, 9)]

REFUSED = [
    ("no points", "rfft_vfc", {"length": "0", "window": "[]"}, "length >= 1"),
    ("too long", "irfft_vcf", {"length": "2**28"}, "length <= 2 ** 27"),
    ("window", "rfft_vfc", {"length": "4", "window": "[1]"}, "len(window) in (0,"),
    ("DCT-I of a point", "dct_vff", {"length": "1", "type": "1"}, "length >="),
    ("negative", "dst_vff", {"length": "-1"}, "length >= 1"),
    ("no dimensions", "fftn_vcc", {"shape": "[]"}, "1 <= len(shape) <= 4"),
    ("five dimensions", "fftn_vcc", {"shape": "[2] * 5"}, "1 <= len(shape) <= 4"),
    ("an empty dimension", "fftn_vcc", {"shape": "[4, 0]"}, "min(shape) >= 1"),
    ("too large", "fftn_vcc", {"shape": "[2**14, 2**14]"}, "< 2 ** 31"),
]

BLOCKS = ("rfft_vfc", "irfft_vcf", "dct_vff", "dst_vff", "fftn_vcc")


class qa_grc_transforms(GrcTestCase):
    def around(self, language, case):
        tested = block("tested", f"gpufft_{case.name}", **case.parameters)
        return self.flowgraph(language, tested, case.takes, case.gives, VARIABLES)

    def check(self, language, case):
        kind, points = case.takes
        items = noise((5, points), real=kind == "float").astype(DTYPES[kind])
        double = items.astype(float if kind == "float" else complex)
        got = self.run_flowgraph(self.around(language, case), items)
        want = case.reference(double).ravel()
        self.assertEqual(got.shape, want.shape)
        self.assertLess(relative_error(got, want), 1e-6)

    def test_generated_python_gives_the_right_numbers(self):
        for case in CASES:
            with self.subTest(f"{case.name}: {case.why}"):
                self.check("python", case)
                script = (self.folder / "made.py").read_text()
                self.assertIn(f"gpufft.{case.name}(", script)

    def test_generated_cpp_gives_the_right_numbers(self):
        for case in CPP_CASES:
            with self.subTest(f"{case.name}: {case.why}"):
                self.check("cpp", case)

    def test_a_new_window_reaches_the_running_block(self):
        status, text = self.compile(self.around("python", CASES[1]))
        self.assertEqual(status, 0, text)
        script = (self.folder / "made.py").read_text()
        setter = script[script.index("def set_taps") :]
        self.assertIn("self.tested.set_window(self.taps)", setter)

    def test_every_argument_and_setter_is_there(self):
        for name in BLOCKS:
            with self.subTest(name):
                described = description(f"gpufft_{name}")
                made = getattr(gpufft, name)
                self.assertEqual(described["id"], f"gpufft_{name}")
                signature = made.__doc__.partition(")")[0].partition("(")[2]
                arguments = re.findall(r"(\w+)(?:=[^,]*)?(?:,|$)", signature)
                parameters = [one["id"] for one in described["parameters"]]
                self.assertEqual(parameters, arguments)
                setters = {key for key in vars(made) if key.startswith("set_")}
                for language in ("templates", "cpp_templates"):
                    text = str(described[language].get("callbacks", ""))
                    self.assertEqual(set(re.findall(r"set_\w+", text)), setters, language)
                self.assertGreater(len(inspect.cleandoc(described["documentation"])), 300)

    def test_wrong_arguments_are_refused_before_anything_runs(self):
        for why, name, parameters, failed_assert in REFUSED:
            with self.subTest(f"{name}: {why}"):
                case = Case(why, name, parameters, None)
                status, text = self.compile(self.around("python", case))
                self.assertNotEqual(status, 0)
                self.assertIn(failed_assert, text)


if __name__ == "__main__":
    gr_unittest.run(qa_grc_transforms)
