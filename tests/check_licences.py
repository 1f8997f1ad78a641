#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every source says its licence, and debian/copyright names each licence and each holder.

usage: check_licences.py [FOLDER]

A file of code has `SPDX-License-Identifier:` in its first five lines, and debian/copyright a
paragraph `Files:` with that licence. A file that says "Copyright" of somebody is named there
with its holder.
"""
import fnmatch
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
CODE = (".c", ".cc", ".h", ".py", ".cmake", ".sh", ".map")
NAMES = ("CMakeLists.txt", "Containerfile", "rules")
MARK = re.compile(r"SPDX-License-Identifier: *([\w.+-]+(?: (?:AND|OR|WITH) [\w.+-]+)*)")
# A notice of somebody's; words of this project's documents on such notices are none.
NOTICE = re.compile(r"^\W*(?:copyright|\(c\)|©)[ :]*(?:\(c\)|©)? *((?:19|20)\d\d.*)$",
                    re.I | re.M)


def paragraphs_of(text):
    """Patterns of files, licence and holder of each paragraph `Files:`."""
    for paragraph in re.split(r"\n\n+", text):
        if files := re.search(r"^Files: *((?:.*\n?(?: .*\n?)*))", paragraph, re.M):
            patterns = files[1].split("Copyright:")[0].split()
            holder = re.search(r"^Copyright: *(.*)$", paragraph, re.M)
            licence = re.search(r"^License: *(.*)$", paragraph, re.M)
            yield patterns, licence and licence[1], holder and holder[1]


def paragraph_of(name, paragraphs):
    """The last one whose patterns match, as in the format of debian/copyright."""
    found = None
    for each in paragraphs:
        if any(fnmatch.fnmatchcase(name, pattern) for pattern in each[0]):
            found = each
    return found


def is_code(path):
    return path.suffix in CODE or path.name in NAMES


def faults_of(name, text, paragraphs):
    path = pathlib.Path(name)
    head = "\n".join(text.splitlines()[:5])
    described = paragraph_of(name, paragraphs)
    if described is None:
        yield f"{name}: no paragraph of debian/copyright is on it"
        return
    marks = MARK.findall(head)
    is_script = text.startswith("#!")
    if (is_code(path) or is_script) and not marks:
        yield f"{name}: its first lines say no SPDX-License-Identifier"
    for mark in marks:
        if mark != described[1]:
            yield f"{name}: {mark}, but debian/copyright says {described[1]}"
    for notice in NOTICE.findall(text):
        if notice.strip() not in described[2]:
            yield (f"{name}: copyright {notice.strip()}, but debian/copyright says "
                   f"{described[2]}")


def sources(root):
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z"], capture_output=True,
                            text=True, check=False)
    names = listed.stdout.split("\0")[:-1] if listed.returncode == 0 else [
        path.relative_to(root).as_posix() for path in pathlib.Path(root).rglob("*")]
    for name in names:
        path = pathlib.Path(root, name)
        if not path.is_file() or name in ("LICENSE", "debian/copyright"):
            continue
        try:
            yield name, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # pictures and recordings


def main(root):
    paragraphs = list(paragraphs_of(pathlib.Path(root, "debian/copyright").read_text()))
    count, faults = 0, []
    for name, text in sources(root):
        count += 1
        faults += faults_of(name, text, paragraphs)
    print("\n".join(faults) or f"{count} files")
    return 1 if faults or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ROOT))
