#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The library where there is no FFTW: results beside NumPy, and what is refused.

usage: qa_alone.py LIBRARY

FFTW's files are hidden behind empty ones, which the loader finds first and cannot load.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

try:
    import numpy as np
    from fftw_library import BACKWARD, ESTIMATE, FORWARD, Fftw, error, noise
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(77)

FILES = ["libfftw3f.so.3", "libfftw3.so.3", "libfftw3f_threads.so.3", "libfftw3_threads.so.3",
         "libfftw3f_omp.so.3", "libfftw3_omp.so.3"]
R2HC, DHT, REDFT10 = 0, 2, 5


def check_transforms(fftw):
    x = noise((6, 10), np.complex64)
    y = np.empty_like(x)
    fftw.once("plan_dft", x.shape, (x, y), FORWARD, ESTIMATE)
    assert error(y, np.fft.fft2(x)) < 1e-6
    fftw.once("plan_dft", x.shape, (y, y), BACKWARD, ESTIMATE)
    assert error(y / 60, x) < 1e-6
    reals = noise(30, np.float32)
    half = np.empty(16, np.complex64)
    fftw.once("plan_dft_r2c", reals.shape, (reals, half), ESTIMATE)
    assert error(half, np.fft.rfft(reals)) < 1e-6
    back = np.empty_like(reals)
    fftw.once("plan_dft_c2r", reals.shape, (half, back), ESTIMATE)
    assert error(back / 30, reals) < 1e-6


def check_refused(fftw):
    """Nobody is there who could."""
    x = noise(8, np.float32)
    for kind in (R2HC, DHT):
        assert not fftw.plan("plan_r2r", x.shape, (x, x), np.array([kind], np.int32).ctypes,
                             ESTIMATE)
    assert not fftw.plan("plan_dft", (0,), (x, x), FORWARD, ESTIMATE)


def check_services(fftw):
    text = fftw.text("export_wisdom_to_string")
    assert text.startswith("(fftw-3.3.10 fftwf_wisdom"), text
    assert fftw.call("import_wisdom_from_string", text.encode()) == 1
    for wrong in (b"", b"hello", b"(fftw-3.3.10 fftwf_wisdom", b"(gftw-3)", b"()"):
        assert fftw.call("import_wisdom_from_string", wrong) == 0, wrong
    assert fftw.call("import_system_wisdom") == 0
    assert fftw.call("init_threads") != 0
    fftw.call("plan_with_nthreads", 3)
    assert fftw.call("planner_nthreads") == 3
    fftw.call("make_planner_thread_safe")
    fftw.call("cleanup_threads")


def check_fork(fftw):
    """In a child the device is out of reach: the host computes what was planned for it."""
    x = noise(60, np.complex64)
    y = np.zeros_like(x)
    plan = fftw.plan("plan_dft", x.shape, (x, y), FORWARD, ESTIMATE)
    child = os.fork()
    if child == 0:
        fftw.call("execute", plan)
        is_right = error(y, np.fft.fft(x)) < 1e-6
        is_right = is_right and not fftw.plan("plan_dft", x.shape, (x, y), FORWARD, ESTIMATE)
        fftw.call("destroy_plan", plan)
        os._exit(0 if is_right else 1)
    assert os.waitpid(child, 0)[1] == 0
    fftw.call("execute", plan)
    assert error(y, np.fft.fft(x)) < 1e-6
    fftw.call("destroy_plan", plan)


def check_all(library):
    fftw = Fftw(library)
    for check in (check_transforms, check_refused, check_services, check_fork):
        check(fftw)
    print("all right")


def main(argv):
    if argv[2:] == ["here"]:
        check_all(argv[1])
        return 0
    with tempfile.TemporaryDirectory() as folder:
        for name in FILES:
            pathlib.Path(folder, name).touch()
        paths = os.pathsep.join(filter(None, [folder, os.environ.get("LD_LIBRARY_PATH")]))
        done = subprocess.run([sys.executable, __file__, argv[1], "here"], text=True,
                              capture_output=True, check=False, timeout=1800,
                              env={**os.environ, "LD_LIBRARY_PATH": paths,
                                   "GPUFFT_FFTW_REPORT": "1"})
    print(done.stdout, done.stderr)
    assert done.returncode == 0, done.returncode
    assert "all right" in done.stdout and ", 0 by FFTW, " in done.stderr
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
