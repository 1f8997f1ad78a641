#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The GRC block survey_sink and examples/record_survey.grc: generated, run, and right."""

import os
import subprocess
import sys

import numpy as np
from flowgraphs import noise
from gnuradio import gr_unittest
from grc_examples import EXAMPLES, compile_examples, environment
from grc_flowgraphs import GrcTestCase, block

try:
    import xarray
except ImportError:
    print("skipped: no xarray to read surveys with (Debian: python3-xarray, python3-zarr)")
    sys.exit(77)

LENGTH, HOP, FRAMES, RATE = 32, 16, 4, 1e6
SINK = {
    "samp_rate": str(RATE),
    "freq": "7e6",
    "length": str(LENGTH),
    "hop": str(HOP),
    "frames": str(FRAMES),
    "window": "hann",
    "output": "power",
    "statistics": "mean",
    "one_sided": "False",
    "taps_per_branch": "1",
    "utc": "False",
    "flush_seconds": "1",
}
REFUSED = [({"frames": "0"}, "frames >= 1"), ({"flush_seconds": "0"}, "flush_seconds > 0")]


class qa_grc_survey_sink(GrcTestCase):
    def flowgraph_of(self, language, **changed):
        """file source -> survey_sink"""
        sink = block("tested", "gpufft_survey_sink", survey=self.folder / "s.zarr", **SINK)
        sink["parameters"].update(changed)
        result = self.flowgraph(language, sink, ("float", str(LENGTH)), ("float", "1"), [])
        result["blocks"].pop()
        result["connections"].pop()
        return result

    def test_in_python_and_cpp(self):
        rows = noise((50, LENGTH), real=True)
        for language in ("python", "cpp"):
            flowgraph = self.flowgraph_of(language)
            # What run_flowgraph() reads behind the run: what went in is as good as any.
            flowgraph["blocks"][-1]["parameters"]["type"] = "float"
            (self.folder / "out").write_bytes(b"")
            self.run_flowgraph(flowgraph, rows)
            with xarray.open_zarr(str(self.folder / "s.zarr")) as found:
                # The second run goes on with the first one's survey.
                want = rows if language == "python" else np.concatenate([rows, rows])
                np.testing.assert_array_equal(found["mean"], want)
                np.testing.assert_allclose(found["frequency"][LENGTH // 2], 7e6)

    def test_wrong_arguments_are_refused_before_anything_runs(self):
        for changed, failed_assert in REFUSED:
            status, text = self.compile(self.flowgraph_of("python", **changed))
            self.assertNotEqual(status, 0, changed)
            self.assertIn(failed_assert, text, changed)

    def test_the_example(self):
        """A carrier at 100.3 MHz, at the level and frequency that it is sent with; twice."""
        compile_examples(self.folder, [EXAMPLES / "record_survey.grc"])
        for run in (1, 2):
            subprocess.run(
                [sys.executable, "record_survey.py", "--seconds", "0.5"],
                cwd=self.folder,
                env=environment(self.folder),
                check=True,
                timeout=600,
            )
            found = survey_at(self.folder / "now.zarr")
            self.assertEqual(len(found["mean"]), run * 4)
            loudest = found["max"].max("time")
            at = float(found["frequency"][int(loudest.argmax())])
            self.assertLess(abs(at - 100.3e6), 1000)
            self.assertLess(abs(float(loudest.max()) - -40), 1)
            self.assertLess(float(found["mean"].median()), -90)


def survey_at(path):
    with xarray.open_zarr(os.fspath(path)) as found:
        return found.load()


if __name__ == "__main__":
    gr_unittest.run(qa_grc_survey_sink)
