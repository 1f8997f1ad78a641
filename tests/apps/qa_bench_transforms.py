#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft bench SHAPE...: what it takes, times, prints and draws."""
import ctypes
import json
import math
import os
import pathlib
import re
import tempfile
import unittest

from program import run

HELP = pathlib.Path(__file__).with_name("help") / "bench_transforms.txt"
SEE = "; see gpufft bench --help"

# arguments after "bench", the one line on stderr after "gpufft bench: "
REFUSED = [
    (["--transforms"], "no SHAPE is given, e.g. gpufft bench --transforms 4096" + SEE),
    (["64x"], '"64x" is no SHAPE such as 4096, 64x64 or 16x16x16' + SEE),
    (["64", "--shrink", "2"], "unknown option --shrink" + SEE),
    (["64", "--batch", "0"], "--batch must be a whole number, 1 .. 1073741824, got 0" + SEE),
    (["64", "--rounds", "0"], "--rounds must be a whole number, 1 .. 100000, got 0" + SEE),
    (["64", "--kind", "dct5"], "--kind must be c2c, r2c, c2r, dct1, dct2, dct3, dct4, dst1, "
     "dst2, dst3 or dst4, got dct5" + SEE),
    (["64", "--plot", "x.jpg"], "--plot x.jpg: pictures are PNG files; --plot x.jpg.png works"
     + SEE),
    # Said before anything is measured, not after it.
    (["64", "--plot", "/nowhere/x.png"],
     "cannot write /nowhere/x.png: there is no folder /nowhere"),
    (["--suite", "peers", "--json", "/nowhere/x"],
     "cannot write /nowhere/x: there is no folder /nowhere"),
    (["--suite", "cpu", "--json", "/nowhere/x"],
     "cannot write /nowhere/x: there is no folder /nowhere"),
    (["--suite", "papers", "--json", "/nowhere/x"],
     "cannot write /nowhere/x: there is no folder /nowhere"),
]

FIELDS = {"device", "platform", "driver", "gpufft", "clocks", "fftw", "no_fftw",
          "fftw_threads", "cufft", "no_cufft", "clfft", "no_clfft", "rounds", "transforms"}
TIMED = {"transform", "kind", "points", "batch", "plan", "plan_origin", "us", "gflops",
         "gb_per_s", "of_copy", "host_us", "host_gflops", "cufft_us", "clfft_us",
         "fftw_us"}


def has_fftw():
    try:
        ctypes.CDLL("libfftw3f.so.3")
    except OSError:
        return False
    return True


class qa_bench_transforms(unittest.TestCase):
    def bench(self, *words, status=0, **environment):
        done = run("bench", *words, "--rounds", 3, "--json", **environment)
        self.assertEqual((done.returncode, done.stderr), (status, ""))
        results = json.loads(done.stdout)
        self.assertEqual(set(results), FIELDS)
        return results

    def test_help_is_the_text(self):
        for words in (["--transforms", "--help"], ["64", "-h"]):
            done = run("bench", *words)
            self.assertEqual((done.returncode, done.stdout), (0, HELP.read_text()))
        self.assertLessEqual(max(map(len, HELP.read_text().splitlines())), 90)

    def test_wrong_arguments(self):
        for words, line in REFUSED:
            with self.subTest(words):
                done = run("bench", *words)
                self.assertEqual((done.returncode, done.stdout, done.stderr),
                                 (1, "", f"gpufft bench: {line}\n"))

    def test_rates_follow_from_the_times(self):
        shapes = {"64": (64, 8, 8), "12x10": (120, 8, 8)}
        results = self.bench(*shapes, "--batch", 100)
        self.assertEqual(results["rounds"], 3)
        for t, (points, *bytes_each) in zip(results["transforms"], shapes.values()):
            self.assertLessEqual(TIMED, set(t))
            self.assertEqual((t["points"], t["batch"]), (points, 100))
            operations = 5 * points * math.log2(points) * 100
            for rate, us in (("gflops", "us"), ("host_gflops", "host_us")):
                self.assertAlmostEqual(t[rate], 1e-3 * operations / t[us],
                                       delta=0.01 * t[rate] + 2e-3)
            self.assertAlmostEqual(t["gb_per_s"], 1e-3 * points * sum(bytes_each) * 100 / t["us"],
                                   delta=0.01 * t["gb_per_s"] + 2e-3)
            self.assertGreater(t["of_copy"], 0)
            if results["fftw"]:
                self.assertGreater(t["fftw_us"], 0)

    def test_real_sides_count_half(self):
        t, = self.bench("64", "--kind", "r2c", "--batch", 64)["transforms"]
        self.assertAlmostEqual(t["gflops"], 1e-3 * 2.5 * 64 * 6 * 64 / t["us"],
                               delta=0.01 * t["gflops"] + 2e-3)

    # What they name is noise; nothing computes the same beside ours.
    def test_expressions_have_no_peers(self):
        t, = self.bench("64", "--batch", 64, "--load", "x * conj(h[n])", "--store",
                        "norm(y) * s", "--real-output",
                        "--arguments", "complex h[64]; number s")["transforms"]
        self.assertNotIn("failure", t)
        self.assertGreater(t["us"], 0)
        self.assertGreater(t["host_us"], 0)
        self.assertEqual([t["fftw_us"], t["cufft_us"], t["clfft_us"]], [None] * 3)

    @unittest.skipUnless(has_fftw(), "FFTW is not installed")
    def test_fftw_is_beside_what_it_has(self):
        for words, is_there in ((["--kind", "dct2"], True), (["--kind", "dct3"], False),
                                (["--inverse"], False), (["--precision", "float64"], False),
                                (["--planar-input"], False), (["--in-place"], False),
                                (["--windowed"], False)):
            with self.subTest(words):
                t, = self.bench("16", "--batch", 64, *words)["transforms"]
                self.assertEqual(t["fftw_us"] is not None, is_there)
                self.assertGreater(t["host_us"], 0)

    def test_clfft_is_beside_what_it_has(self):
        for words, is_there in ((["1024"], True), (["30x8"], True),
                                (["64", "--kind", "r2c"], True), (["17"], False),
                                (["16", "--kind", "dct2"], False), (["16", "--inverse"], False),
                                (["16", "--precision", "float64"], False)):
            with self.subTest(words):
                results = self.bench(*words, "--batch", 64)
                if not results["clfft"]:
                    self.assertIn("libclFFT.so.2", results["no_clfft"])
                    self.skipTest("clFFT is not installed")
                t, = results["transforms"]
                self.assertNotIn("clfft_failure", t)
                self.assertEqual(t["clfft_us"] is not None, is_there)

    def test_clfft_may_crash(self):
        for words, reason in (({}, "ended its process by signal 6"),
                              ({"FAKE_CLFFT": "refuse"}, "clfftBakePlan gives status 4097"),
                              ({"FAKE_CLFFT": "crash_later"}, "ended its process by signal 6")):
            with self.subTest(words):
                fake = {"LD_LIBRARY_PATH": os.environ["FAKE_CLFFT_DIR"], **words}
                t, = self.bench("64", "17", "--batch", 64, **fake)["transforms"][:1]
                self.assertIsNone(t["clfft_us"])
                self.assertIn(reason, t["clfft_failure"])
                self.assertGreater(t["us"], 0)
                done = run("bench", "64", "--batch", 64, "--rounds", 1, **fake)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertIn("; clFFT 2.0.0", done.stdout)
                self.assertIn("  failed  ", done.stdout)
                self.assertIn("c2c forward 64: clFFT failed: ", done.stdout)
                self.assertIn(reason, done.stdout)

    def test_a_table(self):
        done = run("bench", "64", "480", "--batch", 10, "--rounds", 1)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        head, *lines = done.stdout.splitlines()[2:]
        self.assertEqual(re.split(r"  +", head)[:3], ["TRANSFORM", "BATCH", "us"])
        self.assertEqual([re.split(r"  +", line)[:2] for line in lines],
                         [["c2c forward 64", "10"], ["c2c forward 480", "10"]])

    def test_a_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "rates.png"
            done = run("bench", "64", "--batch", 10, "--rounds", 1, "--plot", path)
            if "this build is without" in done.stderr:
                self.skipTest("the program was built without its Python package")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("c2c forward 64", done.stdout)
            self.assertEqual(path.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")

    def test_no_such_device(self):
        done = run("bench", "64", "--device", "opencl:99")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("opencl:99", done.stderr)


if __name__ == "__main__":
    unittest.main()
