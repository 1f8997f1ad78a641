#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The GRC block of the tuner: it compiles in both languages, connected or not."""

import re

import numpy as np
from gnuradio import gpufft, gr_unittest
from grc_flowgraphs import GrcTestCase, block, description

POINTS = np.arange(12).astype(np.complex64)

REFUSED = [
    ("no time", {"budget_s": "0"}, "budget_s > 0"),
    ("a word for a list", {"transforms": '"4096"'}, "not isinstance(transforms, str)"),
]


class qa_grc_tuner(GrcTestCase):
    def beside_an_fft(self, language, **parameters):
        fft = block(
            "fft", "gpufft_fft_vxx", fft_size="6", window="[]", shift="False"
        )
        made = self.flowgraph(language, fft, ("complex", 6), ("complex", 6), [])
        tuner = block("tuned", "gpufft_tuner", **parameters)
        made["blocks"].insert(0, tuner)
        return made

    def test_generated_python_runs(self):
        made = self.beside_an_fft("python", transforms='["64", "r2c forward 8"]')
        got = self.run_flowgraph(made, POINTS)
        want = np.fft.fft(POINTS.reshape(-1, 6)).ravel()
        self.assertLess(np.max(abs(got - want)), 1e-4)
        script = (self.folder / "made.py").read_text()
        self.assertIn("transforms=['64', 'r2c forward 8']", script.replace('"', "'"))

    def test_generated_cpp_runs(self):
        made = self.beside_an_fft(
            "cpp", transforms='["64", "r2c forward 8"]', enabled="False"
        )
        got = self.run_flowgraph(made, POINTS)
        want = np.fft.fft(POINTS.reshape(-1, 6)).ravel()
        self.assertLess(np.max(abs(got - want)), 1e-4)

    def test_every_setter_has_a_callback(self):
        described = description("gpufft_tuner")
        setters = {name for name in vars(gpufft.tuner) if name.startswith("set_")}
        for language in ("templates", "cpp_templates"):
            text = str(described[language]["callbacks"])
            self.assertEqual(set(re.findall(r"set_\w+", text)), setters, language)

    def test_wrong_arguments_are_refused_before_anything_runs(self):
        for why, parameters, failed_assert in REFUSED:
            with self.subTest(why):
                made = self.beside_an_fft("python", **parameters)
                status, text = self.compile(made)
                self.assertNotEqual(status, 0, why)
                self.assertIn(failed_assert, text, why)


if __name__ == "__main__":
    gr_unittest.run(qa_grc_tuner)
