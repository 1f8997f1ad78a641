#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Write plan lines that a version prints, of every strategy and kind, and wisdom, to
tests/promises/kept, where later versions must read them. For the release of each version.

Usage: plan_lines.py PROGRAM VERSION"""
import json
import pathlib
import subprocess
import sys

KEPT = pathlib.Path(__file__).with_name("kept")
GPU = ["--local-memory", "49152", "--max-work-items", "1024", "--registers", "128"]
DEVICES = [GPU, [*GPU, "--architecture", "sm_90", "--max-cluster", "8"],
           ["--cpu", "--vector-width", "16", "--compute-units", "8"],
           ["--cpu", "--vector-width", "4", "--compute-units", "2"], ["--cpu"]]
KINDS = ["c2c", "r2c", "c2r", *(f"{kind}{n}" for kind in ("dct", "dst") for n in range(1, 5))]
REQUESTS = [
    *(["--kind", kind, "64", "1000", "4096", "16x48"] for kind in KINDS),
    ["--inverse", "--norm", "by_length", "127", "1021", "2003", "65536", "262144", "1048576"],
    ["--precision", "float64", "480", "8192"], ["--precision", "float16", "4096"],
    ["--windowed", "--output-rotation", "512", "1024"],
    ["--windowed", "--taps-per-branch", "12", "64"],
    ["--convolved", "--first-output", "100", "--output-step", "4", "4096"],
    ["--load", "x * conj(h[n])", "--store", "norm(y) * s", "--real-output", "--arguments",
     "complex h[512]; number s", "512"],
    ["--planar-input", "--planar-output", "256"], ["--loops", "5x3", "96"],
    ["256x256", "8x12x10", "4x6x8x10"],
]
WISDOM_FIELDS = {"gpufft-wisdom": 1, "record": "plan", "backend": "cuda", "product": "GPU A",
                 "platform": "CUDA", "driver": "1", "architecture": "sm_90"}
MEASURED = {"rows": "many", "seconds": 2e-6, "before_s": 3e-6, "batch": 4096,
            "effort": "measure", "when_s": 1795600000}


def printed(*command):
    return subprocess.run(command, check=True, text=True, capture_output=True).stdout


def lines_of(program):
    for device in DEVICES:
        for request in REQUESTS:
            yield from printed(program, "plan", "--full", *device, *request).splitlines()


def wisdom_of(lines, version):
    """A record for each transform, of the first of its plans."""
    plans = {}
    for line in lines:
        plans.setdefault(line.partition(": ")[0], line)
    for transform, line in plans.items():
        yield json.dumps({**WISDOM_FIELDS, "version": version, "transform": transform,
                          "plan": line, **MEASURED})


def main(program, version):
    KEPT.mkdir(exist_ok=True)
    lines = sorted(set(lines_of(program)))
    wisdom = list(wisdom_of(lines, version))
    for name, written in ((f"plan_lines_{version}.txt", lines),
                          (f"wisdom_{version}.jsonl", wisdom)):
        (KEPT / name).write_text("".join(line + "\n" for line in written), encoding="utf-8")
        print(f"{name}: {len(written)} lines")


if __name__ == "__main__":
    main(*sys.argv[1:])
