#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft bench --suite papers: what it takes, measures, prints and writes."""
import json
import math
import pathlib
import tempfile
import unittest

from program import run

HELP = pathlib.Path(__file__).with_name("help") / "bench_papers.txt"
SEE = "; see gpufft bench --help"

# arguments after "bench --suite papers", the one line on stderr after "gpufft bench: "
REFUSED = [
    (["4096"], 'only options are taken, got "4096"' + SEE),
    (["--points", "4"], "unknown option --points" + SEE),
    (["--cases", "hbpl,c2r"],
     '--cases: "c2r" is no group, kind, size or kind:size of the suite' + SEE),
    (["--seconds", "0"], "--seconds must be a whole number, 1 .. 3600, got 0" + SEE),
    (["--rounds", "1.5"], "--rounds must be a whole number, 1 .. 1000, got 1.5" + SEE),
]

FIELDS = {"suite", "device", "platform", "driver", "is_cpu", "compute_units", "gpufft",
          "clocks", "copy_gb_s", "input_mib", "search_s", "rounds", "cases"}
TIME = {"plan", "batch", "us", "spread", "gflops", "of_copy"}
SMALL = "--shrink", 200, "--rounds", 3


class qa_bench_papers(unittest.TestCase):
    def bench(self, *words):
        """(what --json wrote, stdout)"""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "results.json"
            done = run("bench", "--suite", "papers", *SMALL, *words, "--json", path)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            return json.loads(path.read_text()), done.stdout

    def check_time(self, time, operations):
        """A time, and the rate that belongs to it."""
        self.assertLessEqual(TIME, set(time))
        self.assertGreater(time["us"], 0)
        self.assertGreaterEqual(time["spread"], 0)
        self.assertAlmostEqual(time["gflops"], 1e-3 * operations * time["batch"] / time["us"],
                               delta=0.01 * time["gflops"] + 1e-3)

    def test_help_is_the_text(self):
        for words in (["--suite", "papers", "--help"], ["--suite=papers", "-h"]):
            done = run("bench", *words)
            self.assertEqual((done.returncode, done.stdout), (0, HELP.read_text()))
        self.assertLessEqual(max(map(len, HELP.read_text().splitlines())), 90)

    def test_wrong_arguments(self):
        for words, line in REFUSED:
            with self.subTest(words):
                done = run("bench", "--suite", "papers", *words)
                self.assertEqual((done.returncode, done.stdout, done.stderr),
                                 (1, "", f"gpufft bench: {line}\n"))

    def test_the_models_choice_beside_the_best(self):
        results, text = self.bench("--cases", "c2c:16,dct2:8x8", "--seconds", 1)
        self.assertEqual(set(results), FIELDS)
        self.assertGreater(results["copy_gb_s"], 0)
        self.assertEqual([(c["paper"], c["kind"], c["size"]) for c in results["cases"]],
                         [("hbpl", "c2c", "16"), ("hbpl", "dct2", "8x8")])
        for case, operations in zip(results["cases"], (5 * 16 * 4, 2.5 * 64 * 6)):
            self.check_time(case["model"], operations)
            self.check_time(case["best"], operations)
            self.assertAlmostEqual(case["lost"], 1 - case["best"]["us"] / case["model"]["us"],
                                   delta=0.002)
            self.assertGreaterEqual(case["timed"], 1)
            self.assertIn(f"hbpl     {case['kind']} {case['size']}: model", text)

    def test_orders_of_radices_with_padding_and_without(self):
        results, text = self.bench("--cases", "nukada", "--most", 3)
        self.assertEqual([c["size"] for c in results["cases"]], ["192", "480"])
        for case in results["cases"]:
            length = int(case["size"])
            self.assertEqual(len(case["orders"]), 3)
            for order in case["orders"]:
                self.assertEqual(math.prod(order["radices"]), length)
                self.check_time(order["plain"], 5 * length * math.log2(length))
                self.assertNotIn("padding=", order["plain"]["plan"])
                self.assertEqual("padded" in order, len(order["conflicts"]) == 2)
                if "padded" in order:  # what it is there for
                    self.assertIn("padding=", order["padded"]["plan"])
                    self.assertLess(order["conflicts"][1], order["conflicts"][0])
        self.assertTrue(any("padded" in order for case in results["cases"]
                            for order in case["orders"]))
        self.assertIn("3 orders of radices", text)

    def test_cuts_into_passes(self):
        results, _ = self.bench("--cases", "c2c:16384", "--most", 3)
        case, = results["cases"]
        self.assertGreaterEqual(len(case["plans"]), 2)
        for time in case["plans"]:
            self.check_time(time, 5 * 16384 * 14)
            self.assertEqual(math.prod(time["split"]), 16384)
            self.assertEqual(time["form"] == "vectors", " simd" in time["plan"])

    def test_points_of_a_work_item(self):
        results, _ = self.bench("--cases", "ambuluri", "--most", 4)
        for case in results["cases"]:
            length = int(case["size"])
            self.assertGreaterEqual(len(case["ways"]), 2)
            for way in case["ways"]:
                self.assertEqual(way["points"] * way["work_items"], length)
                self.check_time(way["time"], 5 * length * math.log2(length))
                self.assertIn(f"| {way['radix']}", way["time"]["plan"])
                self.assertEqual(way["geometry"] == "constant",
                                 " constant-geometry" in way["time"]["plan"])
            self.assertEqual({way["geometry"] for way in case["ways"]}, {"direct", "constant"})


if __name__ == "__main__":
    unittest.main()
