#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs generated kernels on a GPU under each tool of compute-sanitizer.

Usage: check_device.py PROGRAM, which is kernels_under_sanitizer. Fails on anything that
a tool reports, and where a tool is silent about a kernel with the fault that it is for.
"""
import os
import shutil
import subprocess
import sys

SKIPPED = 77  # what CTest is told in tests.cmake
REPORTED = 99
TOOLS = {"memcheck": ["--leak-check", "no"], "racecheck": [], "synccheck": [],
         "initcheck": []}
SAMPLES = {"initcheck": ["not-in-bulk"]}  # all but for these tools
PLACES = ["compute-sanitizer", "/usr/local/cuda/bin/compute-sanitizer"]


def run(command):
    """Exit status and output."""
    # Without a home there is no kernel cache, so that what runs was compiled here.
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("HOME", "XDG_CACHE_HOME")}
    done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    return done.returncode, done.stdout


def main(program):
    sanitizer = next(filter(None, map(shutil.which, PLACES)), None)
    if not sanitizer:
        print("skipped: no compute-sanitizer (of the CUDA toolkit)")
        return SKIPPED
    failed = False
    for tool, options in TOOLS.items():
        # A report, and not the program, decides the status.
        under = [sanitizer, "--tool", tool, "--error-exitcode", str(REPORTED), *options,
                 program]
        status, output = run([*under, tool])
        if status == SKIPPED:
            print(output, end="")
            return SKIPPED
        if status != REPORTED:
            print(f"{tool} did not report the kernel with its fault (exit status "
                  f"{status}), so its silence means nothing.\n{output}")
            failed = True
            continue
        status, output = run(under + SAMPLES.get(tool, []))
        print(f"{tool}: {'clean' if status == 0 else f'exit status {status}'}")
        if status:
            print(output[-20000:])
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
