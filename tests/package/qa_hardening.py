#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is installed has no executable stack, no memory that is writable and runs, no
writable table of addresses, and looks for libraries beside itself or where the loader does.

Usage: qa_hardening.py FILE... ; 77: there is no readelf."""
import re
import shutil
import subprocess
import sys

SKIPPED = 77

# What is wrong with a file: option of readelf, what its output must have.
WANTED = {
    "its stack may hold code that runs": ("--segments", r"^ *GNU_STACK .* RW +0x"),
    "it has no segment that becomes read-only": ("--segments", r"^ *GNU_RELRO "),
    "its tables stay writable, for functions that are called later": (
        "--dynamic", r"\(FLAGS\).*\bBIND_NOW\b|\(FLAGS_1\).*\bNOW\b"),
}


# What none may have: option of readelf, a pattern.
UNWANTED = {
    "it has memory that may be written and run": ("--segments", r"^ *LOAD .* RWE +0x"),
    "its code is changed when it is loaded": ("--dynamic", r"\(TEXTREL\)"),
}
# Folders of libraries that depend on where the file lies, or are where it was built.
PATHS = re.compile(r"\((?:RPATH|RUNPATH)\).*\[(.*)\]")


def paths_of(path):
    match = PATHS.search(readelf("--dynamic", path))
    return match[1].split(":") if match else []


def is_safe(folder):
    """Of where the file lies, or absolute: an empty or relative one is the working folder."""
    return folder.startswith(("$ORIGIN", "/"))


def readelf(option, path):
    return subprocess.run(["readelf", "--wide", option, path], check=True, text=True,
                          capture_output=True).stdout


def faults_of(path):
    found = [fault for fault, (option, pattern) in WANTED.items()
             if not re.search(pattern, readelf(option, path), re.M)]
    found += [fault for fault, (option, pattern) in UNWANTED.items()
              if re.search(pattern, readelf(option, path), re.M)]
    found += [f"it looks for libraries in {folder!r}" for folder in paths_of(path)
              if folder and not is_safe(folder)]
    return [f"{path}: {fault}" for fault in found]


def main(paths):
    if not shutil.which("readelf"):
        print("skipped: no readelf (Debian: binutils)")
        return SKIPPED
    faults = [fault for path in paths for fault in faults_of(path)]
    print("\n".join(faults) or f"{len(paths)} files")
    return 1 if faults or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
