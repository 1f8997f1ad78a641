#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft dump: every kernel says the command that prints it again, and it does."""
import os
import pathlib
import re
import shlex
import tempfile
import unittest

from program import run

ROOT = pathlib.Path(__file__).resolve().parents[2]

# why, the options; vectors are OpenCL's alone
TRANSFORMS = [
    ("no stage at all", ["1"]),
    ("one pass", ["4096"]),
    ("every small prime", ["30030"]),
    ("two passes", ["65536", "--inverse"]),
    ("three passes", ["67108864", "--in-place"]),
    ("two dimensions in one pass", ["64x64"]),
    ("three dimensions in one pass", ["16x16x16"]),
    ("two dimensions in several passes", ["1024x1024", "--kind", "r2c"]),
    ("Rader", ["127"]),
    ("Bluestein in one pass", ["1283", "--local-memory", "65536"]),
    ("Bluestein in several passes", ["100003", "-p", "float64"]),
    ("a real transform back", ["1000", "--kind", "c2r"]),
    ("a pass that stores mirrored outputs alone", ["100000", "--kind", "dct2"]),
    ("a dct of an odd length", ["1001", "--kind", "dct4", "--norm", "orthonormal"]),
    ("halves", ["12x10", "-k", "dst1", "-p", "float16"]),
    ("planes, loops and gaps",
     ["30", "--loops", "7", "--input-strides", "7", "--input-loop-strides", "1",
      "--output-distance", "256", "--planar-input", "--planar-output"]),
    ("what gr::fft asks for", ["1024", "--windowed", "--output-rotation", "512"]),
    ("a convolution, and some of its points",
     ["1024", "--convolved", "--first-output", "31", "--outputs", "900"]),
    ("expressions in one pass",
     ["4096", "--load", "x * conj(h[n])", "--store", "norm(y) * scale", "--real-output",
      "--arguments", "complex h[4096]; number scale"]),
    ("expressions in the first and the last of several passes",
     ["1048576", "--load", "x * w[n % 7]", "--store", "y + w[k / 2]",
      "--arguments", "real w[7]"]),
    ("every other option",
     ["1000", "--real-input", "--inverse", "--input-rotation", "7", "--norm", "by_length"]),
    ("a scale both ways", ["360", "--norm", "orthonormal", "--scale", "3"]),
    ("a scale that is 1", ["360", "--norm", "by_length"]),
    ("limits of a CPU", ["4096", "--cpu", "--local-memory", "524288",
                         "--max-work-items", "4096", "--registers", "512"]),
    ("limits of a GPU", ["8192", "--local-memory", "49152", "--max-work-items", "1024",
                         "--registers", "128"]),
    ("wide subgroups", ["8192", "--local-memory", "65536", "--subgroup", "64"]),
]
OPENCL_TRANSFORMS = [
    ("vectors of a CPU", ["4096", "--cpu", "--local-memory", "524288",
                          "--max-work-items", "4096", "--registers", "512",
                          "--vector-width", "16", "--compute-units", "8"]),
    ("a larger second level of caches", ["1024", "--cpu", "--registers", "512",
                                         "--vector-width", "16",
                                         "--l2-bytes", "2097152"]),
    ("limits of a device", ["8192", "--device", "auto"]),
]

# What one plan's kernels must not be called by another's.
NAMED = [
    ["60"], ["61"], ["6x10"], ["60", "--inverse"], ["60", "-p", "float64"],
    ["60", "-p", "float16"], ["60", "--kind", "r2c"], ["60", "--kind", "c2r"],
    ["60", "--kind", "dct2"], ["60", "--kind", "dct3"], ["60", "--kind", "dst2"],
    ["60", "--kind", "dct2", "--inverse"], ["60", "--kind", "dct2", "--orthogonalize"],
    ["60", "--real-input"], ["60", "--windowed"], ["60", "--in-place"],
    ["60", "--convolved"], ["60", "--convolved", "--first-output", "7"],
    ["60", "--convolved", "--outputs", "7"], ["60", "--convolved", "--output-step", "7"],
    ["60", "--scale", "2"], ["60", "--planar-input"], ["60", "--planar-output"],
    ["60", "--input-rotation", "7"], ["60", "--output-rotation", "7"],
    ["6x10", "--output-rotation", "0x5"], ["6x10", "--output-rotation", "5x0"],
    ["60", "--loops", "3"], ["60", "--loops", "3x1"], ["60", "--input-strides", "2"],
    ["60", "--output-strides", "2"], ["60", "--input-distance", "61"],
    ["60", "--output-distance", "61"],
    ["60", "--load", "x * 2"], ["60", "--load", "x * 3"], ["60", "--store", "y * 2"],
    ["60", "--load", "x * 2", "--store", "y * 2"],
    ["60", "--store", "norm(y)"], ["60", "--store", "norm(y)", "--real-output"],
    ["60", "--load", "x * h[n]", "--arguments", "real h[60]"],
    ["60", "--load", "x * h[n]", "--arguments", "real h[61]"],
    ["60", "--load", "x * h[n]", "--arguments", "complex h[60]"],
]


def made_by(text):
    """The command in the header of a kernel, as words."""
    found = set(re.findall(r"^// made by: (.*)$", text, re.M))
    assert len(found) == 1, found
    return shlex.split(found.pop())


class qa_dump(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def dump(self, *words, **environment):
        done = run("dump", *words, **environment)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_prints_itself_again(self):
        for dialect, transforms in (("opencl", TRANSFORMS + OPENCL_TRANSFORMS),
                                    ("cuda", TRANSFORMS)):
            for why, words in transforms:
                with self.subTest(why, dialect=dialect):
                    text = self.dump(*words, "--dialect", dialect)
                    program, verb, *again = made_by(text)
                    self.assertEqual((program, verb), ("gpufft", "dump"))
                    self.assertEqual(self.dump(*again), text)

    def test_names_tell_transforms_apart(self):
        names = {}
        for words in NAMED:
            [name] = re.findall(r"^void (\w+)\(", self.dump(*words), re.M)[-1:]
            names.setdefault(name, []).append(words)
        self.assertEqual([words for words in names.values() if len(words) > 1], [])

    def test_documented_plan_lines(self):
        text = (ROOT / "docs/plan_lines.md").read_text()
        lines = re.findall(r"^    (.*)$", text, re.M)
        self.assertGreater(len(lines), 3)
        for line in lines:
            with self.subTest(line):
                self.assertIn("__kernel", self.dump("--plan", line))
                self.assertIn(f'--plan "{line}"', self.dump("--plan", line))
        source = (ROOT / "lib/plan/text/plan_text.cc").read_text()
        words = re.findall(r'(?:value|flag|each_dimension)\((?:f,\s*)?"([a-z-]+)"', source)
        self.assertGreater(len(words), 25)
        self.assertEqual([word for word in words if f"`{word}" not in text], [])

    def test_a_factor_is_no_other_kernel(self):
        halved = self.dump("60", "--scale", "0.5")
        self.assertEqual(self.dump("60", "--norm", "orthonormal"), halved)
        self.assertNotEqual(self.dump("60"), halved)

    def test_needs_no_device(self):
        text = self.dump("4096")
        self.assertEqual(self.dump("4096", GPUFFT_BACKEND_DIR=self.folder), text)
        self.assertEqual(self.dump("4096", GPUFFT_DEVICE="no such thing"), text)

    def test_dialects(self):
        opencl, cuda = self.dump("64"), self.dump("64", "--dialect", "cuda")
        self.assertEqual(self.dump("64", "--dialect", "opencl"), opencl)
        self.assertIn("__kernel", opencl)
        self.assertNotIn("__global__", opencl)
        self.assertIn("__global__", cuda)
        self.assertNotIn("__kernel", cuda)
        pocl = self.dump("64", "--dialect", "pocl")
        self.assertNotIn("part_group", opencl)
        self.assertIn("const ulong part_group,", pocl)

    def test_passes_in_order(self):
        text = self.dump("67108864")
        numbers = re.findall(r"^// gr-gpufft [\d.]+, pass (\d+) of (\d+)$", text, re.M)
        self.assertGreater(len(numbers), 1)
        self.assertEqual(numbers, [(str(i + 1), str(len(numbers)))
                                   for i in range(len(numbers))])

    def test_files_hold_what_is_printed(self):
        for words, suffix in ((["4096"], "cl"), (["1048576", "--dialect", "cuda"], "cu")):
            folder = os.path.join(self.folder, suffix, "new")
            paths = self.dump(*words, "-o", folder).splitlines()
            self.assertEqual(sorted(os.listdir(folder)),
                             sorted(map(os.path.basename, paths)))
            texts = []
            for path in paths:
                with open(path, encoding="utf-8") as file:
                    texts.append(file.read())
                name, _, end = os.path.basename(path).rpartition(".")
                self.assertEqual(end, suffix)
                self.assertRegex(texts[-1], rf"\b{name}\(")
            self.assertEqual("\n".join(texts), self.dump(*words))

    def test_folder_that_cannot_be_written(self):
        closed = os.path.join(self.folder, "closed")
        os.mkdir(closed)
        os.mkdir(os.path.join(closed, "fft_64_forward.cl"))
        done = run("dump", "64", "-o", closed)
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (1, "", f"gpufft dump: cannot write {closed}/fft_64_forward.cl: "
                                 f"Is a directory\n"))
        self.assertEqual(os.listdir(closed), ["fft_64_forward.cl"])
        done = run("dump", "64", "-o", "/proc/kernels")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1))


if __name__ == "__main__":
    unittest.main()
