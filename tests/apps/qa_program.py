#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft's help, and what it says to arguments that are wrong."""
import os
import pathlib
import re
import subprocess
import unittest

from program import PROGRAM, run

HELP = pathlib.Path(__file__).with_name("help")
ROOT = pathlib.Path(__file__).resolve().parents[2]
SEE = "; see gpufft {} --help"
SHAPE = " is no SHAPE such as 4096, 64x64 or 16x16x16" + SEE.format("plan")
BATCH = "gpufft plan: --batch must be a whole number, 1 .. 4294967295, got "
KINDS = "c2c, r2c, c2r, dct1, dct2, dct3, dct4, dst1, dst2, dst3 or dst4"
COMMANDS = "there are devices, plan, dump, tune, wisdom, process, psd, show, spectrogram, " \
    "live, bench, cache; see gpufft --help"

# arguments, exit status, the one line on stderr
REFUSED = [
    ([], 1, "gpufft: no command is given; see gpufft --help"),
    (["frobnicate"], 1, f'gpufft: unknown command "frobnicate"; {COMMANDS}'),
    (["--frobnicate"], 1, 'gpufft: unknown option "--frobnicate"; see gpufft --help'),
    ([""], 1, f'gpufft: unknown command ""; {COMMANDS}'),
    (["help", "frobnicate"], 1, f'gpufft: unknown command "frobnicate"; {COMMANDS}'),
    (["help", "plan", "dump"], 1, "gpufft: help takes one COMMAND; see gpufft --help"),
    (["devices", "all"], 1,
     'gpufft devices: only options are taken, got "all"' + SEE.format("devices")),
    (["devices", "--jso"], 1,
     "gpufft devices: unknown option --jso" + SEE.format("devices")),

    (["plan"], 1, "gpufft plan: no SHAPE is given, e.g. gpufft plan 4096"
     + SEE.format("plan")),
    (["plan", "12abc"], 1, 'gpufft plan: "12abc"' + SHAPE),
    (["plan", "1e9999"], 1, 'gpufft plan: "1e9999"' + SHAPE),
    (["plan", "nan"], 1, 'gpufft plan: "nan"' + SHAPE),
    (["plan", ""], 1, 'gpufft plan: ""' + SHAPE),
    (["plan", "-"], 1, 'gpufft plan: "-"' + SHAPE),
    (["plan", "+64"], 1, 'gpufft plan: "+64"' + SHAPE),
    (["plan", "64 "], 1, 'gpufft plan: "64 "' + SHAPE),
    (["plan", "x64"], 1, 'gpufft plan: "x64"' + SHAPE),
    (["plan", "64x"], 1, 'gpufft plan: "64x"' + SHAPE),
    (["plan", "64.0"], 1, 'gpufft plan: "64.0"' + SHAPE),
    (["plan", "6\n4"], 1, 'gpufft plan: "6 4"' + SHAPE),
    (["plan", "0"], 1, "gpufft plan: length must be at least 1, got 0"),
    (["plan", "-5"], 1, "gpufft plan: length must be at least 1, got -5"),
    (["plan", "--", "-5"], 1, "gpufft plan: length must be at least 1, got -5"),
    (["plan", "64x0"], 1, "gpufft plan: length must be at least 1, got 0"),
    (["plan", "64", "8x-1"], 1, "gpufft plan: length must be at least 1, got -1"),
    (["plan", "134217729"], 1,
     "gpufft plan: length 134217729 is above the limit of 134217728 (2^27) points"),
    (["plan", "64x99999999999999999999"], 1,
     'gpufft plan: 99999999999999999999 in "64x99999999999999999999" is beyond 64 bits'
     + SEE.format("plan")),
    (["plan", "2x3x4x5x6"], 1,
     "gpufft plan: a transform has 1 to 4 dimensions, got 5; transform some of them, then "
     "the others"),
    (["plan", "64", "--batch", "0"], 1, BATCH + "0" + SEE.format("plan")),
    (["plan", "64", "--batch", "4294967296"], 1,
     BATCH + "4294967296" + SEE.format("plan")),
    (["plan", "64", "--kind", "fft"], 1,
     f"gpufft plan: --kind must be {KINDS}, got fft" + SEE.format("plan")),
    (["plan", "64", "-p", "double"], 1,
     "gpufft plan: --precision must be float32, float64 or float16, got double"
     + SEE.format("plan")),
    (["plan", "64", "--scale", "half"], 1,
     "gpufft plan: --scale must be a number such as 0.5 or 1e-3, got half"
     + SEE.format("plan")),
    (["plan", "64", "--scale", "inf"], 1,
     "gpufft plan: --scale must be a number such as 0.5 or 1e-3, got inf"
     + SEE.format("plan")),
    (["plan", "64", "--loops", "3x"], 1,
     "gpufft plan: --loops must be whole numbers such as 5 or 5x3, got 3x"
     + SEE.format("plan")),
    (["plan", "8x8", "--input-strides", "8"], 1,
     "gpufft plan: --input-strides needs a number a dimension, 2 in all, got 8"
     + SEE.format("plan")),
    (["plan", "8", "--loops", "3", "--output-loop-strides", "8x1"], 1,
     "gpufft plan: --output-loop-strides needs a number a loop, 1 in all, got 8x1"
     + SEE.format("plan")),
    (["plan", "8", "--output-strides", "two"], 1,
     "gpufft plan: --output-strides must be whole numbers such as 64 or 64x1, got two"
     + SEE.format("plan")),
    (["plan", "8", "--kind", "r2c", "--inverse"], 1,
     "gpufft plan: r2c is a forward transform, got inverse; c2r is its inverse"),
    (["plan", "1", "--kind", "dct1"], 1,
     "gpufft plan: dct1 needs at least 2 points, got 1; dct2 to dct4 take 1"),

    (["plan", "--device", "64"], 1,
     "gpufft plan: no SHAPE is given, e.g. gpufft plan 4096" + SEE.format("plan")),
    (["plan", "64", "--device"], 1,
     "gpufft plan: --device needs a value" + SEE.format("plan")),
    (["plan", "64", "--device="], 1,
     "gpufft plan: --device needs a value" + SEE.format("plan")),
    (["plan", "64", "-d", ""], 1,
     "gpufft plan: --device needs a value" + SEE.format("plan")),
    (["plan", "64", "--inverse=1"], 1,
     "gpufft plan: --inverse takes no value" + SEE.format("plan")),
    (["plan", "64", "--inv"], 1, "gpufft plan: unknown option --inv" + SEE.format("plan")),
    (["plan", "64", "-x"], 1, "gpufft plan: unknown option -x" + SEE.format("plan")),
    (["plan", "--rest", "64"], 1,
     "gpufft plan: unknown option --rest" + SEE.format("plan")),
    (["plan", "64", "--dialect", "cuda"], 1,
     "gpufft plan: unknown option --dialect" + SEE.format("plan")),
    (["plan", "64", "--cpu", "--cpu"], 1,
     "gpufft plan: --cpu is given twice; once is enough" + SEE.format("plan")),
    (["plan", "64", "--norm", "backward"], 1,
     "gpufft plan: --norm must be none, by_length or orthonormal, got backward"
     + SEE.format("plan")),
    (["plan", "64", "--max-work-items", "0"], 1,
     "gpufft plan: --max-work-items must be a whole number, 1 .. 1048576, got 0"
     + SEE.format("plan")),
    (["plan", "64", "--registers", "many"], 1,
     "gpufft plan: --registers must be a whole number, 1 .. 1048576, got many"
     + SEE.format("plan")),
    (["plan", "64", "--local-memory", "-1"], 1,
     "gpufft plan: --local-memory must be a whole number, 0 .. 1099511627776, got -1"
     + SEE.format("plan")),
    (["plan", "64", "--subgroup", "99999999999999999999"], 1,
     "gpufft plan: --subgroup must be a whole number, 1 .. 1048576, got "
     "99999999999999999999" + SEE.format("plan")),
    (["plan", "64", "--input-rotation", "1e3"], 1,
     "gpufft plan: --input-rotation must be whole numbers such as 64 or 64x1, got 1e3"
     + SEE.format("plan")),
    (["plan", "64", "--input-rotation", "-5"], 1,
     "gpufft plan: input_rotation must be 0 .. 63 (length - 1), got -5"),
    (["plan", "64", "--output-rotation", "64"], 1,
     "gpufft plan: output_rotation must be 0 .. 63 (length - 1), got 64"),
    (["plan", "64", "--output-distance", "few"], 1,
     "gpufft plan: --output-distance must be a whole number of 64 bits, got few"
     + SEE.format("plan")),

    (["tune"], 1, "gpufft tune: no SHAPE is given, e.g. gpufft tune 4096"
     + SEE.format("tune")),
    (["tune", "64", "--effort", "heroic"], 1,
     "gpufft tune: --effort must be measure or exhaustive, got heroic"
     + SEE.format("tune")),
    (["tune", "64", "--budget", "0"], 1,
     "gpufft tune: --budget must be a number above 0, up to 1000000, got 0"
     + SEE.format("tune")),
    (["tune", "64", "--budget", "nan"], 1,
     "gpufft tune: --budget must be a number above 0, up to 1000000, got nan"
     + SEE.format("tune")),
    (["tune", "64", "--budget", "1s"], 1,
     "gpufft tune: --budget must be a number above 0, up to 1000000, got 1s"
     + SEE.format("tune")),
    (["plan", "0x400"], 1,
     'gpufft plan: "0x400" is no SHAPE: a length is at least 1, and hexadecimal numbers '
     "are not known, e.g. 1024 for 0x400" + SEE.format("plan")),
    (["plan", "4096x4096x4096"], 1,
     "gpufft plan: a row of 68719476736 elements from first to last (input) is above the "
     "limit of 2147483648 (2^31); fewer points, or lesser strides, work"),
    (["tune", "flowgraph.GRC"], 1,
     'gpufft tune: "flowgraph.GRC" is no SHAPE such as 4096, and no flowgraph, whose name '
     "ends in .grc" + SEE.format("tune")),
    (["tune", "/no/such.grc"], 1,
     "gpufft tune: cannot read /no/such.grc: No such file or directory"
     + SEE.format("tune")),
    (["plan", "--", "--cpu"], 1, 'gpufft plan: "--cpu" is no SHAPE such as 4096, 64x64 or '
     "16x16x16" + SEE.format("plan")),
    (["wisdom"], 1, "gpufft wisdom: there are list, export, import, merge and forget, "
     "got none of them" + SEE.format("wisdom")),
    (["wisdom", "forgive"], 1, "gpufft wisdom: there are list, export, import, merge and "
     'forget, got "forgive"' + SEE.format("wisdom")),
    (["wisdom", "forget"], 1,
     "gpufft wisdom: forget needs TRANSFORM, --product, --since or --everything"
     + SEE.format("wisdom")),
    (["wisdom", "forget", "480"], 1,
     'gpufft wisdom: "480" is no transform as `gpufft plan` prints it before the colon, '
     'e.g. "c2c forward 4096"' + SEE.format("wisdom")),
    (["wisdom", "list", "--since", "yesterday"], 1,
     "gpufft wisdom: --since must be a day such as 2026-11-21, or 12h or 7d, got yesterday"
     + SEE.format("wisdom")),
    (["wisdom", "list", "--since", "2026-02-31"], 1,
     "gpufft wisdom: --since must be a day such as 2026-11-21, or 12h or 7d, got 2026-02-31"
     + SEE.format("wisdom")),
    (["wisdom", "import", "/no/such/file"], 1,
     "gpufft wisdom: /no/such/file is no file"),

    (["dump"], 1,
     "gpufft dump: one SHAPE is needed, got 0, e.g. gpufft dump 4096" + SEE.format("dump")),
    (["dump", "8", "16"], 1,
     "gpufft dump: one SHAPE is needed, got 2, e.g. gpufft dump 4096" + SEE.format("dump")),
    (["dump", "8", "--dialect", "metal"], 1,
     "gpufft dump: --dialect must be opencl, cuda or pocl, got metal" + SEE.format("dump")),
    (["dump", "8", "--plan", "c2c forward 8: stockham | 8"], 1,
     "gpufft dump: --plan says all of a plan, and 8 is given, too" + SEE.format("dump")),
    (["dump", "--plan", "c2c forward 8: stockham | 8", "--inverse"], 1,
     "gpufft dump: --plan says all of a plan, and --inverse is given, too"
     + SEE.format("dump")),
    (["dump", "--plan", "c2c forward 8: stockham | 8", "--registers", "64"], 1,
     "gpufft dump: --plan says all of a plan, and --registers is given, too"
     + SEE.format("dump")),
    (["dump", "--plan", "8"], 1,
     'gpufft dump: "8" is no plan: after the transform come a colon, the strategy and the '
     'passes, e.g. "c2c forward 64: stockham | 8.8"'),
    (["dump", "--plan", "c2c forward 64: stockham | 8.8 size=8"], 1,
     'gpufft dump: pass 1 of the plan: "size=8": no such word; see what gpufft plan --full '
     "prints"),
    (["dump", "8", "-o", ""], 1,
     "gpufft dump: --output needs a value" + SEE.format("dump")),
    (["dump", "8", "-o", "/dev/null"], 1,
     "gpufft dump: cannot write /dev/null: it is a file, and a folder is needed"),
    (["dump", "8", "-o", "/dev/null/kernels"], 1,
     "gpufft dump: cannot write /dev/null/kernels: /dev/null is a file, and a folder is "
     "needed"),
]

REFUSED += [
    (["process"], 1, "gpufft process: no INPUT is given, e.g. gpufft process "
     "capture.sigmf-meta --out capture.zarr" + SEE.format("process")),
    (["process", "a.ci8"], 1, "gpufft process: no survey is named; give a folder with --out, "
     "e.g. --out capture.zarr" + SEE.format("process")),
    (["process", "/nonexistent.ci8", "-s", "1M", "-o", "x"], 1,
     "gpufft process: /nonexistent.ci8: no such file"),
    (["process", "a.ci8", "-o", "x", "-s", "fast"], 1,
     "gpufft process: --samp-rate must be a number of Hz, e.g. 2M or 48e3, got fast"
     + SEE.format("process")),
    (["process", "a.ci8", "-o", "x", "--statistics", "median"], 1,
     'gpufft process: statistic "median" is not one of mean, max, min, variance, '
     'kurtosis, or a percentile, e.g. p50'),
    (["process", "a.ci8", "-o", "x", "--average", "3", "--seconds", "1"], 1,
     "gpufft process: --average and --seconds say the same; one is enough"
     + SEE.format("process")),
    (["process", "a.ci8", "-o", "x", "--length", "0"], 1,
     "gpufft process: --length must be 1 .. 134217728 (2^27), got 0"),
    (["process", "a.ci8", "-o", "x", "--taps-per-branch", "40000"], 1,
     "gpufft process: --taps-per-branch must be 1 .. 32768 of --length 4096 (2^27 taps in "
     "all), got 40000"),
    (["process", "a.ci8", "-o", "x", "--window", "polyphase"], 1,
     "gpufft process: --window polyphase is for --taps-per-branch 2 or more; 10 make bins "
     "that are flat, and 80 dB apart"),
    (["process", "a.ci8", "-o", "x", "--window", "hanning"], 1,
     'gpufft process: --window "hanning" is none of boxcar, hann, hamming, blackman, '
     "nuttall, blackmanharris, flattop, bartlett, cosine, or kaiser,BETA, tukey,SHARE, "
     "gaussian,DEVIATION"),
    (["process", "*.nothing", "-o", "x"], 1, "gpufft process: *.nothing: no file matches"),
]

# arguments that ask for the text of help/NAME.txt
HELPED = [
    ("gpufft", ["--help"]),
    ("gpufft", ["-h"]),
    ("gpufft", ["help"]),
    ("gpufft", ["help", "--help"]),
    *((name, words) for name in ("devices", "plan", "dump", "tune", "wisdom", "process", "psd",
                                        "show")
      for words in ([name, "--help"], [name, "-h"], ["help", name])),
    ("plan", ["plan", "--json", "0", "--help"]),
]


class qa_program(unittest.TestCase):
    def test_help_word_for_word(self):
        for name, words in HELPED:
            with self.subTest(words=words):
                done = run(*words)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertEqual(done.stdout, (HELP / f"{name}.txt").read_text())
                self.assertLessEqual(max(map(len, done.stdout.splitlines())), 90)

    def test_version(self):
        versions = {run(*words).stdout for words in (
            ["--version"], ["devices", "--version"], ["plan", "--version"],
            ["dump", "8", "--version"])}
        self.assertEqual(len(versions), 1)
        self.assertRegex(versions.pop(), r"^gpufft \d+\.\d+\.\d+\n$")

    def test_every_option_has_one_meaning(self):
        """What two help texts share they say in the same words, but for defaults."""
        meanings = {}
        for name in ("devices", "plan", "dump", "tune", "wisdom"):
            for line in (HELP / f"{name}.txt").read_text().splitlines():
                words = line.strip().split("  ", 1)
                if not line.startswith("  ") or "--" not in words[0] or len(words) < 2:
                    continue
                if "--json" in words[0] or "--device" in words[0]:
                    continue  # a table or lines instead of text; and the default
                self.assertEqual(meanings.setdefault(words[0], words[1]), words[1])
        self.assertGreater(len(meanings), 12)

    def test_manual_names_every_option_and_variable(self):
        manual = (ROOT / "docs/gpufft.1").read_text().replace("\\-", "-")
        options = {word for name in ("gpufft", "devices", "plan", "dump")
                   for word in re.findall(r"--[a-z-]+\b", (HELP / f"{name}.txt").read_text())}
        variables = set(re.findall(r'"(GPUFFT_\w+)"', (ROOT / "lib/base/env.cc").read_text()))
        self.assertGreater(len(options), 15)
        self.assertGreater(len(variables), 2)
        self.assertEqual([word for word in sorted(options | variables)
                          if not re.search(rf"{word}\b", manual)], [])

    def test_wrong_arguments(self):
        for words, status, line in REFUSED:
            with self.subTest(words=words):
                done = run(*words)
                self.assertEqual((done.returncode, done.stdout, done.stderr),
                                 (status, "", line + "\n"))

    def test_full_disk(self):
        for words in (["devices"], ["plan", "64"], ["dump", "67108864"], ["--help"],
                      ["dump", "--help"]):
            with self.subTest(words=words), open("/dev/full", "wb") as full:
                done = subprocess.run([PROGRAM, *words], stdout=full, text=True,
                                      stderr=subprocess.PIPE, timeout=1500)
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stderr, r"gpufft( \w+)?: cannot write results: No "
                                              r"space left on device\n$")

    def test_runs_from_anywhere(self):
        done = subprocess.run([PROGRAM, "plan", "--cpu", "8"], cwd="/", env={},
                              capture_output=True, text=True, timeout=1500)
        self.assertEqual(done.returncode, 0, done.stderr)
        through_path = subprocess.run(
            ["gpufft", "plan", "--cpu", "8"], capture_output=True, text=True, timeout=1500,
            env={"PATH": os.path.dirname(PROGRAM)})
        self.assertEqual(through_path.stdout, done.stdout)


if __name__ == "__main__":
    unittest.main()
