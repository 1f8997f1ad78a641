# SPDX-License-Identifier: GPL-3.0-or-later
"""Sizes of the structs and enumerations of include/gpufft, offsets of their members, and
values of enumerators, as the compiler lays them out: what programs have compiled into
them. From the debug information of a file that includes all headers."""
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TYPES = ("DW_TAG_structure_type", "DW_TAG_class_type", "DW_TAG_enumeration_type")
ENTRY = re.compile(r"^ *<(\w+)><(\w+)>: Abbrev Number: \d+ \((\w+)\)")
ATTRIBUTE = re.compile(r"^ *<\w+> +(DW_AT_\w+) *: (?:\(indirect (?:line )?string, offset: "
                       r"0x\w+\): )?(.*?)\s*$")


def debug_information(compiler):
    headers = sorted((ROOT / "include/gpufft").glob("*.h"))
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "all.cc"
        source.write_text("".join(f"#include <gpufft/{each.name}>\n" for each in headers))
        subprocess.run([compiler, "-std=c++17", "-g", "-gdwarf-4", "-O0", "-c",
                        "-fno-eliminate-unused-debug-types", f"-I{ROOT / 'include'}", source,
                        "-o", source.with_suffix(".o")], check=True)
        return subprocess.run(["readelf", "--debug-dump=info", source.with_suffix(".o")],
                              check=True, text=True, capture_output=True).stdout


def nodes(text):
    """Depth, offset, tag and attributes of each entry."""
    node = None
    for line in text.splitlines():
        if match := ENTRY.match(line):
            if node:
                yield node
            node = (int(match[1], 16), match[2], match[3], {})
        elif node and (match := ATTRIBUTE.match(line)):
            node[3][match[1]] = match[2]
    if node:
        yield node


def names_of_types(all_nodes):
    """Of types without a name, as C has them below a typedef, the typedef's."""
    found = {}
    for _, _, tag, has in all_nodes:
        if tag == "DW_TAG_typedef" and "DW_AT_type" in has:
            found.setdefault(has["DW_AT_type"].strip("<>").removeprefix("0x"),
                             has.get("DW_AT_name", ""))
    return found


def entries(compiler):
    every = list(nodes(debug_information(compiler)))
    typedefs = names_of_types(every)
    found, path = {}, []
    for depth, offset, tag, has in every:
        del path[depth:]
        name = has.get("DW_AT_name") or typedefs.get(offset, "")
        path.append((tag, name))
        around = "::".join(each for _, each in path[1:-1])
        if not is_ours(path):
            continue
        if tag in TYPES and "DW_AT_byte_size" in has:
            found["::".join(filter(None, [around, name]))] = f"{has['DW_AT_byte_size']} bytes"
        elif tag == "DW_TAG_member" and "DW_AT_data_member_location" in has and \
                has.get("DW_AT_accessibility", "1")[0] == "1":
            found[f"{around}::{name}"] = f"at {has['DW_AT_data_member_location']}"
        elif tag == "DW_TAG_enumerator":
            found[f"{around}::{name}"] = f"is {has['DW_AT_const_value']}"
    return found


def is_ours(path):
    """Of the namespace gpufft, or of C with its prefix; not what is private in a class."""
    names = [name for _, name in path[1:]]
    return bool(names) and all(names) and (
        names[0] == "gpufft" or names[0].startswith("gpufft_")) and not any(
            "impl" in name or "(" in name for name in names)
