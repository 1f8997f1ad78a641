#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""docs/benchmarks.md says what the committed results say, and render.py makes it so."""
import pathlib
import sys
import unittest

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "docs/benchmarks"
sys.path.insert(0, str(FOLDER))
sys.dont_write_bytecode = True

import cpu_tables  # noqa: E402
import render  # noqa: E402
import unseen_tables  # noqa: E402

HEAD = {"device", "driver", "clocks", "copy_gb_s", "cases"}
CASE = {"kind", "size", "batch", "ms", "fraction_of_copy", "cufft", "vkfft", "ratio"}


def case(size, ours, cufft, vkfft, group="2d", target=0.5):
    best = max((peer for peer in (cufft, vkfft) if peer), default=None)
    return {"group": group, "kind": "c2c", "size": size, "batch": 10, "ms": 1 / ours,
            "fraction_of_copy": ours, "target": target, "cufft": cufft, "vkfft": vkfft,
            "ratio": best and ours / best, "cold_ms": 123.4, "warm_ms": 5.67}


RESULTS = {"cases": [case("8x8", 0.9, 0.45, 0.3), case("16x16", 0.4, None, 0.8),
                     {"group": "2d", "kind": "c2c", "size": "7x7", "batch": 1,
                      "failure": "WRONG"},
                     case("7", 0.5, None, None, "primes", 0.9)]}


CPU_HEAD = {"device", "driver", "cpu", "threads", "copy_gb_s", "fftw", "cases"}
CPU_CASE = {"kind", "size", "points", "threads", "ms", "fftw_ms", "ratio", "class"}


def cpu_case(size, points, threads, ratio, group="smooth"):
    return {"class": group, "kind": "c2c", "size": size, "batch": 1, "points": points,
            "threads": threads, "ms": 0.5, "fftw_ms": ratio / 2, "ratio": ratio,
            "fftw_cut_short": size == "15"}


CPU_RESULTS = {
    "cpu": "A processor", "platform": "PoCL", "driver": "3.1", "fftw": "fftw-3", "threads": [1, 2],
    "fftw_limit_s": 10.0, "copy_gb_s": {"1": 10.04, "2": 18.0},
    "cases": [cpu_case("12", 1 << 22, 1, 1.5), cpu_case("12", 1 << 16, 1, 0.7),
              cpu_case("12", 1 << 22, 2, 2.0), cpu_case("15", 1 << 22, 2, 0.5),
              {"class": "smooth", "kind": "c2c", "size": "15", "batch": 1, "points": 1 << 16,
               "threads": 2, "failure": "WRONG"}]}


class qa_benchmarks_page(unittest.TestCase):
    def test_page_says_what_the_results_say(self):
        page = render.PAGE.read_text()
        self.assertEqual(render.filled(page, render.parts()), page)
        self.assertEqual(render.main(["--check"]), 0)

    def test_committed_results_hold_what_is_promised(self):
        results = render.load("peers")
        self.assertLessEqual(HEAD, set(results))
        self.assertEqual(len(results["cases"]), 193)
        for each in results["cases"]:
            self.assertLessEqual(CASE, set(each), each)

    def test_a_line_a_class(self):
        lines = render.peers_table(RESULTS).splitlines()[2:]
        self.assertEqual(lines, [
            "| c2c 2D, 16² … 4096² | 2 | 0.5 | 0.4 … 0.9 | 1 of 2 | 0.45 … 0.8 | 1.00 | 0.50 |",
            "| c2c of primes, 7 … 1000003 | 1 | 0.9 | 0.5 | 0 of 1 | – | – | – |",
            "| all | 3 | 0.5 … 0.9 | 0.4 … 0.9 | 1 of 3 | 0.45 … 0.8 | 1.00 | 0.50 |"])

    def test_a_line_a_case(self):
        lines = render.cases_table(RESULTS).splitlines()[2:]
        self.assertEqual(lines[0], "| c2c | 8×8 | 10 | 1.111 | 0.900 | 0.5 | 0.45 | 0.30 | "
                                   "2.00 | 123 | 5.7 |")
        self.assertTrue(lines[2].startswith("| c2c | 7×7 | 1 | WRONG |"), lines[2])

    def test_forms_are_told_apart(self):
        windowed = {**case("64x64", 0.9, 0.45, None, "windowed", None), "form": "windowed"}
        plain = {**case("64x64", 0.6, 0.6, None), "form": ""}
        results = {"cases": [windowed, plain]}
        self.assertEqual(render.peers_table(results).splitlines()[2],
                         "| windowed c2c and r2c, 64 … 2^20 | 1 | – | 0.9 | – | 0.45 | 2.00 | "
                         "2.00 |")
        self.assertTrue(render.cases_table(results).splitlines()[2].startswith(
            "| c2c | 64×64, windowed | 10 |"))
        other = {"cases": [{**windowed, "ms": windowed["ms"] * 2}]}
        self.assertIn("| windowed c2c and r2c, 64 … 2^20 | 1 | 0.50 | 0.50 |",
                      render.compared_table(other, results))

    def test_a_draw_is_summed_up(self):
        cases = [{"group": "c2c", "kind": "c2c", "size": "30", "form": "inverse", "batch": 4,
                  "ms": 0.5, "fraction_of_copy": 0.25, "times_peer": ratio, "behind": behind,
                  "plan_ms": 1.25}
                 for ratio, behind in ((4, 0.01), (1, 0.02), (None, 0.3), (2, None))]
        failed = {"group": "r2c", "kind": "r2c", "size": "8", "form": "", "batch": 1,
                  "failure": "WRONG"}
        results = {"cases": [*cases, failed]}
        self.assertEqual(unseen_tables.unseen_table(results).splitlines()[2:], [
            "| c2c | 4 | 2.00 | 1.00 | 2.0 % | 30.0 % | 30.0 % |",
            "| all | 4 | 2.00 | 1.00 | 2.0 % | 30.0 % | 30.0 % |"])
        lines = unseen_tables.unseen_cases_table(results).splitlines()
        self.assertEqual(lines[2], "| c2c | 30, inverse | 4 | 0.500 | 0.250 | 4.00 | 1.0 % | "
                                   "1.2 |")
        self.assertEqual(lines[-1], "| r2c | 8 | 1 | WRONG |  |  |  |  |")

    def test_cost_counts_what_is_within_the_bound(self):
        results = {"cases": [{**case("8x8", 1.0, None, None), "cold_ms": cold, "warm_ms": 1}
                             for cold in (100, 399.9, 400)]}
        lines = render.cost_table(results).splitlines()[2:]
        self.assertEqual(lines[0], "| cold | 400 ms | 2 of 3 | 399.9 ms | 400 ms (c2c 8×8) |")
        self.assertEqual(lines[1], "| warm | 10 ms | 3 of 3 | 1 ms | 1 ms (c2c 8×8) |")
        lines = render.cost_table({**results, "jobs": 14}).splitlines()[2:]
        self.assertTrue(lines[0].startswith("| cold, 14 cases compiled at a time | 400 ms |"))
        self.assertTrue(lines[1].startswith("| warm | 10 ms |"))
        lines = render.cost_table({**results, "first_uses": 3}).splitlines()[2:]
        self.assertTrue(lines[0].startswith("| cold, median of 3 | 400 ms |"))

    def test_another_backend_is_compared_at_equal_batches(self):
        half = {"cases": [{**case("4096", 1.0, None, None, "1d-short"), "batch": 5}]}
        full = {"cases": [case("4096", 0.25, None, None, "1d-short")]}
        lines = render.compared_table(full, half).splitlines()[2:]
        # 4 ms for 10 rows, and 1 ms for 5: half the rate.
        self.assertEqual(lines[-1], "| 1D of at most 4096 points | 1 | 0.50 | 0.50 |")

    def test_committed_results_of_cpus_hold_what_is_promised(self):
        for name in render.CPU:
            results = render.load(name)
            if results is None:
                continue
            with self.subTest(name):
                self.assertLessEqual(CPU_HEAD, set(results))
                self.assertGreaterEqual(len({(c["kind"], c["size"])
                                             for c in results["cases"]}), 60)
                self.assertEqual({(c["points"], c["threads"]) for c in results["cases"]},
                                 {(points, threads) for points in (1 << 22, 1 << 16)
                                  for threads in results["threads"]})
                for each in results["cases"]:
                    self.assertLessEqual(CPU_CASE, set(each), each)
                    self.assertIn(each["class"], cpu_tables.CLASSES)

    def test_a_line_a_class_on_cpus(self):
        lines = cpu_tables.cpu_table(CPU_RESULTS).splitlines()
        self.assertEqual(lines[0], "| class | points in all | cases | target | 2 threads | "
                                   "least | below 0.9 | 1 thread |")
        title = cpu_tables.CLASSES["smooth"][0]
        self.assertEqual(lines[2:], [
            f"| {title} | 4 Mi | 2 | 2.0 | 1.00 | 0.50 (c2c 15) | 1 | 1.50 |",
            f"| {title} | 64 Ki | 0 | 1.0 | – | – | 0 | 0.70 |"])

    def test_a_line_a_case_on_cpus(self):
        lines = cpu_tables.cpu_cases_table(CPU_RESULTS).splitlines()
        self.assertEqual(lines[0], "| kind | size | 4 Mi, threads 2 | 4 Mi, threads 1 | "
                                   "64 Ki, threads 2 | 64 Ki, threads 1 |")
        self.assertEqual(lines[2:], [
            "| c2c | 12 | 0.500 (2.00) | 0.500 (1.50) | – | 0.500 (0.70) |",
            "| c2c | 15 | 0.500 (0.50?) | – | WRONG | – |"])

    def test_the_page_says_where_fftw_measured_less(self):
        self.assertEqual(
            cpu_tables.cpu_about(CPU_RESULTS),
            "A processor, PoCL, driver 3.1; fftw-3, planned with FFTW_MEASURE; threads: 1, 2; "
            "copies 10.0 GB/s on 1, 18.0 GB/s on 2; in 1 of 5 cases FFTW had not measured all "
            "after 10 s")

    def test_markers_and_results_belong_together(self):
        page = "<!-- begin a -->\nold\n<!-- end a -->\n"
        self.assertEqual(render.filled(page, {"a": "new"}),
                         "<!-- begin a -->\nnew\n<!-- end a -->\n")
        for texts in ({}, {"a": "", "b": ""}):
            with self.assertRaises(ValueError):
                render.filled(page, texts)


if __name__ == "__main__":
    unittest.main()
