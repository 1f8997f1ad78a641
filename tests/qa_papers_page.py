#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""docs/papers.md says what the committed results say, and papers_page.py makes it so."""
import json
import pathlib
import sys
import unittest

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "docs/benchmarks"
sys.path.insert(0, str(FOLDER))
sys.dont_write_bytecode = True

import papers_page  # noqa: E402
import papers_tables as tables  # noqa: E402

PAPERS = {"hbpl": 36, "nukada": 2, "mpfft": 14, "gu": 12, "ambuluri": 3}


def time(us, gflops=1.0, plan="a", **more):
    return {"plan": plan, "batch": 8, "us": us, "spread": 0.01, "gflops": gflops,
            "of_copy": 0.25, **more}


FAILED = {"plan": "b", "failure": "WRONG"}


def choice(paper, kind, size, model, best, plan="b"):
    return {"paper": paper, "kind": kind, "size": size, "model": time(model, 10.0),
            "best": time(best, 20.0, plan), "timed": 12,
            "lost": round(1 - best / model, 4)}


RESULTS = {"cases": [
    choice("hbpl", "c2c", "4", 100, 95), choice("hbpl", "c2c", "8", 100, 100, "a"),
    choice("hbpl", "dct2", "4", 100, 50),
    {"paper": "hbpl", "kind": "dct2", "size": "8", "failure": "WRONG"},
    choice("mpfft", "c2c", "30x30", 100, 25), choice("mpfft", "c2c", "7", 100, 100),
    {"paper": "nukada", "kind": "c2c", "size": "192", "orders": [
        {"radices": [12, 16], "conflicts": [4, 1.5], "plain": time(20, 5.0),
         "padded": time(10, 10.0)},
        {"radices": [16, 12], "conflicts": [2, 1], "plain": time(10, 10.0),
         "padded": time(12.5, 8.0)},
        {"radices": [3, 64], "conflicts": [1], "plain": time(25, 4.0)}]},
    {"paper": "gu", "kind": "c2c", "size": "64x64", "plans": [
        time(90, form="vectors", split=[4096]), time(100, form="work-items", split=[64, 64]),
        time(300, form="work-items", split=[64, 8, 8]),
        time(200, form="work-items", split=[8, 8, 64]),
        {**FAILED, "form": "work-items", "split": [8, 8, 8, 8]}]},
    {"paper": "ambuluri", "kind": "c2c", "size": "256", "ways": [
        {"radix": 2, "points": 2, "work_items": 128, "time": time(9, 2.0)},
        {"radix": 4, "points": 4, "work_items": 64, "time": time(9, 8.0)}]}]}


def lines_of(table):
    return table.splitlines()[2:]


class qa_papers_page(unittest.TestCase):
    def test_page_says_what_the_results_say(self):
        self.assertEqual(papers_page.main(["--check"]), 0)

    def test_committed_results_hold_what_is_promised(self):
        for results in papers_page.committed():
            with self.subTest(results["device"]):
                counts = {p: len(tables.cases_of(results, p)) for p in PAPERS}
                self.assertEqual(counts, PAPERS)

    def test_the_models_loss(self):
        self.assertEqual(lines_of(tables.choice_table(RESULTS)), [
            "| 4 | 100 | 95 | 5.0 % | 100 | 50 | 50.0 % |",
            "| 8 | 100 | 100 | 0.0 % | failed | – | – |"])
        self.assertEqual(
            tables.choice_summary(RESULTS),
            "Of 3 transforms the search keeps the model's plan for 1; it times 12 to 12 plans "
            "of each, 12 at the median. 2 are within 6.2 % of the best; the mean loss is 22.0 %, "
            "the most 50.0 % (dct2 4). The median of a time's rounds is 1.0 % above it (median "
            "over the transforms).")

    def test_a_loss_below_zero_is_shown(self):
        cases = {"cases": [choice("hbpl", "c2c", "4", 100, 102)]}
        self.assertEqual(lines_of(tables.choice_table(cases)), ["| 4 | 100 | 102 | -2.0 % |"])

    def test_orders_and_padding(self):
        case, = tables.cases_of(RESULTS, "nukada")
        self.assertEqual(lines_of(tables.orders_table(case)), [
            "| 12·16 | 4.00 | 1.50 | 5.0 | 10.0 | 2.00 |",
            "| 16·12 | 2.00 | 1.00 | 10.0 | 8.0 | 0.80 |",
            "| 3·64 | 1.00 | – | 4.0 | – | – |"])
        self.assertEqual(
            tables.orders_summary(case),
            "3 orders. The fastest (12·16, padded, 10.0 GFLOP/s) is 2.5 times as fast as the "
            "slowest (3·64). Padding would be chosen for 2 of them, and is faster for 1: 1.26 "
            "times as fast on average, 0.80 to 2.00.")

    def test_tuned_and_untuned(self):
        self.assertEqual(lines_of(tables.tuned_table(RESULTS)), [
            "| 30×30 | 10.0 | 20.0 | 4.00 | 12 |", "| 7 | 10.0 | 20.0 | 1.00 | 12 |"])
        self.assertEqual(tables.tuned_summary(RESULTS),
                         "Tuning makes 2 transforms 2.00 times as fast on average, 4.00 at most "
                         "(30×30).")

    def test_passes(self):
        self.assertEqual(lines_of(tables.passes_table(RESULTS))[0],
                         "| 64×64 | vectors, chosen | 1 | 4096 | 90 | 0.250 |")
        self.assertEqual(lines_of(tables.passes_table(RESULTS))[4],
                         "|  | work-items | 4 | 8 · 8 · 8 · 8 | failed | – |")
        self.assertEqual(tables.passes_summary(RESULTS),
                         "Of the plans with work-items, the fastest of each number of passes: "
                         "3 passes instead of 2 take 2.00 times as long (1 transforms).")

    def test_word_groups(self):
        case, = tables.cases_of(RESULTS, "ambuluri")
        table = tables.groups_table(case).splitlines()
        self.assertEqual(table[0], "| radix | 2 points × 128 | 4 points × 64 |")
        self.assertEqual(table[2:], ["| 2 | 2.0 | – |", "| 4 | – | 8.0 |"])
        self.assertEqual(tables.groups_summary(case),
                         "The fastest is radix 4 with 4 points a work-item, 4.0 times as fast as "
                         "radix 2 with 2.")

    def test_constant_geometry(self):
        case, = tables.cases_of(RESULTS, "ambuluri")
        ways = [{**way, "geometry": "direct"} for way in case["ways"]]
        ways += [{"radix": 2, "points": 2, "work_items": 128, "geometry": "constant",
                  "time": time(9, 1.0)},
                 {"radix": 4, "points": 4, "work_items": 64, "geometry": "constant",
                  "time": time(9, 10.0)},
                 {"radix": 16, "points": 16, "work_items": 16, "geometry": "constant",
                  "time": FAILED}]
        case = {**case, "ways": ways}
        self.assertEqual(lines_of(tables.groups_table(case)), [
            "| 2 | 2.0 | – | – |", "| 2, constant | 1.0 | – | – |", "| 4 | – | 8.0 | – |",
            "| 4, constant | – | 10.0 | – |", "| 16, constant | – | – | failed |"])
        self.assertEqual(tables.groups_summary(case),
                         "The fastest is radix 4 with 4 points a work-item by constant geometry, "
                         "10.0 times as fast as radix 2 with 2 by constant geometry. Constant "
                         "geometry is 0.79 times as fast as direct on average, 0.50 to 1.25.")

    def test_a_page_of_one_device(self):
        about = {"suite": "papers", "device": "A GPU", "platform": "CUDA", "driver": "1",
                 "compute_units": 2, "copy_gb_s": 10.04, "input_mib": 0.5, "search_s": 6.0,
                 "rounds": 7, "clocks": {"cores_mhz": 0}, **RESULTS}
        page = papers_page.page_of([json.loads(json.dumps(about))])
        self.assertIn("| A GPU (CUDA) | 1 | 2 | not told | 10.0 | 0.5 MiB | 6 s | 7 |", page)
        for paper in PAPERS:
            self.assertIn(f"\n### {paper}: A GPU (CUDA)\n", page)


if __name__ == "__main__":
    unittest.main()
