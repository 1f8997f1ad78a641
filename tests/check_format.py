#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fail when a C++ file that git tracks is not as clang-format 14 writes it."""
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
SKIPPED = 77  # what CTest is told in tests/hygiene.cmake
VERSION = "14"  # versions disagree, so one is pinned: Debian 12's


def find_clang_format():
    """Its path, or None; another version would find faults that are none."""
    for name in (f"clang-format-{VERSION}", "clang-format"):
        path = shutil.which(name)
        if not path:
            continue
        said = subprocess.run([path, "--version"], capture_output=True, text=True)
        if re.search(rf"version {VERSION}\.", said.stdout):
            return path
    return None


def tracked_files():
    """Names of the C++ files, or None where this is no git checkout."""
    if not shutil.which("git"):
        return None
    # The checkout may belong to another user than the one who tests it.
    listed = subprocess.run(
        ["git", "-c", f"safe.directory={ROOT}", "-C", ROOT, "ls-files", "-z", "*.cc",
         "*.h"], capture_output=True, text=True)
    if listed.returncode:
        return None
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]


def main():
    clang_format = find_clang_format()
    if not clang_format:
        print(f"skipped: no clang-format {VERSION} (Debian: clang-format)")
        return SKIPPED
    files = tracked_files()
    if not files:
        print("skipped: git lists no files here; this is no checkout, or git is missing")
        return SKIPPED
    checked = subprocess.run([clang_format, "--dry-run", "-Werror", *files], cwd=ROOT,
                             capture_output=True, text=True)
    if checked.returncode:
        faulty = sorted(set(re.findall(r"^([^:\n]+):\d+:\d+: error", checked.stderr, re.M)))
        print(checked.stderr)
        print(f"not formatted: {len(faulty)} of {len(files)} files; this mends them:\n"
              f"  {clang_format} -i {' '.join(faulty)}")
    return int(checked.returncode != 0)


if __name__ == "__main__":
    sys.exit(main())
