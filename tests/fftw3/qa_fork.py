#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plans that FFTW computes leave a forked child its device; others take it from the child.

usage: qa_fork.py LIBRARY

Programs whose calls are all small may fork afterwards, as servers do: no driver runs yet.
77: FFTW is not installed.
"""
import os
import re
import subprocess
import sys

try:
    import numpy as np
    from fftw_library import ESTIMATE, FORWARD, Fftw, error, noise
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(77)

SKIPPED = 77
SMALL, LARGE = 8, 1 << 18  # FFTW's, the device's
ON_DEVICE = re.compile(rf"on \S+ \(.*\): c2c forward {LARGE}\b")
FORKED = "this process was forked from one that had used a device"

# Points of the parent's plan, and what is said of the child's, which has LARGE points.
CASES = [
    (SMALL, ON_DEVICE),
    (LARGE, re.compile(FORKED)),
]


def transform(fftw, points):
    x = noise(points, np.complex64)
    y = np.empty_like(x)
    fftw.once("plan_dft", x.shape, (x, y), FORWARD, ESTIMATE)
    assert error(y, np.fft.fft(x)) < 1e-5


def fork_after(library, points):
    """In a process of its own: the parent plans, then the child."""
    fftw = Fftw(library)
    transform(fftw, points)
    print("forks", file=sys.stderr, flush=True)
    child = os.fork()
    if child == 0:
        transform(fftw, LARGE)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0


def main(argv):
    if len(argv) > 2:
        fork_after(argv[1], int(argv[2]))
        return 0
    for points, expected in CASES:
        done = subprocess.run([sys.executable, __file__, argv[1], str(points)], text=True,
                              capture_output=True, check=False, timeout=1800,
                              env={**os.environ, "GPUFFT_FFTW_POINTS": "",
                                   "GPUFFT_FFTW_REPORT": "1"})
        print(done.stdout, done.stderr)
        before, _, after = done.stderr.partition("forks\n")
        if "no plan" in before:
            return SKIPPED
        assert done.returncode == 0, done.returncode
        assert bool(ON_DEVICE.search(before)) == (points == LARGE), before
        assert expected.search(after), (points, after)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
