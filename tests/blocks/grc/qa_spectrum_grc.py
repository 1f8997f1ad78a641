#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The GRC block of the spectrum blocks: flowgraphs compile, run, and are right."""

import re

import numpy as np
from flowgraphs import noise
from gnuradio import gpufft, gr_unittest
from grc_flowgraphs import GrcTestCase, block, description
from spectra import frame_powers, samples_of, stored, worst_error

LENGTH, HOP = 48, 20

VARIABLES = [
    block("samp_rate", "variable", value="32000"),
    block("taps", "variable", value=str([1.0 + i for i in range(LENGTH)])),
]

# why, parameters, the taps these mean
CASES = [
    ("complex, a window's name", {}, "hann"),
    ("shorts, taps of a variable", {"type": "short", "window": "taps"},
     np.arange(1.0, LENGTH + 1)),
    ("unsigned bytes", {"type": "byte", "sample_type": "uint8"}, "hann"),
    ("signed bytes, none", {"type": "byte", "window": "[]"}, "boxcar"),
    ("real samples", {"type": "float"}, "hann"),
]  # fmt: skip

PYTHON_ONLY = [
    ("a tuple that SciPy knows", {"window": "('kaiser', 5.0)"}, ("kaiser", 5.0)),
]

REFUSED = [
    ("no samples", {"length": "0"}, "length >= 1"),
    ("no hop", {"hop": "0"}, "hop >= 1"),
    ("no taps", {"taps_per_branch": "0"}, "1 <= taps_per_branch"),
    ("no rate", {"samp_rate": "0"}, "samp_rate > 0"),
    ("a mean of none", {"frames": "0"}, "frames >= "),
    ("more bins than there are", {"bins": "49"}, "0 <= bins"),
    ("more bins than real samples have", {"bins": "26", "type": "float"}, "0 <= bins"),
]


class qa_spectrum_grc(GrcTestCase):
    def spectrum_flowgraph(self, language, **parameters):
        arguments = {
            "type": "complex",
            "sample_type": "int8",
            "samp_rate": "samp_rate",
            "freq": "0",
            "length": str(LENGTH),
            "hop": str(HOP),
            "window": '"hann"',
            "average": "mean",
            "frames": "3",
            "seconds": "0",
            "rate": "0",
            "output": "power",
            "centered": "False",
            "bins": "0",
            "bin_reduction": "max",
            "max_latency_ms": "50",
            "device": "auto",
            **parameters,
        }
        spectrum = block("spectrum", "gpufft_spectrum_x", **arguments)
        is_real = arguments["type"] == "float"
        gives = ("float", str(LENGTH // 2 + 1 if is_real else LENGTH))
        return self.flowgraph(language, spectrum, (arguments["type"], "1"), gives, VARIABLES)

    def check(self, language, why, parameters, window):
        kind = parameters.get("type", "complex")
        kind = parameters.get("sample_type", "int8") if kind == "byte" else kind
        items = stored(kind, 0.1 * noise(1000))
        got = self.run_flowgraph(self.spectrum_flowgraph(language, **parameters), items)
        powers = frame_powers(samples_of(kind, items), LENGTH, HOP, window)
        want = powers[: len(powers) // 3 * 3].reshape(-1, 3, powers.shape[1]).mean(axis=1)
        got = got.reshape(-1, powers.shape[1])
        self.assertLess(worst_error(got, want), 1e-4, f"{language}: {why}")

    def test_generated_python_gives_the_right_numbers(self):
        for case in CASES + PYTHON_ONLY:
            self.check("python", *case)

    def test_generated_cpp_gives_the_right_numbers(self):
        for case in CASES[:2]:  # a compiler's run each
            self.check("cpp", *case)

    def test_several_taps_a_branch(self):
        items = stored("complex", 0.1 * noise(1000))
        branch = 4
        taps = np.array(gpufft.polyphase_window(LENGTH, branch))
        frames = np.lib.stride_tricks.sliding_window_view(items, len(taps))[::HOP] * taps
        folded = frames.reshape(len(frames), branch, LENGTH).sum(1)
        powers = np.abs(np.fft.fft(folded))**2 / taps.sum()**2
        want = powers[: len(powers) // 3 * 3].reshape(-1, 3, LENGTH).mean(axis=1)
        for language in ("python", "cpp"):
            made = self.spectrum_flowgraph(language, window="[]", taps_per_branch=str(branch))
            got = self.run_flowgraph(made, items).reshape(-1, LENGTH)
            self.assertLess(worst_error(got, want), 1e-4, language)

    def test_setters_reach_the_running_block(self):
        status, text = self.compile(
            self.spectrum_flowgraph("python", window="taps", freq="2 * samp_rate")
        )
        self.assertEqual(status, 0, text)
        script = (self.folder / "made.py").read_text()
        setter = script[script.index("def set_samp_rate") :]
        self.assertIn("self.spectrum.set_samp_rate(self.samp_rate)", setter)
        self.assertIn("self.spectrum.set_freq((2 * self.samp_rate))", setter)
        self.assertIn("self.spectrum.set_window(self.taps)", script)

    def test_every_setter_has_a_callback(self):
        described = description("gpufft_spectrum_x")
        setters = {name for name in dir(gpufft.spectrum_c) if name.startswith("set_")}
        setters -= {name for name in dir(gpufft.fft_vcc) if name != "set_window"}
        for language in ("templates", "cpp_templates"):
            text = str(described[language]["callbacks"])
            self.assertEqual(set(re.findall(r"set_\w+", text)), setters, language)

    def test_wrong_arguments_are_refused_before_anything_runs(self):
        for why, parameters, failed_assert in REFUSED:
            status, text = self.compile(self.spectrum_flowgraph("python", **parameters))
            self.assertNotEqual(status, 0, why)
            self.assertIn(failed_assert, text, why)


if __name__ == "__main__":
    gr_unittest.run(qa_spectrum_grc)
