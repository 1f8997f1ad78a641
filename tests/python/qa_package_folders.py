#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""NVRTC that a wheel has brought is found by the Python that has it, with no variable set.

$FAKE_CUDA_FOLDER has a library in place of NVIDIA's driver, $FAKE_NVRTC compilers that
compile nothing, as libnvrtc.so.VERSION.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from gpufft._package_folders import package_folders

VERSION = "13.90"
LISTS = "import gpufft; print(gpufft.devices())"


class qa_package_folders(unittest.TestCase):
    def test_folders_are_those_of_packages(self):
        self.assertEqual(
            package_folders(["", ".", "/home/me", "site-packages", "/a/site-packages",
                             "/b/dist-packages/", "/usr/lib/python3.11"]),
            ["/a/site-packages", "/b/dist-packages/"])

    def listed_with(self, folder):
        """What a Python lists that has `folder` among those of its packages."""
        places = ("GPUFFT_NVRTC", "VIRTUAL_ENV", "CONDA_PREFIX", "CUDA_HOME", "CUDA_PATH")
        variables = {name: value for name, value in os.environ.items() if name not in places}
        variables["PYTHONPATH"] = f"{variables['PYTHONPATH']}:{folder}"
        variables["LD_LIBRARY_PATH"] = os.environ["FAKE_CUDA_FOLDER"]
        done = subprocess.run([sys.executable, "-c", LISTS], env=variables, timeout=600,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_a_wheel_is_found(self):
        of = pathlib.Path(os.environ["FAKE_NVRTC"])
        with tempfile.TemporaryDirectory() as root:
            for name in ("site-packages", "elsewhere"):
                library = pathlib.Path(root, name, "nvidia/cu13/lib")
                library.mkdir(parents=True)
                (library / "libnvrtc.so.13").symlink_to(of / f"libnvrtc.so.{VERSION}")
                (library / f"libnvrtc-builtins.so.{VERSION}").symlink_to(
                    of / f"libnvrtc-builtins.so.{VERSION}")
            found = self.listed_with(f"{root}/site-packages")
            self.assertIn(f"cuda:0  Fake GPU (gpu, CUDA 13.0, NVRTC {VERSION})", found)
            self.assertNotIn(f"NVRTC {VERSION}", self.listed_with(f"{root}/elsewhere"))


if __name__ == "__main__":
    unittest.main()
