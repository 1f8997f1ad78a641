# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists of what is public: text files with an entry a line, `name: what it is`."""
import pathlib

LISTS = pathlib.Path(__file__).with_name("lists")
HEAD = "# What is public; see docs/stability.md. Written by `script/interface --accept`.\n"


def read(name):
    """Entries of a list as a dictionary; a list that is not there yet is empty."""
    path = LISTS / f"{name}.txt"
    if not path.exists():
        return {}
    lines = [line for line in path.read_text(encoding="utf-8").splitlines()
             if line and not line.startswith("#")]
    return dict(line.partition(" = ")[::2] for line in lines)


def write(name, entries):
    LISTS.mkdir(exist_ok=True)
    lines = [f"{key} = {value}\n" if value else f"{key}\n"
             for key, value in sorted(entries.items())]
    (LISTS / f"{name}.txt").write_text(HEAD + "".join(lines), encoding="utf-8")


def breaks(listed, found):
    """Lines on what users of the listed version would miss."""
    for key in sorted(listed.keys() - found.keys()):
        yield f"removed: {key}" + (f" = {listed[key]}" if listed[key] else "")
    for key in sorted(listed.keys() & found.keys()):
        if listed[key] != found[key]:
            yield f"changed: {key} = {listed[key]}\n     now: {key} = {found[key]}"


def additions(listed, found):
    """Lines on what nobody has promised yet."""
    for key in sorted(found.keys() - listed.keys()):
        yield f"new: {key}" + (f" = {found[key]}" if found[key] else "")


def accepted(listed, found):
    """The list with what is new; what was removed or changed stays as it was promised."""
    return {**found, **listed}
