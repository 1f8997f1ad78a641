#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Put the licence of each library that auditwheel copied into a wheel beside our own, from
Debian's package of it.

Usage: wheel_licences.py WHEEL"""
import base64
import glob
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import zipfile

FOLDERS = ("/usr/lib/*-linux-gnu", "/lib/*-linux-gnu", "/usr/lib", "/lib")
COPIED = re.compile(r"^gpufft\.libs/(lib.+?)-[0-9a-f]{8}(\.so.*)$")


def package_of(name):
    """Debian's package of a library by its file name."""
    for folder in FOLDERS:
        for path in glob.glob(f"{folder}/{glob.escape(name)}"):
            for each in dict.fromkeys((path, os.path.realpath(path))):
                done = subprocess.run(["dpkg-query", "--search", each], text=True,
                                      capture_output=True, check=False)
                if done.returncode == 0:
                    return re.split(r"[:,]", done.stdout)[0]
    sys.exit(f"wheel_licences: no package has {name}")


def package_of_copy(name):
    """Debian's package of what auditwheel copied to this name; None of all else in a wheel."""
    match = COPIED.match(name)
    return package_of(match[1] + match[2]) if match else None


def licence_files(names):
    """Names in the wheel and contents: a file for each package of what was copied."""
    packages = {package for package in map(package_of_copy, names) if package}
    for package in sorted(packages):
        path = pathlib.Path(f"/usr/share/doc/{package}/copyright")
        if not path.is_file():
            sys.exit(f"wheel_licences: {path} is not there")
        yield f"{package}.txt", path.read_bytes()


def record_line(name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"


def main(path):
    with zipfile.ZipFile(path) as wheel:
        entries = [(info, wheel.read(info)) for info in wheel.infolist()]
    record = next(info for info, _ in entries if info.filename.endswith(".dist-info/RECORD"))
    folder = record.filename.removesuffix("RECORD") + "licenses/"
    added = [(folder + name, data)
             for name, data in licence_files([info.filename for info, _ in entries])]
    there = {info.filename for info, _ in entries}
    lines = "".join(record_line(name, data) for name, data in added if name not in there)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for info, data in entries:
            wheel.writestr(info, data + lines.encode() if info is record else data,
                           compress_type=zipfile.ZIP_DEFLATED)
        for name, data in added:
            if name not in there:
                info = zipfile.ZipInfo(name, record.date_time)
                info.external_attr = 0o644 << 16
                wheel.writestr(info, data, compress_type=zipfile.ZIP_DEFLATED)
    print(f"{path}: {len(added)} licences of what was copied into it")


if __name__ == "__main__":
    main(sys.argv[1])
