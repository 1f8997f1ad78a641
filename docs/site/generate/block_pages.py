# SPDX-License-Identifier: GPL-3.0-or-later
"""A page a block, from its file for GNU Radio Companion: picture, ports, parameters, what it
does, its names in Python and C++, a flowgraph of docs/site/block_runs with what it printed, and the
flowgraphs of examples/ that have it."""
import json
import pathlib
import re

import yaml

from cpp_pages import escaped
from pictures import draw_block, draw_flowgraph, port_name, port_type

ROOT = pathlib.Path(__file__).resolve().parents[3]
RUNS = ROOT / "docs/site/block_runs"
# Blocks that open a window: what was seen in it, and its page.
WINDOWS = {"gpufft_display": "../images/display.png", "gpufft_display_c": "../images/display_zoom.png"}
# Pages of docs/ on a block, by a part of its id.
GUIDES = [("spectrum", "spectrum"), ("persistence", "displays"), ("logpwrfft", "displays"),
          ("display", "display"), ("zoom", "display"), ("fft_filter", "filters"),
          ("pfb_", "channelizers"), ("channels", "channels"), ("matched_filter", "correlation"),
          ("xcorr", "correlation"), ("expression", "expression_block"),
          ("survey_sink", "recordings"), ("tuner", "tuning"), ("", "blocks")]


def load(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def flowgraphs():
    """File name and content of each example."""
    return {path.name: load(path) for path in sorted((ROOT / "examples").glob("*.grc"))}


def cell(value):
    return re.sub(r"\s+", " ", escaped(str(value))).strip() or " "


def made_names(block):
    """Names that the block makes in gnuradio.gpufft, one for each of its input types."""
    make = block.get("templates", {}).get("make", "")
    found = []
    for name in re.findall(r"gpufft\.([a-z]\w*(?:\$\{ *\w+\.\w+ *\})?\w*)", make):
        match = re.search(r"\$\{ *(\w+)\.(\w+) *\}", name)
        if not match:
            found.append(name)
            continue
        for parameter in block["parameters"]:
            if parameter["id"] == match[1]:
                values = parameter.get("option_attributes", {}).get(match[2], [])
                found += [name.replace(match[0], value) for value in values]
    return list(dict.fromkeys(found))


def parameter_rows(block):
    for each in block.get("parameters", []):
        options = each.get("options", [])
        labels = each.get("option_labels", options)
        said = ", ".join(str(o) if str(o).lower() == str(label).lower() else f"{o} ({label})"
                         for o, label in zip(options, labels))
        default = each.get("default", options[0] if options else "")
        kind = str(each["dtype"]) if "${" not in str(each["dtype"]) else "by another parameter"
        yield (f"| {cell(each['label'])} | `{each['id']}` | {cell(kind)} | {cell(default)} | "
               f"{cell(said)} |")


def port_rows(block):
    for side, title in (("inputs", "in"), ("outputs", "out")):
        for at, port in enumerate(block.get(side, [])):
            port = {**port, "side": side}
            of = port_type(port, block.get("parameters", []))
            said = str(port.get("dtype", ""))
            of = "as chosen" if "${" in said else of
            vlen = str(port.get("vlen", "")).replace("${", "").replace("}", "").strip()
            extra = f"vectors of `{vlen}`" if vlen else ""
            if port.get("optional"):
                extra = (extra + " need not be connected").strip()
            yield f"| {title} | {cell(port_name(port, at))} | {cell(of)} | {extra} |"


def examples_of(block, graphs):
    return [name for name, graph in graphs.items()
            if any(each["id"] == block["id"] for each in graph["blocks"])]


def guide_of(block):
    return next(page for part, page in GUIDES if part in block["id"])


def run_of(block):
    """Lines of a flowgraph in Python with this block, and what a run of it printed or showed."""
    name = block["id"]
    if name in WINDOWS:
        return ["## What it shows", "", f"![{block['label']} of a flowgraph]({WINDOWS[name]})", ""]
    path = RUNS / f"{name}.py"
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8").split("\n", 1)[1]
    title = re.match(r'"""(.*?)"""\n', text, re.S)
    printed = json.loads((RUNS / "printed.json").read_text(encoding="utf-8"))[name]
    return ["## A flowgraph and its output", "", escaped(title[1].replace("\n", " ")), "",
            "```python", text[title.end():].strip(), "```", "", "It prints", "",
            "```text", printed.strip(), "```", ""]


def page_of(block, graphs, headers):
    name = block["id"]
    lines = [f"# {block['label']}", "", f"`{name}`, in the category "
             f"*{str(block.get('category', '')).strip('[]')}*.", "",
             f"![{block['label']} as GNU Radio Companion draws it](images/{name}.svg)", "",
             "## What it does", "", documentation(block.get("documentation", "")), ""]
    if ports := list(port_rows(block)):
        lines += ["## Ports", "", "| | port | type | |", "|---|---|---|---|", *ports, ""]
    if parameters := list(parameter_rows(block)):
        lines += ["## Parameters", "",
                  "| in Companion | in saved flowgraphs | type | default | one of |",
                  "|---|---|---|---|---|", *parameters, ""]
    made = made_names(block)
    lines += ["## In Python and C++", "",
              "Python: " + ", ".join(f"`gnuradio.gpufft.{each}`" for each in made) + ".", ""]
    if refs := [f"[`{each}`](../reference/blocks/{each}.md)" for each in made
                if each in headers]:
        lines += ["C++, with every argument and error: " + ", ".join(refs) + ".", ""]
    if setters := block.get("templates", {}).get("callbacks"):
        names = sorted({re.match(r"\s*(?:self\.\$\{\w+\}\.)?(\w+)", str(each))[1]
                        for each in setters if re.match(r"\s*\w+\(", str(each))})
        lines += ["While it runs: " + ", ".join(f"`{each}()`" for each in names) + ".", ""]
    lines += [f"More: [the guide](../{guide_of(block)}.md).", ""]
    lines += run_of(block)
    if examples := examples_of(block, graphs):
        lines += ["## In flowgraphs", ""]
        for example in examples:
            title = graphs[example]["options"]["parameters"].get("description") or example
            stem = example.removesuffix(".grc")
            lines += [f"`examples/{example}`: {cell(title)}.", "",
                      f"![Blocks of {example}](images/{stem}.flowgraph.svg)", ""]
    return "\n".join(lines)


def documentation(text):
    """Paragraphs; a line that begins with a word and a colon begins its own."""
    out = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        for line in paragraph.split("\n"):
            if re.match(r"[A-Z][\w ,.'/()-]{0,40}: ", line) and out and out[-1]:
                out.append("")
            if match := re.match(r"([A-Z][\w ,.'/()-]{0,40}): (.*)", line):
                out.append(f"**{escaped(match[1])}:** {escaped(match[2])}")
            else:
                out.append(escaped(line.strip()))
        out.append("")
    return "\n".join(out).strip()


def write_all(folder):
    """Writes blocks/ below folder."""
    target = pathlib.Path(folder) / "blocks"
    (target / "images").mkdir(parents=True, exist_ok=True)
    graphs = flowgraphs()
    headers = {path.stem for path in (ROOT / "include/gnuradio/gpufft").glob("*.h")}
    blocks = [load(path) for path in sorted((ROOT / "grc").glob("*.block.yml"))]
    for block in blocks:
        (target / f"{block['id']}.md").write_text(page_of(block, graphs, headers),
                                                  encoding="utf-8")
        (target / "images" / f"{block['id']}.svg").write_text(draw_block(block))
    for name, graph in graphs.items():
        stem = name.removesuffix(".grc")
        (target / "images" / f"{stem}.flowgraph.svg").write_text(draw_flowgraph(graph))
    rows = "\n".join(f"| [{each['label']}]({each['id']}.md) | `{each['id']}` | "
                     f"{cell(first_sentence(each))} |" for each in blocks)
    tree = "\n".join(each["id"] for each in blocks)
    (target / "index.md").write_text(
        "# Blocks in GNU Radio Companion\n\n[Blocks](../blocks.md) compares them; here is a page "
        f"for each.\n\n| block | id | |\n|---|---|---|\n{rows}\n\n"
        f"```{{toctree}}\n:hidden:\n\n{tree}\n```\n", encoding="utf-8")
    return len(blocks)


def first_sentence(block):
    text = re.sub(r"\s+", " ", block.get("documentation", "")).strip()
    return re.split(r"(?<=[.;]) ", text)[0]
