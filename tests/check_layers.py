#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fail when the sources break the rules between layers and rooms.

usage: check_layers.py [ROOT]

- A file in lib/ includes nothing of a layer above its own, public headers included.
- A file of lib/device reaches no header of lib/plan, not even through another header: a
  device knows of a kernel its text and the facts of its launch.
- A layer's folders are its rooms. A file includes nothing of a room above its own.
- A folder of sources holds at most 30 files, and a README.md that says what it is for.
- The engine (lib/ without blocks, include/gpufft) and the program know no GNU Radio.
- OpenCL's headers are included in its own backend alone, CUDA's nowhere.
- Environment variables are read in lib/base/env.cc and nowhere else.
"""
import pathlib
import re
import sys

LAYERS = ["base", "math", "codelet", "plan", "codegen", "device", "exec", "tune", "api",
          "recordings", "survey", "fftw3", "display", "widgets", "blocks"]
RANK = {name: rank for rank, name in enumerate(LAYERS)}

# The rooms of each folder of layers, bottom to top. A layer without an entry has none.
ROOMS = {
    "lib/plan": "expression request ir ir/forms roots simt cost cost/models simd check text stages "
                "strategies strategies/simt strategies/io strategies/simd "
                "strategies/convolutions planner wisdom choice choice/builtin tables",
    "lib/codegen": "text io simt simt/frames simt/features simt/paired simt/kernel simd "
                   "simd/stages "
                   "simd/points simd/rows simd/columns simd/reals simd/kernel pointwise "
                   "generate helpers probe",
    "lib/device": "interface kernels threads opencl opencl/pocl opencl/module cuda/library "
                  "cuda/nvrtc cuda",
    "lib/exec": "host memory executor self_test rows filters channels synthesizers receivers items resident frames frames/spectra frames/histograms "
                "frames/make",
    "lib/tune": "timing candidates search probe tuner",
    "lib/recordings": "files samples formats open",
    "lib/survey": "settings products store voltages derived read record exports feed run growing",
    "lib/fftw3": "request planner entry names",
    "lib/display": "axis colours store measure",
    "lib/widgets": "drawing panes window",
    "lib/blocks": "messages scheduler running chains items transforms filters channels receivers correlation spectra recording tuner common display",
    "": "apps/options apps/files bench/measure bench/peers bench/cases bench/timers "
        "bench/suites bench/papers bench/chains apps/commands",
}
ROOM_RANK = {folder: {name: rank for rank, name in enumerate(names.split())}
             for folder, names in ROOMS.items()}
MOST_FILES = 30

# The layer whose contract a public header is.
PUBLIC = {
    "deprecated.h": "base",
    "error.h": "base",
    "transform.h": "plan",
    "device_limits.h": "plan",
    "effort.h": "plan",
    "device_memory.h": "device",
    "devices.h": "device",
    "own_process.h": "device",
    "package_folders.h": "device",
    "startup.h": "exec",
    "device_fft_settings.h": "exec",
    "window_taps.h": "exec",
    "fft.h": "api",
    "device_fft.h": "api",
    "gpufft.h": "api",
}

# What only one folder may include, or none: the toolkit is not needed to build.
DRIVERS = {
    r"CL/|OpenCL/": "lib/device/opencl",
    r"(cuda|nvrtc)[\w/.]*\.h": None,
}

INCLUDE = re.compile(r'\s*#\s*include\s*["<]([^">]+)[">]')
SOURCES = ["lib", "include", "apps", "bench", "python"]
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


def home_of(folder):
    """The layer with rooms that a folder lies in, "" for the top, and its room there."""
    for layers in sorted(ROOMS, key=len, reverse=True):
        if layers and (folder + "/").startswith(layers + "/"):
            return layers, folder[len(layers) + 1:]
    return "", folder


def path_of(header):
    """Of an included header below the root of the sources."""
    first = header.partition("/")[0]
    return "lib/" + header if first in RANK else header


def faults_of_rooms(name, header):
    """An arrow upwards between rooms, or into another backend's."""
    layers, own = home_of(str(pathlib.PurePosixPath(name).parent))
    to_layers, other = home_of(str(pathlib.PurePosixPath(path_of(header)).parent))
    ranks = ROOM_RANK[layers]
    if layers == to_layers and own in ranks and other in ranks and ranks[other] > ranks[own]:
        yield f"{layers or 'top'}: {own} must not include {header}, which is of {other}"
    if name.startswith("lib/") and header.startswith(("apps/", "bench/")):
        yield f"the library must not include {header}"
    if own.startswith("cuda") and other.startswith("opencl"):
        yield f"device/cuda must not include {header}"


def faults_of_folders(root):
    for base in ("lib", "apps", "bench"):
        for folder in sorted([root / base, *(root / base).rglob("*/")]):
            if not folder.is_dir():
                continue
            sources_there = [f for f in folder.iterdir() if f.suffix in SUFFIXES]
            name = folder.relative_to(root).as_posix()
            if len(sources_there) > MOST_FILES:
                yield (f"{name}: {len(sources_there)} files of code; a folder holds at most "
                       f"{MOST_FILES}")
            if not sources_there:
                continue
            if not (folder / "README.md").exists():
                yield f"{name}: has no README.md that says what it is for"
            layers, room = home_of(name)
            if layers and room not in ROOM_RANK[layers]:
                yield f"{name}: no such room; say in ROOMS where it stands"


def is_engine(name):
    return not name.startswith(("lib/blocks/", "include/gnuradio/", "python/", "bench/programs/",
                                "bench/chains/"))


def faults_of_include(name, header):
    own, other = layer_of(name), included_layer(header)
    if own and other and RANK[other] > RANK[own]:
        yield f"{own}/ must not include {header}, which is of {other}/"
    yield from faults_of_rooms(name, header)
    if is_engine(name) and re.match(r"gnuradio/|pmt/", header):
        yield f"the engine must not include {header}: it knows no GNU Radio"
    for pattern, home in DRIVERS.items():
        if not re.match(pattern, header):
            continue
        if home is None:
            yield f"{header} is included nowhere: the toolkit is not needed to build"
        elif not name.startswith(home + "/"):
            yield f"{header} is included in {home}/ alone"


def headers_reached(root, name):
    """Paths of our headers that a file includes, and those that they include."""
    reached, to_read = set(), [name]
    while to_read:
        for line in (root / to_read.pop()).read_text().splitlines():
            included = INCLUDE.match(line)
            path = path_of(included[1]) if included else None
            if path and path not in reached and (root / path).is_file():
                reached.add(path)
                to_read.append(path)
    return reached


def faults_of_devices(root):
    for path in sorted((root / "lib/device").rglob("*")):
        if path.suffix not in SUFFIXES:
            continue
        name = path.relative_to(root).as_posix()
        for header in sorted(headers_reached(root, name)):
            if header.startswith("lib/plan/"):
                yield f"{name}: a device must not know plans, and reaches {header}"


def faults(root):
    for folder in sorted((root / "lib").glob("*/")):
        if folder.is_dir() and folder.name not in RANK:
            yield f"lib/{folder.name}: no such layer; there are {' '.join(LAYERS)}"
    yield from faults_of_folders(root)
    yield from faults_of_devices(root)
    for header in sorted((root / "include/gpufft").glob("*.h")):
        if header.name not in PUBLIC:
            yield f"include/gpufft/{header.name}: say in PUBLIC whose contract it is"
    for name, number, line in sources(root):
        if layer_of(name) not in RANK and layer_of(name) is not None:
            continue  # reported above
        included = INCLUDE.match(line)
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
