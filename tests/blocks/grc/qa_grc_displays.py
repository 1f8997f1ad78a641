#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The GRC blocks persistence_c and logpwrfft_x: generated, run, and right."""

import re

import numpy as np
from flowgraphs import noise, run
from gnuradio import gpufft, gr_unittest
from gnuradio.fft import logpwrfft
from grc_flowgraphs import GrcTestCase, block, description

LENGTH, LEVELS = 24, 10

VARIABLES = [
    block("samp_rate", "variable", value="32000"),
    block("taps", "variable", value=str([1.0 + i for i in range(LENGTH)])),
]

PERSISTENCE = {
    "samp_rate": "samp_rate",
    "freq": "0",
    "length": str(LENGTH),
    "hop": "20",
    "window": '"hann"',
    "lowest_db": "-60",
    "highest_db": "10",
    "levels": str(LEVELS),
    "decay_seconds": "0.1",
    "output": "dbfs",
    "centered": "True",
    "rate": "100",
    "max_latency_ms": "50",
    "device": "auto",
}

LOGPWRFFT = {
    "type": "complex",
    "sample_rate": "samp_rate",
    "fft_size": str(LENGTH),
    "ref_scale": "2",
    "frame_rate": "400",
    "average": "True",
    "avg_alpha": "0.4",
    "shift": "True",
    "device": "auto",
}

REFUSED = [
    ("gpufft_persistence_c", PERSISTENCE, {"levels": "1"}, "2 <= levels"),
    ("gpufft_persistence_c", PERSISTENCE, {"highest_db": "-60"}, "lowest_db < highest"),
    ("gpufft_persistence_c", PERSISTENCE, {"decay_seconds": "-1"}, "decay_seconds >= 0"),
    ("gpufft_logpwrfft_x", LOGPWRFFT, {"frame_rate": "0"}, "frame_rate > 0"),
]


class qa_grc_displays(GrcTestCase):
    def flowgraph_of(self, language, key, parameters, outputs):
        tested = block("tested", key, **parameters)
        takes = (parameters.get("type", "complex"), "1")
        return self.flowgraph(language, tested, takes, ("float", str(outputs)), VARIABLES)

    def check_persistence(self, language, changed, window):
        parameters = {**PERSISTENCE, **changed}
        x = 0.1 * noise(6000)
        flowgraph = self.flowgraph_of(
            language, "gpufft_persistence_c", parameters, LENGTH * LEVELS
        )
        got = self.run_flowgraph(flowgraph, x)
        made = gpufft.persistence_c(
            LENGTH, 20, window, 32e3, -60, 10, LEVELS, 0.1, "dbfs", True, 100
        )
        want = run(made, x, dtype=np.float32).ravel()
        self.assertGreater(len(want), 5 * LENGTH * LEVELS)
        np.testing.assert_allclose(got, want, rtol=1e-5)

    def test_persistence_in_python(self):
        self.check_persistence("python", {}, "hann")

    def test_persistence_in_cpp(self):
        self.check_persistence("cpp", {"window": "taps"}, np.arange(1.0, LENGTH + 1))

    def test_logpwrfft(self):
        for kind, theirs in (
            ("complex", logpwrfft.logpwrfft_c),
            ("float", logpwrfft.logpwrfft_f),
        ):
            x = noise(LENGTH * 60, real=kind == "float")
            flowgraph = self.flowgraph_of(
                "python", "gpufft_logpwrfft_x", {**LOGPWRFFT, "type": kind}, LENGTH
            )
            got = self.run_flowgraph(flowgraph, x)
            made = theirs(32e3, LENGTH, 2, 400, 0.4, True, shift=True)
            want = run(made, x, dtype=np.float32).ravel()
            np.testing.assert_allclose(got, want, atol=1e-3)

    def test_every_setter_has_a_callback(self):
        described = description("gpufft_persistence_c")
        setters = {name for name in dir(gpufft.persistence_c) if name.startswith("set_")}
        setters -= {name for name in dir(gpufft.fft_vcc) if name != "set_window"}
        setters -= {"set_lowest_db", "set_highest_db"}  # set_range_db is both
        for language in ("templates", "cpp_templates"):
            text = str(described[language]["callbacks"])
            self.assertEqual(set(re.findall(r"set_\w+", text)), setters, language)

    def test_wrong_arguments_are_refused_before_anything_runs(self):
        for key, parameters, changed, failed_assert in REFUSED:
            status, text = self.compile(
                self.flowgraph_of("python", key, {**parameters, **changed}, 1)
            )
            self.assertNotEqual(status, 0, changed)
            self.assertIn(failed_assert, text, changed)


if __name__ == "__main__":
    gr_unittest.run(qa_grc_displays)
