#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is deprecated works and warns, in C++, C and Python.

Usage: qa_deprecated.py COMPILER"""
import importlib.util
import inspect
import pathlib
import subprocess
import sys
import tempfile
import unittest
import warnings

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPILER = sys.argv.pop(1) if len(sys.argv) > 1 else "c++"

# By itself: the package's own __init__ loads the engine.
SPEC = importlib.util.spec_from_file_location("deprecated",
                                              ROOT / "python/engine/_deprecated.py")
deprecated = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(deprecated)

PROGRAM = """\
#include <gpufft/deprecated.h>
GPUFFT_DEPRECATED("1.2", "new_name()") static int old_name(void) { return 7; }
int main(void) { return %s; }
"""


def half(x, scale=1):
    """Half of x."""
    return x / 2 * scale


class qa_deprecated(unittest.TestCase):

    def compile(self, language, body, *options):
        with tempfile.TemporaryDirectory() as folder:
            return subprocess.run(
                [COMPILER, "-x", language, "-Wall", "-Wno-unused-function", *options,
                 f"-I{ROOT / 'include'}", "-o", f"{folder}/a", "-"], input=PROGRAM % body,
                text=True, capture_output=True, check=False)

    def test_001_compilers_warn(self):
        for language in ("c++", "c"):
            with self.subTest(language=language):
                used = self.compile(language, "old_name()")
                self.assertEqual(used.returncode, 0, used.stderr)
                self.assertIn("deprecated since gpufft 1.2; use new_name()", used.stderr)
                self.assertEqual(self.compile(language, "0", "-Werror").returncode, 0)

    def test_002_old_name(self):
        old = deprecated.renamed(half, "halve", since="1.2")
        self.assertEqual(old.__doc__, "Half of x.")
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            self.assertEqual(old(4, scale=3), 6)
            line = inspect.currentframe().f_lineno - 1
        self.assertEqual([str(each.message) for each in seen],
                         ["halve is deprecated since gpufft 1.2; use half"])
        self.assertIs(seen[0].category, DeprecationWarning)
        self.assertEqual((pathlib.Path(seen[0].filename).name, seen[0].lineno),
                         (pathlib.Path(__file__).name, line))

    def test_003_old_argument(self):
        both = deprecated.renamed_argument(since="1.2", factor="scale")(half)
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            self.assertEqual(both(4, factor=3), 6)
            self.assertEqual(len(seen), 1)
            self.assertEqual(both(4, scale=3), 6)
            self.assertEqual(both(4), 2)
        self.assertEqual([str(each.message) for each in seen],
                         ["argument factor of half() is deprecated since gpufft 1.2; use "
                          "scale"])
        with self.assertRaisesRegex(TypeError, "scale twice"):
            both(4, scale=1, factor=3)


if __name__ == "__main__":
    unittest.main()
