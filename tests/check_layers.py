#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fail when the sources break the rules between layers.

usage: check_layers.py [ROOT]

- A file in lib/ includes nothing of a layer above its own, public headers included.
- The engine (lib/ without blocks, include/gpufft) and the program know no GNU Radio.
- OpenCL's and CUDA's headers are included in their own backend alone.
- Environment variables are read in lib/base/env.cc and nowhere else.
"""
import pathlib
import re
import sys

LAYERS = ["base", "math", "codelet", "plan", "codegen", "device", "exec", "tune", "blocks"]
RANK = {name: rank for rank, name in enumerate(LAYERS)}

# The layer whose contract a public header is.
PUBLIC = {
    "error.h": "base",
    "transform.h": "plan",
    "device_limits.h": "plan",
    "effort.h": "plan",
    "devices.h": "device",
    "own_process.h": "device",
    "beginning.h": "exec",
    "window_taps.h": "exec",
    "fft.h": "tune",
}

# What only one folder may include.
DRIVERS = {
    r"CL/|OpenCL/": "lib/device/opencl",
    r"(cuda|nvrtc)[\w/.]*\.h": "lib/device/cuda",
}

SOURCES = ["lib", "include", "apps", "python"]
SUFFIXES = {".h", ".cc", ".in"}


def sources(root):
    """Path below root, line number and text of every line of C++ that is shipped."""
    for folder in SOURCES:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SUFFIXES:
                name = path.relative_to(root).as_posix()
                for number, line in enumerate(path.read_text().splitlines(), 1):
                    yield name, number, line


def layer_of(name):
    """The layer that a source file belongs to; None above all layers."""
    parts = name.split("/")
    if parts[0] == "lib" and len(parts) > 2:
        return parts[1]
    if parts[:2] == ["include", "gpufft"]:
        return PUBLIC.get(parts[2])
    return None


def included_layer(header):
    """The layer of an included header; None where it is not ours."""
    first, _, rest = header.partition("/")
    return PUBLIC.get(rest) if first == "gpufft" else first if first in RANK else None


def is_engine(name):
    return not name.startswith(("lib/blocks/", "include/gnuradio/", "python/"))


def faults_of_include(name, header):
    own, other = layer_of(name), included_layer(header)
    if own and other and RANK[other] > RANK[own]:
        yield f"{own}/ must not include {header}, which is of {other}/"
    if is_engine(name) and re.match(r"gnuradio/|pmt/", header):
        yield f"the engine must not include {header}: it knows no GNU Radio"
    for pattern, home in DRIVERS.items():
        if re.match(pattern, header) and not name.startswith(home + "/"):
            yield f"{header} is included in {home}/ alone"


def faults(root):
    for folder in sorted((root / "lib").glob("*/")):
        if folder.is_dir() and folder.name not in RANK:
            yield f"lib/{folder.name}: no such layer; there are {' '.join(LAYERS)}"
    for header in sorted((root / "include/gpufft").glob("*.h")):
        if header.name not in PUBLIC:
            yield f"include/gpufft/{header.name}: say in PUBLIC whose contract it is"
    for name, number, line in sources(root):
        if layer_of(name) not in RANK and layer_of(name) is not None:
            continue  # reported above
        included = re.match(r'\s*#\s*include\s*["<]([^">]+)[">]', line)
        if included:
            for fault in faults_of_include(name, included[1]):
                yield f"{name}:{number}: {fault}"
        if re.search(r"\b(secure_)?getenv\b", line) and name != "lib/base/env.cc":
            yield f"{name}:{number}: environment variables are read in lib/base/env.cc"


def main(argv):
    root = pathlib.Path(argv[1] if len(argv) > 1 else pathlib.Path(__file__).parents[1])
    if not (root / "lib").is_dir():
        print(f"{root} has no folder lib; name the root of the sources")
        return 1
    found = list(faults(root.resolve()))
    print("\n".join(found) or "no fault")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv))
