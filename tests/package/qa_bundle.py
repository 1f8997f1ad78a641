#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""script/bundle makes a folder that runs elsewhere, with nothing of this machine's but
libc, libstdc++ and the loader of OpenCL.

Usage: qa_bundle.py BUILD"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv.pop(1)) if len(sys.argv) > 1 else ROOT / "build"
OF_EVERY_MACHINE = re.compile(r"(ld-linux|linux-vdso|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s)"
                              r"\.so)")
# The loader of drivers, and a library that comes with CUDA: the bundle's README says so.
OF_THE_GPU = ("libOpenCL.so", "libnvrtc.so")


def bundle(*arguments):
    return subprocess.run([ROOT / "script/bundle", *map(str, arguments)], timeout=1500,
                          capture_output=True, text=True, check=False)


class qa_bundle(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.top = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        made = pathlib.Path(cls.top.name) / "made"
        cls.printed = bundle(made, "--build", BUILD, "--data", ROOT / "tests/package")
        # Where it was made must not count.
        cls.folder = pathlib.Path(cls.top.name) / "another place"
        if cls.printed.returncode == 0:
            made.rename(cls.folder)

    @classmethod
    def tearDownClass(cls):
        cls.top.cleanup()

    def run_in_it(self, *arguments, **variables):
        """With nothing of this environment but where programs are."""
        return subprocess.run(
            [self.folder / "run", *arguments], timeout=1500, capture_output=True, text=True,
            check=False, cwd="/",
            env={"PATH": "/usr/bin:/bin", "HOME": str(self.folder), **variables})

    def test_001_says_what_is_in_it(self):
        self.assertEqual(self.printed.returncode, 0, self.printed.stderr)
        self.assertRegex(self.printed.stdout,
                         r"\d+ programs, [12] backends, \d+ libraries, \d+\.\d MiB\n$")
        self.assertTrue((self.folder / "README").is_file())
        self.assertTrue((self.folder / "data/qa_bundle.py").is_file())

    def test_002_brings_every_library(self):
        files = [*(self.folder / "bin").iterdir(), *(self.folder / "lib").rglob("*.so*")]
        self.assertGreater(len(files), 3)
        for file in files:
            printed = subprocess.run(
                ["/usr/bin/ldd", file], capture_output=True, text=True, check=False,
                env={"LD_LIBRARY_PATH": str(self.folder / "lib")}).stdout
            for name, path in re.findall(r"^\s*(\S+) => (.*?)(?: \(0x.*)?$", printed, re.M):
                if not OF_EVERY_MACHINE.match(name) and not name.startswith(OF_THE_GPU):
                    self.assertTrue(path.startswith(str(self.folder)),
                                    f"{file.name} takes {name} from {path}")

    def test_003_plans(self):
        done = self.run_in_it("gpufft", "plan", "4096")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, "^c2c forward 4096: .*; 1 pass\n$")

    def test_004_finds_its_backends(self):
        done = self.run_in_it("gpufft", "devices")
        # 1 where there is no device at all, as on a machine without drivers.
        self.assertIn(done.returncode, (0, 1), done.stderr)
        for module in (self.folder / "lib/gpufft").iterdir():
            self.assertNotIn(f"{module.name} is not in", done.stdout + done.stderr)

    def test_005_runs_its_tests(self):
        listed = self.run_in_it("--list").stdout.splitlines()
        names = [line.split("\t")[0] for line in listed]
        self.assertTrue(names)
        done = self.run_in_it("--tests", f"^{re.escape(names[0])}$")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertRegex(done.stdout, f"^passed {re.escape(names[0])}, [0-9]+ s\n$")
        self.assertEqual(self.run_in_it("--tests", "there.is.none").returncode, 1)

    def test_006_transforms_on_a_device(self):
        devices = self.run_in_it("gpufft", "devices")
        here = self.run_in_it("--list").stdout
        if devices.returncode or "exec.lengths_to_64\t" not in here:
            self.skipTest("no device, or no tests were built")
        self.assertIn(",device,", here)
        one = (self.folder / "tests.txt").read_text()
        command = re.search(r"^exec\.lengths_to_64\t.*'bin/(\S+)'", one, re.M)[1]
        done = self.run_in_it(command, "float32", "1", "0", "60")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_006_runs_a_campaign(self):
        if not (self.folder / "bin/campaign_trials").exists():
            self.skipTest("campaign_trials was not built")
        done = self.run_in_it("campaign", "--kinds", "plans", "--count", "plans=20",
                              "--seed", "1")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"plans +20 +20 +0 ")

    def test_007_refuses_what_it_cannot_do(self):
        again = bundle(self.folder, "--build", BUILD)
        self.assertEqual(again.returncode, 1)
        self.assertIn("is there already; remove it, or name another", again.stderr)
        empty = bundle(self.folder / "x", "--build", "/nonexistent")
        self.assertEqual(empty.returncode, 1)
        self.assertIn("/nonexistent has no backend; build with script/build --tests",
                      empty.stderr)
        no_data = bundle(self.folder / "x", "--build", BUILD, "--data", "/nonexistent")
        self.assertEqual(no_data.returncode, 1)
        self.assertIn("--data /nonexistent: no such folder", no_data.stderr)
        self.assertEqual(bundle().returncode, 2)

    def test_008_explains_itself(self):
        done = bundle("--help")
        self.assertEqual(done.returncode, 0)
        for word in ("--build", "--data", "run --device-tests", "Exit status"):
            self.assertIn(word, " ".join(done.stdout.split()))
        launcher = self.run_in_it("--help")
        self.assertEqual(launcher.returncode, 0)
        self.assertIn("GPUFFT_DEVICE", launcher.stdout)


if __name__ == "__main__":
    os.environ.pop("LD_LIBRARY_PATH", None)
    unittest.main()
