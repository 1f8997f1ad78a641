#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs generated kernels under oclgrind; fails on any access or race that it reports."""
import os
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77  # what CTest is told in tests.cmake
FAULTS = {"out-of-bounds": "invalid write", "race": "data race"}


def run(program, *arguments):
    """The program's exit status and output, and what oclgrind reported."""
    # Without a home there is no kernel cache, so that what runs was compiled here.
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("HOME", "XDG_CACHE_HOME")}
    with tempfile.NamedTemporaryFile("r", errors="replace") as log:
        # Not --uninitialized: with it version 21.10 computes wrong values for odd radices,
        # and reports registers of rows beyond the batch, whose results nobody stores.
        done = subprocess.run(
            ["oclgrind", "--data-races", "--check-api", "--log", log.name, program,
             *arguments],
            env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, check=False)
        return done.returncode, done.stdout, log.read()


def main(program):
    if not shutil.which("oclgrind"):
        print("skipped: no oclgrind (Debian: oclgrind)")
        return SKIPPED
    for fault, report in FAULTS.items():
        status, output, reported = run(program, fault)
        if status or report not in reported.lower():
            print(f"oclgrind did not report {report!r} of a kernel with the fault "
                  f"{fault}, so its silence means nothing.\n{output}\n{reported}")
            return 1
    status, output, reported = run(program)
    print(output + reported)
    return 1 if status or reported.strip() else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
