#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fail when the library has objects that are freed as the process ends.

usage: check_statics.py [ROOT]

Threads of ours, of drivers and of Python's interpreter still run then. What is shared by
all is made once and never freed: static auto& all = *new std::map<...>;
"""
import pathlib
import re
import sys

# What frees something, as our sources use it.
FREES = (r"(?:words<|std::(?:vector|deque|list|set|map|multimap|unordered_\w+|function|optional|"
         r"unique_ptr|shared_ptr|thread|future|promise)<|"
         r"std::(?:string|regex|thread|condition_variable)\b|cl::\w+|auto\b)")

# An object: static anywhere, or at the left margin, which only a namespace's are at. What
# a bracket with more than values in it follows is a function; a reference or a pointer
# frees nothing.
NAMES = r"(?P<first>[^(;={]*?)\b\w+(?:\[\w*\])?\s*(?:[;={]|\((?=[\"\d\[]))"
IN_FUNCTION = re.compile(r"\s+static (?:const )?" + FREES + NAMES)
IN_NAMESPACE = re.compile(r"(?:static )?(?:const )?" + FREES + NAMES)


def is_freed(line):
    """The line defines such an object."""
    if "thread_local" in line or "constexpr" in line:
        return False
    found = IN_FUNCTION.match(line) or IN_NAMESPACE.match(line)
    if not found:
        return False
    outside = found["first"].rsplit(">", 1)[-1]
    return "::" not in outside and not re.search(r"[&*]", outside)


def faults(root):
    """Messages, one for each such line."""
    for path in sorted((root / "lib").rglob("*")):
        if path.suffix in {".h", ".cc", ".in"}:
            name = path.relative_to(root).as_posix()
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if is_freed(line):
                    yield (f"{name}:{number}: freed while threads may still run; "
                           f"static auto& x = *new T is not: {line.strip()}")


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__)
    root = root if len(sys.argv) > 1 else root.resolve().parents[1]
    found = list(faults(root))
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
