#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft bench --chain: what it takes, measures and prints."""
import json
import unittest

from program import run

CASES = ["one", "eight", "resident", "product", "copied", "filter", "channelizer", "rebuilt", "streams", "joined",
         "correlate", "correlations", "spectrum", "spectra"]
COMPARED = ["eight", "product", "copied", "rebuilt", "streams", "joined", "correlations", "spectra"]
QUICK = ["bench", "--chain", "--seconds", "0.1", "--rounds", "1"]

# why, arguments, what stderr says
REFUSED = [
    ("no such flowgraph", ["--case", "nine"], "--case nine: there are one, eight"),
    ("no points", ["0"], "a length of 0; 1 to 2^20 are measured"),
    ("no rounds", ["--rounds", "0"], "give a round or more"),
    ("unknown option", ["--fast"], "--fast"),
]


class qa_bench_chain(unittest.TestCase):
    def test_every_flowgraph_is_measured(self):
        done = run(*QUICK, "--json", "64")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([line["chain"] for line in lines], CASES)
        for line in lines:
            self.assertGreater(line["samples_per_s"]["median"], 0, line)
            self.assertEqual("ratio" in line, line["chain"] in COMPARED)

    def test_one_of_them_alone(self):
        done = run(*QUICK, "--case", "one", "64")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout.splitlines()[-1], r"^ +one +64 +\d")

    def test_what_cannot_be_is_refused(self):
        for why, arguments, says in REFUSED:
            with self.subTest(why):
                done = run("bench", "--chain", *arguments)
                self.assertEqual(done.returncode, 1)
                self.assertIn(says, done.stderr)

    def test_help_names_every_flowgraph(self):
        done = run("bench", "--chain", "--help")
        self.assertEqual(done.returncode, 0)
        for name in CASES:
            self.assertIn(f"  {name}  ", done.stdout)


if __name__ == "__main__":
    unittest.main()
