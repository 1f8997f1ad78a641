#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Comments in C++ that cannot be read alone: their first word points at something else.

usage: check_words.py [FOLDER]

A comment is read by whoever searched for the line below it. It begins with what it speaks
of: not with "Likewise", "The same", "Those", "It", "Of" or "That of".
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDERS = ("include", "lib", "apps", "bench", "tests", "examples", "python")
REFUSED = re.compile(r"(Likewise|The same|Those|It|Of|That of)\b")
LINE = re.compile(r"^\s*//!?<?\s?(.*)$")
BEHIND = re.compile(r"^[^\"']*\S.*?\s//!?<?\s(.*)$")  # behind code, on its line
RAW = re.compile(r'R"(\w*)\(.*?\)\1"', re.DOTALL)  # text of kernels, and of files in tests


def blank(found):
    """As many lines, and nothing in them."""
    return '""' + "\n" * found[0].count("\n")


def comments(text):
    """The first line of each comment, and its number."""
    was_comment = in_block = False
    column = None  # of a comment behind code, which lines below go on with
    for number, line in enumerate(RAW.sub(blank, text).splitlines(), 1):
        if in_block:
            if not was_comment and line.strip(" *") and not line.strip().startswith("*/"):
                yield number, line.strip(" *").replace("\\brief ", "")
                was_comment = True
            in_block = "*/" not in line
            if not in_block:
                was_comment = False
            continue
        if found := LINE.match(line):
            if not was_comment and line.index("//") != column:
                yield number, found[1]
                column = None
            was_comment = column is None
            continue
        was_comment, column = False, None
        if found := BEHIND.match(line):
            yield number, found[1]
            column = line.rindex("//")
        elif line.lstrip().startswith("/*"):
            first = line.strip().lstrip("/*! ").replace("\\brief ", "")
            in_block = "*/" not in line
            if first.strip(" */"):
                yield number, first
                was_comment = True


def main(root=ROOT):
    faults = []
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".h", ".cc"):
                continue
            for number, first in comments(path.read_text()):
                if REFUSED.match(first):
                    faults.append(f"{path.relative_to(root)}:{number}: {first}")
    for fault in faults:
        print(fault)
    if faults:
        print(f"{len(faults)} comments begin with a word that points elsewhere: name what "
              "they speak of")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*map(pathlib.Path, sys.argv[1:])))
