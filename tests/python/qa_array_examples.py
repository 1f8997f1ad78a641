#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The examples of arrays run as they stand; that of CuPy on NumPy, where there is no GPU."""

import importlib.util
import pathlib
import subprocess
import sys
import unittest

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"

# NumPy under CuPy's name, and a stream that is none.
STANDS_IN = """
import contextlib, runpy, sys, types
import numpy
class Stream(contextlib.nullcontext):
    def __enter__(self):
        return self
    def synchronize(self):
        pass
module = types.ModuleType("cupy")
vars(module).update(vars(numpy), __name__="cupy", cuda=types.SimpleNamespace(Stream=Stream))
sys.modules["cupy"] = module
runpy.run_path(sys.argv[1], run_name="__main__")
"""


def has(name):
    return importlib.util.find_spec(name) is not None


def said(*command):
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True,
                          timeout=1500)
    if done.returncode:
        raise AssertionError(done.stderr)
    return done.stdout


class qa_array_examples(unittest.TestCase):
    def test_cupy(self):
        script = EXAMPLES / "cupy_arrays.py"
        command = [script] if has("cupy") else ["-c", STANDS_IN, script]
        self.assertEqual(said(*command), "peak in bin 504, at 123.0 kHz\n")

    def test_torch(self):
        if not has("torch"):
            self.skipTest("PyTorch is not installed")
        words = said(EXAMPLES / "torch_arrays.py").split()
        before, after = float(words[2]), float(words[4])
        self.assertLess(after, before / 2)


if __name__ == "__main__":
    unittest.main()
