#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What libgpufft.so and libgnuradio-gpufft.so export has a version: that of what is public,
or GPUFFT_PRIVATE, which is for libraries, programs and tests of the same version. Copies of
other libraries' templates stay inside. tests/promises lists what is public.

Usage: qa_exports.py LIBRARY...; 77: there is no nm."""
import re
import shutil
import subprocess
import sys

SKIPPED = 77
OWN = re.compile(r"(gr::)?gpufft(::|_)|(typeinfo|typeinfo name|vtable|VTT|guard variable|"
                 r"virtual thunk|non-virtual thunk|construction vtable)"
                 r" (for|to) (gr::)?gpufft::|.* gpufft::names<")
VERSION = re.compile(r"GPUFFT_(\d+|PRIVATE)")


def exported(library):
    """Triples of type, name and version of every symbol."""
    shown = subprocess.run(["nm", "--dynamic", "--defined-only", "--demangle", library],
                           check=True, text=True, capture_output=True).stdout
    found = re.findall(r"^\w+ (\w) (.*?)(?:@@?(\w+))?$", shown, re.M)
    return [symbol for symbol in found if symbol[0] != "A"]  # the versions' own names


def faults_of(symbols):
    for _, name, version in symbols:
        if not VERSION.fullmatch(version):
            yield f"{name} has no version; an exports.map of lib gives one"
        if not OWN.match(name):
            yield f"{name} is exported and is another library's; see exports.map in lib"
    if not any(version != "GPUFFT_PRIVATE" for _, _, version in symbols):
        yield "nothing is public"


def main(libraries):
    if not shutil.which("nm"):
        print("skipped: no nm (Debian: binutils)")
        return SKIPPED
    faults = []
    for library in libraries:
        symbols = exported(library)
        faults += [f"{library}: {fault}" for fault in faults_of(symbols)]
        public = sum(version != "GPUFFT_PRIVATE" for _, _, version in symbols)
        print(f"{library}: {len(symbols)} symbols, {public} public")
    print("\n".join(faults))
    return 1 if faults or not libraries else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
