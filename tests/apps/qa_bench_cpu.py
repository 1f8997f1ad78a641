#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft bench --suite cpu: what it takes, times beside FFTW, prints and writes."""
import ctypes
import json
import math
import pathlib
import re
import tempfile
import unittest

from program import run

HELP = pathlib.Path(__file__).with_name("help") / "bench_cpu.txt"
SEE = "; see gpufft bench --help"
LIBRARIES = "libfftw3f_threads.so.3", "libfftw3f_omp.so.3", "libfftw3f.so.3"

# arguments after "bench --suite cpu", the one line on stderr after "gpufft bench: "
REFUSED = [
    (["4096"], 'only options are taken, got "4096"' + SEE),
    (["--shrink", "2"], "unknown option --shrink" + SEE),
    (["--cases", "c2c:17,c2r"],
     '--cases: "c2r" is no group, kind, size or kind:size of the suite' + SEE),
    (["--points", "65536,all"], "--points must be whole numbers from 1, with commas between, "
     "got 65536,all" + SEE),
    (["--threads", "0"], "--threads must be whole numbers from 1 or all, with commas "
     "between, got 0" + SEE),
    (["--threads", "1,"], "--threads must be whole numbers from 1 or all, with commas "
     "between, got 1," + SEE),
    (["--peer", "cufft"], "--peer must be fftw or mkl, got cufft" + SEE),
    (["--milliseconds", "0"], "--milliseconds must be a whole number, 1 .. 60000, got 0" + SEE),
    (["--plans", "/none.txt"], "cannot read /none.txt"),
]

FIELDS = {"suite", "device", "platform", "driver", "cpu", "gpufft", "peer", "fftw", "fftw_limit_s",
          "threads", "copy_gb_s", "cases"}
CASE_FIELDS = {"class", "kind", "size", "batch", "points", "threads", "ms", "fftw_ms",
               "ratio", "rounds", "difference", "fftw_planning_s", "fftw_cut_short", "plan"}


def has_fftw(name=LIBRARIES[0]):
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def maps_of(name):
    """Lines of what is mapped, with library \\p name."""
    ctypes.CDLL(name)
    return pathlib.Path("/proc/self/maps").read_text().splitlines()


class qa_bench_cpu(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def bench(self, *words, status=0, **environment):
        """(what --json wrote, stdout)"""
        path = self.folder / "results.json"
        done = run("bench", "--suite", "cpu", *words, "--json", path, **environment)
        self.assertEqual((done.returncode, done.stderr), (status, ""))
        return json.loads(path.read_text()), done.stdout

    def test_help_is_the_text(self):
        for words in (["--suite", "cpu", "--help"], ["--suite=cpu", "-h"]):
            done = run("bench", *words)
            self.assertEqual((done.returncode, done.stdout), (0, HELP.read_text()))
        self.assertLessEqual(max(map(len, HELP.read_text().splitlines())), 90)

    def test_wrong_arguments(self):
        for words, line in REFUSED:
            with self.subTest(words):
                done = run("bench", "--suite", "cpu", *words)
                self.assertEqual((done.returncode, done.stdout, done.stderr),
                                 (1, "", f"gpufft bench: {line}\n"))

    def test_no_such_device(self):
        done = run("bench", "--suite", "cpu", "--device", "opencl:99")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("opencl:99", done.stderr)

    def test_without_fftw(self):
        for name in LIBRARIES:  # found first, and no libraries
            (self.folder / name).touch()
        done = run("bench", "--suite", "cpu", LD_LIBRARY_PATH=str(self.folder))
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (2, "", "gpufft bench: FFTW is absent: libfftw3f.so.3 is not to be "
                                 "found\n"))

    def test_without_mkl(self):
        (self.folder / "libmkl_rt.so.2").touch()  # found first, and no library
        (self.folder / "libmkl_rt.so.3").touch()
        done = run("bench", "--suite", "cpu", "--peer", "mkl", LD_LIBRARY_PATH=str(self.folder))
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("MKL is absent: libmkl_rt.so.3 is not to be found; `pip install mkl` in a",
                      done.stderr)

    def test_where_mkl_is(self):
        """$GPUFFT_MKL names a folder, or the file, and nothing else is looked at."""
        for named in self.folder, self.folder / "libmkl_rt.so.2":
            done = run("bench", "--suite", "cpu", "--peer", "mkl", GPUFFT_MKL=str(named))
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(f"is not to be found; $GPUFFT_MKL says {named}\n", done.stderr)

    @unittest.skipUnless(has_fftw(), "FFTW is not installed")
    def test_a_library_by_the_names_of_fftw(self):
        """FFTW in the place of MKL, which has the same names, and no DCT."""
        for name in LIBRARIES[:2]:
            if has_fftw(name):
                path = next(line.split()[-1] for line in maps_of(name) if name[:-2] in line)
                (self.folder / "libmkl_rt.so.3").symlink_to(path)
                break
        for named in "LD_LIBRARY_PATH", "GPUFFT_MKL":
            results, _ = self.bench("--peer", "mkl", "--cases", "c2c:12,r2c:64,dct2:8",
                                    "--points", "4000", "--threads", "1", "--rounds", 1,
                                    **{named: str(self.folder)})
            self.assertEqual((results["peer"], results["fftw"]), ("MKL", "MKL"))
            self.assertEqual([c["kind"] for c in results["cases"]], ["c2c", "r2c"])

    @unittest.skipUnless(has_fftw(), "FFTW is not installed")
    def test_cases(self):
        """Every kind that FFTW is asked for, tails of a batch, several dimensions."""
        results, table = self.bench(
            "--cases", "c2c:12,17,r2c:64,16x16x16,dct2:8x8,c2c:4096", "--points",
            "4000,65536", "--threads", "1,2", "--milliseconds", 2)
        self.assertEqual(set(results), FIELDS)
        self.assertTrue(results["fftw"].startswith("fftw-3."), results["fftw"])
        self.assertEqual((results["threads"], list(results["copy_gb_s"])), ([1, 2], ["1", "2"]))
        self.assertGreater(min(results["copy_gb_s"].values()), 1e-3)
        cases = results["cases"]
        self.assertEqual([(c["class"], c["size"], c["batch"], c["threads"]) for c in cases], [
            (group, size, int(points // math.prod(map(int, size.split("x")))), threads)
            for threads in (1, 2)
            for group, size in (("powers", "4096"), ("smooth", "12"), ("primes", "17"),
                                ("real", "64"), ("2d-3d", "16x16x16"), ("dct", "8x8"))
            for points in (4000, 65536)
            if points == 65536 or not size.startswith(("4096", "16x"))])
        for case in cases:
            with self.subTest(case["size"]):
                self.assertEqual(set(case), CASE_FIELDS)
                self.assertGreater(case["ms"], 0)
                self.assertAlmostEqual(case["ratio"], case["fftw_ms"] / case["ms"],
                                       delta=0.01 * case["ratio"] + 1e-4)
                self.assertGreaterEqual(case["rounds"], 5)
                self.assertTrue(0 < case["difference"] < 2e-6, case["difference"])
                self.assertTrue(case["plan"].startswith(f"{case['kind']} forward "))
                self.assertRegex(table, rf"(?m)^ *{case['kind']} {case['size']} "
                                        rf"x{case['batch']} +{case['threads']} ")
        for threads, target in ((2, "1.2"), (1, "-")):
            ratio = next(c["ratio"] for c in cases
                         if (c["size"], c["threads"]) == ("4096", threads))
            found = re.search(rf"^  powers +64 Ki +{threads} +1 +([\d.]+) +(\S+)", table, re.M)
            self.assertAlmostEqual(float(found[1]), ratio, delta=0.006)
            self.assertEqual(found[2], target)

    @unittest.skipUnless(has_fftw(), "FFTW is not installed")
    def test_a_case_that_fails_is_named(self):
        """A workgroup of more work-items than any device has."""
        plans = self.folder / "plans.txt"
        plans.write_text("c2c forward 64: stockham | 4.4.4 columns=row:400\n")
        results, table = self.bench("--cases", "c2c:64,c2c:128", "--plans", plans,
                                    "--points", "1024", "--threads", "1", "--rounds", 1,
                                    status=3)
        failed, other = results["cases"]
        self.assertEqual(set(failed), {"class", "kind", "size", "batch", "points", "threads",
                                       "failure"})
        self.assertIn(failed["failure"], table)
        self.assertEqual(other["rounds"], 1)


if __name__ == "__main__":
    unittest.main()
