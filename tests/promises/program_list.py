# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands and options of the program, from the help texts that tests/apps compares with
the program's own, and the environment variables that are read."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
OPTION = re.compile(r"^  (?:(-\w)(?: [A-Z]+)?, +|    )(--[a-z0-9-]+)(?:[ =](\S+))?", re.M)
VARIABLE = re.compile(r'"(GPUFFT_[A-Z_]+)"')


def entries():
    found = {}
    for text in sorted((ROOT / "tests/apps/help").glob("*.txt")):
        command = text.stem.replace("_", " ")
        command = "gpufft" if command == "gpufft" else f"gpufft {command}"
        content = text.read_text(encoding="utf-8")
        for line in re.findall(r"^(?:usage:|      ) (gpufft .*)$", content, re.M):
            found[f"usage: {line}"] = ""
        for short, name, value in OPTION.findall(content):
            found[f"{command}: {name}"] = " ".join(filter(None, [short, value]))
    for source in sorted((ROOT / "lib/base").rglob("env*.cc")):
        for name in VARIABLE.findall(source.read_text(encoding="utf-8")):
            found[f"variable {name}"] = ""
    return found
