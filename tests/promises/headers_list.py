# SPDX-License-Identifier: GPL-3.0-or-later
"""Declarations of include/, from the text of the headers."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs/site/generate"))

from headers import declarations_of  # noqa: E402


def entries():
    """`header: path of the name` to its declaration. Functions of one name are told apart by
    their number. A virtual function has its place, on which programs depend that were
    compiled: it may not move. So may no enumerator of C, and no member of a struct."""
    found = {}
    for header in sorted((ROOT / "include").rglob("*.h")):
        name = header.relative_to(ROOT / "include").as_posix()
        virtuals, places = {}, {}
        for each in declarations_of(header):
            text = each.text
            if each.is_virtual:
                place = virtuals[each.scope] = virtuals.get(each.scope, -1) + 1
                text = f"[{place}] {text}"
            elif each.kind in ("member", "enumerator"):
                place = places[each.scope] = places.get(each.scope, -1) + 1
                text = f"[{place}] {text}" if is_in_a_type(each) else text
            key, number = f"{name}: {each.path}", 1
            while key in found:
                number += 1
                key = f"{name}: {each.path} ({number})"
            found[key] = text
    return found


def is_in_a_type(declaration):
    return declaration.scope not in ((), ("gpufft",), ("gr", "gpufft"))
