# SPDX-License-Identifier: GPL-3.0-or-later
"""What is public in this tree and in a folder where it was built."""
import os
import pathlib
import re
import shutil

import blocks_list
import headers_list
import layouts_list
import program_list
import python_list
import symbols_list

LIBRARIES = ("lib/libgpufft.so", "lib/blocks/libgnuradio-gpufft.so",
             "lib/fftw3/libgpufft_fftw3.so")


class Missing(Exception):
    """What a list is made from is not there: a tool, or a part that was not built."""


def cached(build, name):
    match = re.search(rf"^{name}:\w+=(.*)$", (build / "CMakeCache.txt").read_text(), re.M)
    return match[1] if match else ""


def headers(_build):
    return headers_list.entries()


def layouts(build):
    if not shutil.which("readelf"):
        raise Missing("no readelf (Debian: binutils)")
    if os.uname().machine != "x86_64":
        raise Missing(f"sizes are listed for x86_64, not for {os.uname().machine}")
    return layouts_list.entries(cached(build, "CMAKE_CXX_COMPILER"))


def symbols(build):
    if not shutil.which("nm"):
        raise Missing("no nm (Debian: binutils)")
    libraries = [build / each for each in LIBRARIES]
    for library in libraries:
        if not library.exists():
            raise Missing(f"{library} was not built")
    return symbols_list.entries(libraries)


def blocks(_build):
    if blocks_list.yaml is None:
        raise Missing("no yaml (Debian: python3-yaml)")
    return blocks_list.entries()


def python(build):
    for module in ("gpufft", "gnuradio/gpufft"):
        if not list((build / "test_modules" / module).glob("*.so")):
            raise Missing(f"{build}/test_modules/{module} was not built")
    os.environ["PYTHONPATH"] = str(build / "test_modules")
    return python_list.entries(cached(build, "PYTHON_EXECUTABLE") or "/usr/bin/python3")


def program(_build):
    return program_list.entries()


LISTS = {each.__name__: each
         for each in (headers, layouts, symbols, blocks, python, program)}
