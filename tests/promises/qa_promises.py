#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a list of tests/promises/lists says is public is there, as it says, and nothing else
is.

Usage: qa_promises.py LIST BUILD; 77: what the list is made from is missing."""
import pathlib
import sys

import collected
import listed

SKIPPED = 77
IF_BROKEN = """\
Programs, flowgraphs or scripts that work with the listed version would stop working. Keep the old
name beside the new one for a version, and have it warn: docs/deprecations.md. Before version
1.0.0 is out, or with a new major version, `script/interface --accept --breaks` lists it anew."""
IF_NEW = """\
What is new will be kept. `script/interface --accept` adds it to tests/promises/lists."""


def main(name, build):
    try:
        found = collected.LISTS[name](pathlib.Path(build))
    except collected.Missing as missing:
        print(f"skipped: {missing}")
        return SKIPPED
    promised = listed.read(name)
    broken = list(listed.breaks(promised, found))
    new = list(listed.additions(promised, found))
    for line in broken + new:
        print(line)
    if broken:
        print(IF_BROKEN)
    if new:
        print(IF_NEW)
    if not broken and not new:
        print(f"{len(found)} entries")
    return 1 if broken or new or not promised else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
