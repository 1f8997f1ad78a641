#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plan lines and wisdom that earlier versions wrote, tests/promises/kept, are read.

Usage: qa_plan_lines.py PROGRAM"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

KEPT = pathlib.Path(__file__).with_name("kept")
PROGRAM = sys.argv.pop(1)


def run(*arguments, **variables):
    return subprocess.run([PROGRAM, *map(str, arguments)], text=True, capture_output=True,
                          check=False, env={**os.environ, **variables})


def dump(line):
    """The kernels of a plan; those for GPUs may need what CUDA alone has."""
    return run("dump", "--dialect", "opencl" if " simd " in line else "cuda", "--plan", line)


class qa_plan_lines(unittest.TestCase):

    def test_001_plan_lines(self):
        files = sorted(KEPT.glob("plan_lines_*.txt"))
        self.assertTrue(files)
        for path in files:
            lines = path.read_text(encoding="utf-8").splitlines()
            self.assertGreater(len(lines), 100)
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                done = list(pool.map(dump, lines))
            for line, each in zip(lines, done):
                with self.subTest(file=path.name, line=line):
                    self.assertEqual(each.returncode, 0, each.stderr)
                    self.assertIn("made by:", each.stdout)

    def test_002_what_is_no_plan_line_is_refused(self):
        line = sorted(KEPT.glob("plan_lines_*.txt"))[0].read_text().splitlines()[0]
        self.assertNotEqual(run("dump", "--plan", line + " no-such-word").returncode, 0)

    def test_003_wisdom(self):
        files = sorted(KEPT.glob("wisdom_*.jsonl"))
        self.assertTrue(files)
        for path in files:
            with self.subTest(file=path.name), tempfile.TemporaryDirectory() as cache:
                wanted = [json.loads(line) for line in path.read_text().splitlines()]
                taken = run("wisdom", "import", path, XDG_CACHE_HOME=cache)
                self.assertEqual(taken.returncode, 0, taken.stderr)
                out = run("wisdom", "export", "-", XDG_CACHE_HOME=cache).stdout
                self.assertEqual({json.loads(line)["transform"] for line in out.splitlines()},
                                 {each["transform"] for each in wanted})


if __name__ == "__main__":
    unittest.main()
