#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft cache: what it counts and removes, and that warm kernels are not compiled again."""
import os
import pathlib
import re
import tempfile
import unittest

from program import run

HELP = pathlib.Path(__file__).with_name("help") / "cache.txt"
SEE = "; see gpufft cache --help"

# arguments after "cache", the one line on stderr after "gpufft cache: "
REFUSED = [
    ([], "there are size, clear and warm, got none of them" + SEE),
    (["empty"], 'there are size, clear and warm, got "empty"' + SEE),
    (["size", "4096"], "size takes no arguments" + SEE),
    (["clear", "--device", "auto"], "clear takes no arguments" + SEE),
    (["warm"], "warm needs a SHAPE or a FLOWGRAPH.grc" + SEE),
    (["warm", "--rows", "3"], "unknown option --rows" + SEE),
]


class qa_cache(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.kernels = self.folder / "gpufft" / "kernels"

    def cache(self, *words, status=0, **environment):
        variables = {"XDG_CACHE_HOME": self.folder, "GPUFFT_KERNEL_CACHE": None, **environment}
        done = run("cache", *words, **variables)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout if status == 0 else done.stderr

    def test_help_is_the_text(self):
        done = run("cache", "--help")
        self.assertEqual((done.returncode, done.stdout), (0, HELP.read_text()))
        self.assertLessEqual(max(map(len, HELP.read_text().splitlines())), 90)

    def test_wrong_arguments(self):
        for words, line in REFUSED:
            with self.subTest(words):
                self.assertEqual(self.cache(*words, status=1), f"gpufft cache: {line}\n")

    def test_size_and_clear_of_nothing(self):
        self.assertEqual(self.cache("size"),
                         f"{self.kernels}: 0 kernels, 0.0 MiB of at most 512.0 MiB\n")
        self.assertEqual(self.cache("clear"), f"{self.kernels}: 0 kernels, 0.0 MiB removed\n")
        self.assertIn("of at most 7.0 MiB", self.cache("size", GPUFFT_KERNEL_CACHE_MIB="7"))
        off = self.cache("size", status=1, GPUFFT_KERNEL_CACHE_MIB="0")
        self.assertIn("no kernels are kept", off)

    def test_warm_kernels_are_found_again(self):
        words = "warm", "--windowed", "--inverse", "24"
        self.assertRegex(self.cache(*words), r"^c2c inverse 24, windowed: \d+ ms\n$")
        kept = {path: path.stat().st_mtime_ns for path in self.kernels.iterdir()}
        self.assertGreater(len(kept), 0)
        self.assertRegex(self.cache("size"),
                         rf": {len(kept)} kernels, \d+\.\d MiB of at most 512.0 MiB\n$")
        self.cache(*words)
        self.assertEqual(kept, {path: path.stat().st_mtime_ns
                                for path in self.kernels.iterdir()})
        (self.kernels / "somebody's.txt").write_text("stays")
        self.assertRegex(self.cache("clear"), rf": {len(kept)} kernels, .* removed\n$")
        self.assertEqual(os.listdir(self.kernels), ["somebody's.txt"])

    def test_a_device_that_is_not_there(self):
        self.assertIn("opencl:99", self.cache("warm", "24", "-d", "opencl:99", status=2))


if __name__ == "__main__":
    unittest.main()
