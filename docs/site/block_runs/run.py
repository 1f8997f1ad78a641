#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Run the flowgraphs of this folder, and compare what they print with printed.json, which the
site shows beside them.

Usage: run.py [--write] [NAME...]"""
import contextlib
import io
import json
import pathlib
import runpy
import sys

HERE = pathlib.Path(__file__).resolve().parent
PRINTED = HERE / "printed.json"


def names():
    return sorted(path.stem for path in HERE.glob("gpufft_*.py"))


def printed_by(name):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        runpy.run_path(str(HERE / f"{name}.py"))
    return out.getvalue()


def main(arguments):
    stored = json.loads(PRINTED.read_text(encoding="utf-8")) if PRINTED.exists() else {}
    wrong = 0
    for name in [each for each in arguments if each != "--write"] or names():
        printed = printed_by(name)
        if "--write" in arguments:
            stored[name] = printed
        elif printed != stored.get(name):
            wrong += 1
            print(f"{name} prints\n{printed}where printed.json has\n{stored.get(name)}")
    if "--write" in arguments:
        PRINTED.write_text(json.dumps(stored, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
