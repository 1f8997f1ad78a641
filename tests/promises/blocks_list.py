# SPDX-License-Identifier: GPL-3.0-or-later
"""What saved flowgraphs hold of the blocks: ids, parameters and ports of grc/*.block.yml;
and the names of the commands that running blocks take."""
import pathlib
import re

try:
    import yaml
except ModuleNotFoundError:  # then there is no list, which collected.py says
    yaml = None

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMAND = re.compile(r'\bon\("(\w+)"')


def parameter_text(parameter):
    """What a value that a flowgraph holds depends on; not the label, which people read."""
    words = [str(parameter["dtype"])]
    if "options" in parameter:
        words.append("of " + ", ".join(map(str, parameter["options"])))
    if "default" in parameter:
        words.append(f"default {parameter['default']}")
    return " ".join(" ".join(words).split())


def port_text(port):
    words = [port["domain"], str(port.get("dtype", "")).strip()]
    words += [f"{key} {port[key]}" for key in ("vlen", "multiplicity") if key in port]
    return " ".join(" ".join(words).split())


def entries_of(block):
    found = {f"block {block['id']}": ", ".join(block.get("flags", []))}
    for parameter in block.get("parameters", []):
        found[f"block {block['id']}: parameter {parameter['id']}"] = parameter_text(parameter)
    for side in ("inputs", "outputs"):
        streams = 0
        for port in block.get(side, []):
            name = port.get("id") or port.get("label") or streams
            streams += port["domain"] == "stream"
            found[f"block {block['id']}: {side[:-1]} {name}"] = port_text(port)
    return found


def commands():
    # Headers too: blocks that take the same commands have them in a template.
    for source in sorted((ROOT / "lib/blocks").rglob("*.[ch]*")):
        room = source.parent.name
        for name in COMMAND.findall(source.read_text(encoding="utf-8")):
            yield f"command of {room}: {name}", ""


def entries():
    found = dict(commands())
    for path in sorted((ROOT / "grc").glob("*.block.yml")):
        found.update(entries_of(yaml.safe_load(path.read_text(encoding="utf-8"))))
    return found
