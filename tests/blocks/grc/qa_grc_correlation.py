#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The GRC blocks matched_filter and xcorr: generated, run, and right."""

import numpy as np
from flowgraphs import noise, relative_error
from gnuradio import gr_unittest
from grc_flowgraphs import GrcTestCase, block

REFERENCES = [[1.0, -1j, 0.5 + 0.25j], [2.0, 1.0]]
VARIABLES = [block("known", "variable", value=str(REFERENCES))]
MATCHED = {"references": "known", "threshold": "0.9", "min_distance": "0", "samp_rate": "0",
           "nthreads": "0"}

# Why the row is here, block, parameters, assertion that fails.
REFUSED = [
    ("no references", "gpufft_matched_filter", {**MATCHED, "references": "[]"}, "1 <= len(ref"),
    ("an empty one", "gpufft_matched_filter", {**MATCHED, "references": "[[]]"}, "len(reference)"),
    ("no threshold", "gpufft_matched_filter", {**MATCHED, "threshold": "0"}, "0 < threshold"),
]


class qa_grc_correlation(GrcTestCase):
    def matched(self, language, parameters):
        """The block, and what makes vectors of its streams for the sink."""
        tested = block("tested", "gpufft_matched_filter", **parameters)
        # In C++, GRC writes variables of one type alone.
        variables = VARIABLES if language == "python" else []
        flowgraph = self.flowgraph(language, tested, ("complex", 1), ("complex", 2), variables)
        join = block("join", "blocks_streams_to_vector", type="complex", num_streams="2", vlen="1")
        flowgraph["blocks"].insert(-1, join)
        flowgraph["connections"] = [["source", "0", "tested", "0"], ["join", "0", "sink", "0"]]
        flowgraph["connections"] += [["tested", str(i), "join", str(i)] for i in range(2)]
        return flowgraph

    def test_generated_programs_give_the_right_numbers(self):
        x = noise(100)
        want = np.array([np.convolve(x.astype(complex), np.conj(r[::-1]))[:len(x)]
                         for r in REFERENCES]).T
        for language in ("python", "cpp"):
            with self.subTest(language):
                known = "known" if language == "python" else str(REFERENCES)
                made = self.matched(language, {**MATCHED, "references": known})
                got = self.run_flowgraph(made, x)
                self.assertLess(relative_error(got.reshape(-1, 2), want), 1e-6)

    def test_xcorr(self):
        length = 6
        for shift in ("False", "True"):
            tested = block("tested", "gpufft_xcorr", length=str(length), shift=shift)
            made = self.flowgraph("python", tested, ("complex", length), ("complex", length), [])
            made["connections"].append(["source", "0", "tested", "1"])
            x = noise((5, length))
            got = self.run_flowgraph(made, x).reshape(-1, length)
            want = np.fft.ifft(np.abs(np.fft.fft(x.astype(complex)))**2)
            want = np.fft.fftshift(want, axes=-1) if shift == "True" else want
            self.assertLess(relative_error(got, want), 1e-6, shift)

    def test_setters_are_called_back(self):
        self.assert_setters_are_called_back("matched_filter")

    def test_wrong_arguments_are_refused_before_anything_runs(self):
        for why, _, parameters, failed_assert in REFUSED:
            with self.subTest(why):
                self.assert_refused(self.matched("python", parameters), failed_assert)


if __name__ == "__main__":
    gr_unittest.run(qa_grc_correlation)
