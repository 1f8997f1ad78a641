#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each file that the build installs belongs to one Debian package, and each package names
only files that are installed: debhelper refuses to build packages otherwise, after minutes.

Usage: qa_debian.py BUILD, a build with GNU Radio and the display"""
import fnmatch
import pathlib
import re
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
INSTALL = re.compile(
    r'file\(INSTALL DESTINATION "\$\{CMAKE_INSTALL_PREFIX\}/([^"]*)" TYPE (\w+)([^)]*)\)')


def installed_paths(build):
    """Paths below / as packages have them, of files and of whole folders."""
    paths = set()
    for script in build.rglob("cmake_install.cmake"):
        for folder, kind, files in INSTALL.findall(script.read_text()):
            folder = re.sub(r"^lib/python3[^/]*/\w+-packages", "lib/python3/dist-packages", folder)
            # Libraries lie in lib where the prefix is not /usr.
            folder = re.sub(r"^lib/(?:\w+-linux-\w+/)?(?!python3/)|^lib$", "lib/TRIPLET/", folder)
            for name in re.findall(r'"([^"]*)"', files.split(" FILES_MATCHING")[0]):
                # The content of a folder whose name ends with a slash, else the folder too.
                below = "" if kind == "DIRECTORY" and name.endswith("/") else name.split("/")[-1]
                paths.add(re.sub("/+", "/", f"usr/{folder}/{below}").rstrip("/"))
    return paths


def patterns_of_packages():
    """(package, pattern) of what packages take of the installed files."""
    return [(file.stem, line.strip())
            for file in sorted((SOURCE / "debian").glob("*.install"))
            for line in file.read_text().splitlines() if line.startswith("usr/")]


def is_taken(path, pattern):
    """By the pattern for the file, for a folder above it or, of a folder, for all in it."""
    words, wanted = path.split("/"), pattern.split("/")
    shared = min(len(words), len(wanted))
    return all(fnmatch.fnmatchcase(word, want)
               for word, want in zip(words[:shared], wanted[:shared]))


def main(build):
    paths, patterns = installed_paths(pathlib.Path(build)), patterns_of_packages()
    assert len(paths) > 100, f"{build} installs only {sorted(paths)}"
    faults = []
    for path in sorted(paths):
        packages = sorted({package for package, pattern in patterns if is_taken(path, pattern)})
        if not packages:
            faults.append(f"{path}: no file of debian/*.install takes it")
        elif len(packages) > 1 and not path.endswith("/include"):
            faults.append(f"{path}: several packages take it: {', '.join(packages)}")
    faults += [f"debian/{package}.install: nothing installed is {pattern}"
               for package, pattern in patterns
               if not any(is_taken(path, pattern) for path in paths)]
    print(*faults or [f"{len(paths)} paths, each in one package"], sep="\n")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
