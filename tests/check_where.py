#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows of docs/where.md whose files are gone, or do not have the names they are said to.

usage: check_where.py [ROOT]

A row is `| question | files | names | tests |`. Every file and test is there, and each name
is a word of one of the files. docs/reading_path.md and the pages of docs/design/ name files
as well: those are there.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
QUOTED = re.compile(r"`([^`]+)`")
PATH = re.compile(r"`((?:lib|tests|include|apps|bench|python|grc|script|docs|examples)/[^`\s*{<]+)`")


def rows(text):
    """(number, cells) of each row of a table, without heads and lines between."""
    for number, line in enumerate(text.splitlines(), 1):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and len(cells) == 4 and QUOTED.search(cells[1]):
            yield number, cells


def faults_of_table(root):
    page = root / "docs" / "where.md"
    for number, (_, files, names, tests) in rows(page.read_text()):
        files = QUOTED.findall(files)
        texts = [(root / name).read_text() for name in files if (root / name).is_file()]
        for name in [*files, *QUOTED.findall(tests)]:
            if not (root / name).is_file():
                yield f"docs/where.md:{number}: no file {name}"
        for name in QUOTED.findall(names):
            word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
            if texts and not any(word.search(text) for text in texts):
                yield f"docs/where.md:{number}: no {name} in {', '.join(files)}"


def faults_of_paths(root):
    pages = [root / "docs" / name for name in ("reading_path.md", "architecture.md")]
    pages += sorted((root / "docs" / "design").glob("*.md"))
    for page in pages:
        for number, line in enumerate(page.read_text().splitlines(), 1):
            for path in PATH.findall(line):
                if not (root / path.rstrip("/")).exists():
                    yield f"{page.relative_to(root)}:{number}: no file {path}"


def main(root=ROOT):
    if not list(rows((root / "docs" / "where.md").read_text())):
        print("docs/where.md: no rows")
        return 1
    faults = [*faults_of_table(root), *faults_of_paths(root)]
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*map(pathlib.Path, sys.argv[1:])))
