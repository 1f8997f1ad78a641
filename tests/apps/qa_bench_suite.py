#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft bench --suite: what it takes, times, prints and writes; on any device."""
import json
import math
import pathlib
import re
import tempfile
import unittest

from program import run

HELP = pathlib.Path(__file__).with_name("help") / "bench_suite.txt"
SEE = "; see gpufft bench --help"

# arguments after "bench --suite", the one line on stderr after "gpufft bench: "
REFUSED = [
    (["all"], "--suite must be peers, small, cpu, unseen or papers, got all" + SEE),
    (["peers", "4096"], 'only options are taken, got "4096"' + SEE),
    (["peers", "--flowgraph"], "unknown option --flowgraph" + SEE),
    (["peers", "--cases", "4099"],
     '--cases: "4099" is no group, kind, size or kind:size of the suite' + SEE),
    (["small", "--cases", "1d,dct2"],
     '--cases: "dct2" is no group, kind, size or kind:size of the suite' + SEE),
    (["peers", "--shrink", "0"],
     "--shrink must be a whole number, 1 .. 1073741824, got 0" + SEE),
    (["peers", "--rounds", "none"],
     "--rounds must be a whole number, 1 .. 1000, got none" + SEE),
    (["peers", "--jobs", "0"], "--jobs must be a whole number, 1 .. 256, got 0" + SEE),
    (["peers", "--first-uses", "0"],
     "--first-uses must be a whole number, 1 .. 100, got 0" + SEE),
    (["peers", "--plans", "/none.txt"], "cannot read /none.txt"),
]

FIELDS = {"suite", "device", "platform", "driver", "gpufft", "clocks", "copy_gb_s",
          "cufft_version", "vkfft_version", "jobs", "first_uses", "cases"}
CASE_FIELDS = {"group", "kind", "size", "form", "batch", "ms", "fraction_of_copy", "target",
               "cufft", "vkfft", "ratio", "error", "cold_ms", "warm_ms", "workspace_bytes",
               "plan"}


class qa_bench_suite(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def bench(self, *words, status=0):
        """(what --json wrote, stdout)"""
        path = self.folder / "results.json"
        done = run("bench", "--suite", *words, "--json", path)
        self.assertEqual((done.returncode, done.stderr), (status, ""))
        return json.loads(path.read_text()), done.stdout

    def test_help_is_the_text(self):
        for words in (["peers", "--help"], ["small", "-h"], ["--help"]):
            done = run("bench", "--suite", *words)
            if words == ["--help"]:  # taken for the suite's name
                self.assertEqual(done.returncode, 1)
                continue
            self.assertEqual((done.returncode, done.stdout), (0, HELP.read_text()))
        self.assertLessEqual(max(map(len, HELP.read_text().splitlines())), 90)

    def test_wrong_arguments(self):
        for words, line in REFUSED:
            with self.subTest(words):
                done = run("bench", "--suite", *words)
                self.assertEqual((done.returncode, done.stdout, done.stderr),
                                 (1, "", f"gpufft bench: {line}\n"))

    def test_no_such_device(self):
        done = run("bench", "--suite", "peers", "--device", "opencl:99")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("opencl:99", done.stderr)

    def test_first_uses_of_a_driver_that_keeps_programs(self):
        done = run("bench", "--suite", "peers", "--cases", "60", "--first-uses", 2)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, "--first-uses: the driver of opencl:[0-9]+ knows what")

    def test_peers(self):
        results, table = self.bench("peers", "--cases", "c2c:60,r2c:256,dct2:8x8",
                                    "--shrink", 10000, "--rounds", 3, "--jobs", 2)
        self.assertEqual(set(results), FIELDS)
        self.assertEqual((results["suite"], results["jobs"], results["first_uses"]),
                         ("peers", 2, 1))
        self.assertGreater(results["copy_gb_s"], 0.01)
        self.assertRegex(table, r"; cuFFT (\d+|is absent: \w.*)\n")
        cases = results["cases"]
        self.assertEqual([(c["kind"], c["size"], c["batch"], c["target"]) for c in cases],
                         [("c2c", "60", 223, 0.97), ("r2c", "256", 52, 0.945),
                          ("dct2", "8x8", 209, 0.99)])
        for case, in_bytes, out_bytes in zip(cases, (480, 1024, 256), (480, 1032, 256)):
            with self.subTest(case["kind"]):
                self.assertEqual(set(case) - {"cufft_ms"}, CASE_FIELDS)
                self.assertGreater(case["ms"], 0)
                rate = case["batch"] * (in_bytes + out_bytes) / case["ms"] / 1e6
                self.assertAlmostEqual(case["fraction_of_copy"],
                                       rate / results["copy_gb_s"],
                                       delta=0.05 * case["fraction_of_copy"])
                self.assertTrue(0 < case["error"] < 1e-6, case["error"])
                self.assertGreater(case["cold_ms"], 0)
                self.assertGreater(case["warm_ms"], 0)
                self.assertTrue(case["plan"].startswith(f"{case['kind']} forward "))
                self.assertIn(f"{case['kind']} {case['size']} x{case['batch']} ", table)
        mean = math.prod(c["fraction_of_copy"] for c in cases) ** (1 / 3)
        found = re.search(r"^  all +3 +([\d.]+)", table, re.M)
        # Three decimals in the table, four in the results.
        self.assertAlmostEqual(float(found[1]), mean, delta=max(0.01 * mean, 0.0006))

    def test_every_kind_and_form(self):
        """Each is computed and found right, in the smallest batches; the long ones of a
        form do what its short ones do."""
        sizes = "c2r:64,c2r:64x64,64,1025,1023,dct4:1024,dst3:1024,dst4:64"
        results, _ = self.bench("peers", "--cases", sizes, "--shrink", 1 << 30, "--rounds", 1,
                                "--jobs", 2)
        done = {(c["kind"], c["form"]) for c in results["cases"] if "ms" in c}
        self.assertEqual(len(done), len({(c["kind"], c["form"]) for c in results["cases"]}))
        wanted = {("c2r", ""), ("c2c", "windowed"), ("c2c", "float64"), ("c2c", "float16"),
                  ("dct1", ""), ("dct3", ""), ("dct4", ""), ("dst1", ""), ("dst2", ""),
                  ("dst3", ""), ("dst4", "")}
        self.assertLessEqual(wanted, done)
        forms, _ = self.bench("peers", "--cases",
                              "inverse,rotated,planar,in-place,float16,windowed,float64,alone",
                              "--shrink", 1 << 30, "--rounds", 1, "--most-points", 4096,
                              "--jobs", 2)
        self.assertEqual([c for c in forms["cases"] if "ms" not in c], [])
        self.assertEqual({c["group"] for c in forms["cases"]},
                         {"inverse", "rotated", "planar", "in-place", "float16", "windowed",
                          "float64", "alone"})
        for case in forms["cases"]:
            self.assertIn(case["form"], case["plan"], case)
            bound = {"float64": 1e-14, "float16": 2e-3}.get(case["form"], 1e-6)
            self.assertTrue(0 < case["error"] < bound, case)

    def test_small(self):
        results, table = self.bench("small", "--cases", "c2c:64,32x32x32", "--rounds", 1)
        self.assertEqual([(c["size"], c["batch"]) for c in results["cases"]],
                         [(size, batch) for size in ("64", "32x32x32")
                          for batch in (1, 10, 100)])
        for case in results["cases"]:
            self.assertGreater(case["wall_ms"], 0)
            self.assertIn(f"c2c {case['size']} x{case['batch']} ", table)

    def test_given_plans(self):
        plans = self.folder / "plans.txt"
        line = "c2c forward 32: stockham | 4.8"
        plans.write_text(f"# of 32 points\n\n{line}\n")
        results, _ = self.bench("peers", "--cases", "c2c:32,c2c:128", "--plans", plans,
                                "--shrink", 100000, "--rounds", 1)
        used, other = (case["plan"] for case in results["cases"])
        self.assertEqual(used, line)
        self.assertTrue(other.startswith("c2c forward 128: "), other)
        plans.write_text(f"{line}\nc2c forward 32: stockham | 4.4\n")
        done = run("bench", "--suite", "peers", "--plans", plans)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn(f"{plans}, line 2: ", done.stderr)

    def test_a_case_that_fails_is_named(self):
        """A workgroup of more work-items than any device has."""
        plans = self.folder / "plans.txt"
        plans.write_text("c2c forward 32: stockham | 4.8 columns=row:600\n")
        results, table = self.bench("peers", "--cases", "c2c:32,c2c:128", "--plans", plans,
                                    "--shrink", 100000, "--rounds", 1, status=3)
        failed, other = results["cases"]
        self.assertEqual(set(failed), {"group", "kind", "size", "form", "batch", "failure"})
        self.assertIn(failed["failure"], table)
        self.assertIn("ms", other)


if __name__ == "__main__":
    unittest.main()
