#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The wheel, in a virtual environment of its own: pip installs it with PoCL of PyPI, which
computes where the system has no driver; transforms, SciPy's calls and the program run; and
nothing of this system's but the C and C++ runtime is loaded.

Usage: qa_wheel.py [WHEEL]; without one script/wheel builds it. 77: no PyPI."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
WHEEL = pathlib.Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else None
PYTHON = os.environ.get("WHEEL_PYTHON", "/usr/bin/python3")
SKIPPED = 77
OF_EVERY_SYSTEM = re.compile(r"(ld-linux-x86-64|linux-vdso|lib(c|m|dl|rt|pthread|resolv|"
                             r"stdc\+\+|gcc_s|z))\.so")
# The command with no driver of OpenCL but what the environment has.
HIDES_DRIVERS = ["unshare", "--mount", "--map-root-user", "bash", "-c",
                 "mkdir -p \"$HIDDEN\" && { [ ! -d /etc/OpenCL/vendors ] || "
                 "mount --bind \"$HIDDEN\" /etc/OpenCL/vendors; } && exec \"$@\"", "hidden"]

COMPUTES = """
import numpy as np, scipy.fft, scipy.signal, gpufft
device = gpufft.devices()[0]
assert "Portable Computing Language" in device.platform, device
rng = np.random.default_rng(1)
x = rng.standard_normal((64, 1000)) + 1j * rng.standard_normal((64, 1000))
for y in (x, x.astype(np.complex64)):
    error = abs(gpufft.fft(y) - np.fft.fft(x)).max()
    assert error < (1e-10 if y.dtype == complex else 1e-3), error
with scipy.fft.set_backend(gpufft.scipy_backend, only=True):
    a = scipy.fft.rfft(x.real)
    b = scipy.fft.dctn(x.real[:16, :48], norm="ortho")
    c = scipy.signal.fftconvolve(x.real, x.real[:, :99], axes=1)
assert np.allclose(a, np.fft.rfft(x.real))
assert np.allclose(b, scipy.fft.dctn(x.real[:16, :48], norm="ortho"))
assert np.allclose(c, scipy.signal.fftconvolve(x.real, x.real[:, :99], axes=1))
print(device, gpufft.__version__)
"""


class qa_wheel(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.top = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        top = pathlib.Path(cls.top.name)
        cls.wheel = WHEEL
        if WHEEL is None:
            subprocess.run([ROOT / "script/wheel", "--python", PYTHON, top / "wheels"],
                           check=True)
            cls.wheel = next((top / "wheels").glob("gpufft-*.whl"))
        cls.folder = top / "environment"
        subprocess.run([PYTHON, "-m", "venv", cls.folder], check=True)
        subprocess.run([cls.folder / "bin/pip", "--quiet", "install",
                        f"gpufft[cpu,scipy] @ {cls.wheel.as_uri()}"], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.top.cleanup()

    def run_in_it(self, *command):
        variables = {"PATH": "/usr/bin:/bin", "HOME": self.top.name, "LANG": "C.UTF-8",
                     "HIDDEN": f"{self.top.name}/no drivers"}
        done = subprocess.run([*HIDES_DRIVERS, *command], env=variables, cwd="/", text=True,
                              capture_output=True, check=False, timeout=1000)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_001_computes(self):
        printed = self.run_in_it(self.folder / "bin/python", "-c", COMPUTES)
        version = re.search(r"^ *VERSION ([0-9.]+)$", (ROOT / "CMakeLists.txt").read_text(),
                            re.M)[1]
        self.assertTrue(printed.endswith(f" {version}\n"), printed)

    def test_002_program(self):
        program = self.folder / "bin/gpufft"
        self.assertRegex(self.run_in_it(program, "devices"),
                         r"(?m)^\* opencl:0 .*Portable Computing Language")
        self.assertRegex(self.run_in_it(program, "plan", "4096"), r"^c2c forward 4096: ")

    def test_003_brings_what_it_loads(self):
        site = next(self.folder.glob("lib/python3*/site-packages"))
        # What they load is listed with what that loads; copied libraries alone have no path.
        files = [*site.glob("gpufft/**/*.so*"), site / "gpufft/bin/gpufft"]
        self.assertEqual(len(files), 6, files)
        for file in files:
            shown = subprocess.run(["ldd", file], capture_output=True, text=True,
                                   check=True).stdout
            self.assertNotIn("not found", shown, file)
            for name, path in re.findall(r"^\s*(\S+) => (\S+)", shown, re.M):
                self.assertTrue(path.startswith(str(site)) or OF_EVERY_SYSTEM.match(name),
                                f"{file} loads {path}")

    def test_004_is_not_there_twice(self):
        with zipfile.ZipFile(self.wheel) as wheel:
            names = wheel.namelist()
        self.assertEqual(len([name for name in names
                              if re.search(r"/libgpufft(-\w+)?\.so", name)
                              and "opencl" not in name and "cuda" not in name]), 1, names)
        self.assertIn("manylinux", self.wheel.name)
        licences = [name for name in names if "/licenses/" in name]
        self.assertTrue(any(name.endswith("LICENSE") for name in licences))
        for library in ("libfmt", "libspdlog", "libarchive", "ocl-icd-libopencl"):
            self.assertTrue(any(f"/{library}" in name for name in licences), licences)

    def test_005_hardening(self):
        site = next(self.folder.glob("lib/python3*/site-packages"))
        ours = [*site.glob("gpufft/**/*.so*"), site / "gpufft/bin/gpufft"]
        done = subprocess.run([sys.executable, ROOT / "tests/package/qa_hardening.py", *ours],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    reached = subprocess.run([PYTHON, "-m", "pip", "download", "--quiet", "--no-deps", "--dest",
                              tempfile.mkdtemp(), "scikit-build-core"], check=False,
                             capture_output=True)
    if reached.returncode:
        print("skipped: PyPI is not reached")
        sys.exit(SKIPPED)
    unittest.main()
