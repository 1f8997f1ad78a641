#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft devices where a GPU of NVIDIA's is, with and without its compiler.

$FAKE_CUDA_FOLDER has a library in place of the driver, $FAKE_NVRTC compilers that compile
nothing, as libnvrtc.so.VERSION.
"""
import json
import os
import pathlib
import tempfile
import unittest

from program import run

VERSION = "13.90"
PLACES = ["GPUFFT_NVRTC", "VIRTUAL_ENV", "CONDA_PREFIX", "CUDA_HOME", "CUDA_PATH"]


class qa_devices_of_nvidia(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.root = pathlib.Path(made.name)

    def put_nvrtc(self, folder):
        """The compiler and its part at `folder` below the root."""
        lies_at = self.root / folder
        lies_at.mkdir(parents=True)
        of = pathlib.Path(os.environ["FAKE_NVRTC"])
        (lies_at / "libnvrtc.so.13").symlink_to(of / f"libnvrtc.so.{VERSION}")
        (lies_at / f"libnvrtc-builtins.so.{VERSION}").symlink_to(
            of / f"libnvrtc-builtins.so.{VERSION}")

    def listed(self, *options, **environment):
        places = dict.fromkeys(PLACES)
        done = run("devices", *options, **{**places, "XDG_CACHE_HOME": str(self.root),
                                           "LD_LIBRARY_PATH": os.environ["FAKE_CUDA_FOLDER"],
                                           **environment})
        self.assertIn(done.returncode, (0, 2), done.stderr)
        return done.stdout

    def test_says_what_to_install(self):
        nowhere = {"GPUFFT_NVRTC": "/nowhere"}
        text = self.listed(**nowhere)
        self.assertNotIn("cuda:0", text)
        advice = [line for line in text.splitlines() if line.startswith("advice: ")]
        self.assertEqual(len(advice), 1, text)
        self.assertRegex(advice[0], r"^advice: Fake GPU is not used: install NVRTC: "
                                    r".*pip install 'nvidia-cuda-nvrtc==13\.\*'$")
        self.assertIn("not found: cuda: Fake GPU (sm_90): no compiler (NVRTC) that fits the "
                      "driver: $GPUFFT_NVRTC names none; install NVRTC: ", text)
        listed = json.loads(self.listed("--json", **nowhere))
        self.assertEqual(["advice: " + line for line in listed["advice"]], advice)

    def test_finds_the_compiler_where_people_have_it(self):
        for variable, root, folder in (
                ("GPUFFT_NVRTC", "a", "a"),
                ("GPUFFT_NVRTC", "b", "b/lib64"),
                ("VIRTUAL_ENV", "c", "c/lib/python3.11/site-packages/nvidia/cu13/lib"),
                ("CONDA_PREFIX", "d", "d/lib")):
            with self.subTest(variable=variable, folder=folder):
                self.put_nvrtc(folder)
                text = self.listed(**{variable: str(self.root / root)})
                self.assertRegex(text, rf"\bcuda:0 .* CUDA 13\.0, NVRTC {VERSION} ")
                self.assertNotIn("advice: Fake GPU", text)

    def test_a_file_can_be_named(self):
        self.put_nvrtc("e")
        self.assertIn(f"NVRTC {VERSION}",
                      self.listed(GPUFFT_NVRTC=str(self.root / "e/libnvrtc.so.13")))

    def test_the_working_directory_is_no_place(self):
        self.put_nvrtc("f")
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(self.root / "f")
        for variable in PLACES:
            self.assertNotIn(f"NVRTC {VERSION}", self.listed(**{variable: "."}), variable)

    def test_nvrtc_needs_nothing_of_the_working_directory(self):
        """Where wheels of it have the loader look."""
        self.put_nvrtc("g")
        here = self.root / "here"
        here.mkdir()
        for name in ("librt.so.1", f"libnvrtc-builtins.so.{VERSION}"):
            (here / name).symlink_to(os.environ["HOSTILE_LIBRARY"])
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(here)
        done = run("devices", GPUFFT_NVRTC=str(self.root / "g"),
                   LD_LIBRARY_PATH=os.environ["FAKE_CUDA_FOLDER"])
        self.assertIn(f"NVRTC {VERSION}", done.stdout)
        self.assertNotIn("hostile", done.stderr)


if __name__ == "__main__":
    unittest.main()
