#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What libgpufft.so offers to programs is what public_symbols.txt lists, and all else that
it exports is for libraries of its own version, or stays inside.

Usage: qa_exports.py LIBRARY; with GPUFFT_UPDATE_GOLDEN=1 the list is written. 77: there is
no nm."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

SKIPPED = 77
LIST = pathlib.Path(__file__).with_name("public_symbols.txt")
OWN = re.compile(r"gpufft(::|_)|(typeinfo|typeinfo name|vtable|VTT|guard variable)"
                 r" for gpufft::|.* gpufft::names<")


def exported(library):
    """Triples of type, name and version of every symbol."""
    shown = subprocess.run(["nm", "--dynamic", "--defined-only", "--demangle", library],
                           check=True, text=True, capture_output=True).stdout
    found = re.findall(r"^\w+ (\w) (.*?)(?:@@?(\w+))?$", shown, re.M)
    return [symbol for symbol in found if symbol[0] != "A"]  # the versions' own names


def public_names(symbols):
    """Those of GPUFFT_0; compilers differ in which functions of headers they emit (W)."""
    return sorted({name for kind, name, version in symbols
                   if version == "GPUFFT_0" and kind != "W"})


def faults_of(symbols):
    for kind, name, version in symbols:
        if version not in ("GPUFFT_0", "GPUFFT_PRIVATE"):
            yield f"{name} has no version; lib/exports.map gives one"
        if not OWN.match(name):
            yield f"{name} is exported and is another library's; see lib/exports.map"
    listed, public = LIST.read_text().splitlines(), public_names(symbols)
    for name in sorted(set(listed) - set(public)):
        yield f"{name} is missing: programs that use it do not start any more"
    for name in sorted(set(public) - set(listed)):
        yield f"{name} is new: GPUFFT_UPDATE_GOLDEN=1 lists it, for good"


def main(library):
    if not shutil.which("nm"):
        print("skipped: no nm (Debian: binutils)")
        return SKIPPED
    symbols = exported(library)
    if os.environ.get("GPUFFT_UPDATE_GOLDEN"):
        LIST.write_text("".join(name + "\n" for name in public_names(symbols)))
    faults = list(faults_of(symbols))
    print("\n".join(faults) or f"{len(symbols)} symbols, {len(public_names(symbols))} public")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
