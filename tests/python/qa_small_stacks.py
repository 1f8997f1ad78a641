#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions in threads with small stacks, and in a process whose threads all have one."""

import os
import resource
import subprocess
import sys
import tempfile
import threading
import unittest

import numpy as np
import scipy.fft
from arrays import noise, relative_error, tolerance

SMALL = 128 * 1024  #: what threads have with musl
LIMIT = 512 * 1024


def check():
    """A transform whose kernels are compiled, and one with 2 MiB of points on a stack."""
    import gpufft

    for points in (40, 131072):
        x = noise((3, points))
        error = relative_error(gpufft.fft(x), scipy.fft.fft(x))
        if not error < tolerance(points, x.dtype):
            raise AssertionError(f"{points} points: error {error}")


def check_in_thread():
    failures = []

    def run():
        try:
            check()
        except Exception as error:  # which another thread is to see
            failures.append(error)

    threading.stack_size(SMALL)
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if failures:
        raise failures[0]


class QaSmallStacks(unittest.TestCase):
    """Each in a process of its own: the first one there loads drivers."""

    def run_check(self, name, limit):
        def lower():
            hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
            resource.setrlimit(resource.RLIMIT_STACK, (limit, hard))

        with tempfile.TemporaryDirectory(prefix="qa_small_stacks-") as folder:
            ran = subprocess.run(
                [sys.executable, __file__, name],
                env={**os.environ, "XDG_CACHE_HOME": folder},
                preexec_fn=lower if limit else None, capture_output=True, text=True)
        self.assertEqual(ran.returncode, 0, ran.stderr)

    def test_of_one_thread(self):
        self.run_check("check_in_thread", None)

    def test_of_all_threads(self):
        self.run_check("check", LIMIT)


if __name__ == "__main__":
    if len(sys.argv) == 2 and sys.argv[1] in ("check", "check_in_thread"):
        globals()[sys.argv[1]]()
    else:
        unittest.main()
