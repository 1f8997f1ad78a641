#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions on a CPU device before there are kernels, whose caches are empty."""

import os
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import numpy as np
from arrays import noise, relative_error, tolerance
from weighted_ends import reference

LONGEST_S = 1500  #: for a compiler on a busy machine

# Each of another kind, so that each has kernels of its own.
CALLS = {
    "complex": ("fft", noise((3, 1000)), {}),
    "back": ("ifft", noise(96), {}),
    "reals": ("rfft", noise((5, 360), np.float32), {}),
    "to reals": ("irfft", noise((5, 181)), {}),
    "a picture": ("fft2", noise((24, 20)), {}),
    "along the first axis": ("fft", noise((16, 5)), {"axis": 0}),
    "a prime": ("fft", noise(211), {}),
    "cosines": ("dct", noise((3, 100), np.float32), {}),
    "sines": ("dst", noise((3, 50), np.float32), {"type": 3, "norm": "ortho"}),
    "double": ("fft", noise((3, 60), np.complex128), {}),
}


def without_cache(begin):
    """An environment whose kernels are all still to be compiled; and its folder."""
    folder = tempfile.TemporaryDirectory(prefix="qa_at_once-")
    environment = {**os.environ, "XDG_CACHE_HOME": folder.name, "GPUFFT_BEGIN": begin}
    environment.pop("POCL_CACHE_DIR", None)
    return environment, folder


def result_of(script, begin="at_once"):
    """What a process prints that runs ``script`` with empty caches."""
    environment, folder = without_cache(begin)
    with folder:
        done = subprocess.run([sys.executable, "-c", script], env=environment,
                              stdout=subprocess.PIPE, text=True, timeout=LONGEST_S,
                              check=False)
    if done.returncode != 0:
        raise AssertionError(f"the process ended with {done.returncode}")
    return done.stdout.split()


def run_here():
    """The calls in this process, whose environment is without_cache()."""
    import gpufft
    from gpufft import _executors

    def expect_right(name):
        function, x, arguments = CALLS[name]
        got = getattr(gpufft, function)(x, **arguments)
        want = reference(function)(x, **arguments)
        assert got.dtype == want.dtype and got.shape == want.shape, name
        error = relative_error(got, want)
        assert error < tolerance(x.size, x.dtype), (name, error)

    def begun():
        return list(_executors._cache._kept.values())

    expect_right("complex")
    # Its compiler goes on now. What follows waits for no more than a moment each.
    assert not begun()[0].has_kernels(), "the host has computed nothing"
    threads = [threading.Thread(target=expect_right, args=(name,)) for name in CALLS]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(begun()) == len(CALLS)
    by_host = [each.has_kernels() for each in begun()].count(False)
    last = time.monotonic() + LONGEST_S
    while not all(each.has_kernels() for each in begun()):
        assert time.monotonic() < last, "kernels never came"
        for name in CALLS:
            expect_right(name)
        time.sleep(0.05)
    for name in CALLS:
        expect_right(name)
    print(by_host)


# So many points that no compiler is done before the host is.
USED = """
import numpy as np
import gpufft
from gpufft import _executors
gpufft.fft(np.ones(1000, np.complex64))
has_kernels = [each.has_kernels() for each in _executors._cache._kept.values()]
"""


class qa_at_once(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        from gpufft import _engine
        if _engine.choose_device("auto")["type"] != "cpu":
            raise unittest.SkipTest("other devices begin with their kernels")

    def test_the_host_computes_until_kernels_are_there(self):
        environment, folder = without_cache("at_once")
        with folder:
            done = subprocess.run([sys.executable, __file__, "--here"], env=environment,
                                  stdout=subprocess.PIPE, text=True, timeout=LONGEST_S,
                                  check=False)
        self.assertEqual(done.returncode, 0)
        self.assertGreater(int(done.stdout), 0)

    def test_a_script_may_end_before_that(self):
        self.assertEqual(result_of(USED + "print(has_kernels)"), ["[False]"])

    def test_waits_where_the_environment_says_so(self):
        self.assertEqual(result_of(USED + "print(has_kernels)", begin="compiled"),
                         ["[True]"])


if __name__ == "__main__":
    if "--here" in sys.argv:
        run_here()
    else:
        unittest.main()
