#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft bench --suite unseen: what it draws, times, sums up, prints and writes."""
import json
import math
import pathlib
import re
import tempfile
import unittest

from program import run

HELP = pathlib.Path(__file__).with_name("help") / "bench_unseen.txt"
SEE = "; see gpufft bench --help"

# arguments after "bench --suite unseen", the one line on stderr after "gpufft bench: "
REFUSED = [
    (["4096"], 'only options are taken, got "4096"' + SEE),
    (["--cases", "c2c"], "unknown option --cases" + SEE),
    (["--count", "0"], "--count must be a whole number, 1 .. 100000, got 0" + SEE),
    (["--search", "-1"], "--search must be a whole number, 0 .. 3600, got -1" + SEE),
]

FIELDS = {"suite", "seed", "most_points", "search_s", "device", "platform", "driver", "gpufft",
          "clocks", "copy_gb_s", "peer", "cases", "summary"}
CASE_FIELDS = {"group", "kind", "size", "form", "batch", "ms", "fraction_of_copy", "peer_ms",
               "times_peer", "found_ms", "behind", "plan_ms", "error", "plan", "from", "found_plan"}


class qa_bench_unseen(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def bench(self, *words):
        """(what --json wrote, stdout)"""
        path = self.folder / "results.json"
        done = run("bench", "--suite", "unseen", *words, "--json", path)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(path.read_text()), done.stdout

    def test_help_is_the_text(self):
        done = run("bench", "--suite", "unseen", "--help")
        self.assertEqual((done.returncode, done.stdout), (0, HELP.read_text()))
        self.assertLessEqual(max(map(len, HELP.read_text().splitlines())), 90)

    def test_wrong_arguments(self):
        for words, line in REFUSED:
            with self.subTest(words):
                done = run("bench", "--suite", "unseen", *words)
                self.assertEqual((done.returncode, done.stdout, done.stderr),
                                 (1, "", f"gpufft bench: {line}\n"))

    def test_a_draw_without_searches(self):
        words = "--count", 5, "--most-points", 1024, "--search", 0, "--rounds", 1
        results, table = self.bench("--seed", 3, *words)
        again, _ = self.bench("--seed", 3, *words)
        other, _ = self.bench("--seed", 4, *words)
        self.assertEqual(set(results), FIELDS)

        def drawn(of):
            return [(c["kind"], c["size"], c["form"], c["batch"]) for c in of["cases"]]
        self.assertEqual(drawn(results), drawn(again))
        self.assertNotEqual(drawn(results), drawn(other))
        for case in results["cases"]:
            self.assertEqual(set(case) - {"no_peer"}, CASE_FIELDS)
            self.assertGreater(case["ms"], 0)
            self.assertIn(f"{case['kind']} {case['size']}", table)
            self.assertIsNone(case["behind"])
            self.assertRegex(case["from"], "^the model$|the library")
            self.assertLessEqual(math.prod(map(int, case["size"].split("x"))), 1024)
        ratios = [c["times_peer"] for c in results["cases"] if c["times_peer"]]
        summary = results["summary"]
        self.assertIsNone(summary["behind"])
        self.assertEqual(summary["plan_ms"]["cases"], 5)
        if ratios:  # FFTW is there
            mean = math.prod(ratios) ** (1 / len(ratios))
            self.assertAlmostEqual(summary["times_peer"]["mean"], mean, delta=2e-3 * mean)
            self.assertEqual(summary["times_peer"]["least"], min(ratios))

    def test_a_search_is_what_it_is_held_against(self):
        results, table = self.bench("--seed", 1, "--count", 2, "--most-points", 1024,
                                    "--search", 1, "--rounds", 3)
        for case in results["cases"]:
            self.assertAlmostEqual(case["behind"], case["ms"] / case["found_ms"] - 1, delta=1e-3)
            head = case["plan"].split(":")[0]
            self.assertEqual(case["found_plan"].split(":")[0], head)
        behind = sorted(case["behind"] for case in results["cases"])
        self.assertEqual(results["summary"]["behind"],
                         {"cases": 2, "median": behind[0], "nine_of_ten": behind[1],
                          "most": behind[1]})
        self.assertRegex(table, r"slower than what a search found, per cent, 2 cases: median "
                                rf"{re.escape(f'{100 * behind[0]:.2f}')}")


if __name__ == "__main__":
    unittest.main()
