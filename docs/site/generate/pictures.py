# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of blocks and flowgraphs as SVG, from what GNU Radio Companion saves."""
import html
import re

# As in GNU Radio Companion.
COLOURS = {"complex": "#2196f3", "float": "#ff8a65", "short": "#ffeb3b", "byte": "#f06292",
           "int": "#26a69a", "message": "#bdbdbd"}
OTHER = "#e0e0e0"
FONT = "font-family='sans-serif' fill='#111'"
LINE, PORT = 17, 22  # pixels from one line, and from one port, to the next
MOST_VALUE = 26  # letters of a value


def text(x, y, words, size=11, anchor="start", weight="normal"):
    return (f"<text x='{x}' y='{y}' font-size='{size}' text-anchor='{anchor}' "
            f"font-weight='{weight}' {FONT}>{html.escape(str(words))}</text>")


def box(x, y, width, height, colour, title=""):
    tip = f"<title>{html.escape(title)}</title>" if title else ""
    return (f"<rect x='{x}' y='{y}' width='{width}' height='{height}' rx='2' "
            f"fill='{colour}' stroke='#333' stroke-width='1'>{tip}</rect>")


def svg(width, height, parts):
    return (f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' "
            f"width='{width}' height='{height}'>"
            f"<rect width='{width}' height='{height}' fill='#fff'/>" + "".join(parts) +
            "</svg>\n")


def port_type(port, parameters):
    """complex, float ... of a port; of `${ type }` the first that the block offers."""
    if port["domain"] == "message":
        return "message"
    said = str(port.get("dtype", ""))
    match = re.search(r"\$\{ *(\w+)", said)
    if not match:
        return said
    for each in parameters:
        if each["id"] == match[1]:
            of_ports = each.get("option_attributes", {})
            attribute = re.search(r"\$\{ *\w+\.(\w+)", said)
            options = of_ports.get(attribute[1]) if attribute else each.get("options")
            return str(each.get("default") or (options or ["complex"])[0])
    return "complex"


def port_name(port, at):
    return str(port.get("label") or port.get("id") or
               f"{'in' if port['side'] == 'inputs' else 'out'}{at}")


def shown_parameters(block):
    """Those that Companion draws on a block that was just placed."""
    for each in block.get("parameters", []):
        if str(each.get("hide", "none")) in ("part", "all") or "${" in str(each.get("hide")):
            continue
        value = each.get("default")
        if each.get("options"):
            at = each["options"].index(value) if value in each["options"] else 0
            value = each.get("option_labels", each["options"])[at]
        value = str("" if value is None else value)
        yield each["label"], value if len(value) <= MOST_VALUE else value[:MOST_VALUE - 1] + "…"


def draw_block(block):
    """A block as Companion draws it, before anything is set."""
    sides = {side: [{**port, "side": side} for port in block.get(side, [])]
             for side in ("inputs", "outputs")}
    rows = list(shown_parameters(block))
    width = max([len(block["label"]) * 9, *(len(f"{a}: {b}") * 6.6 for a, b in rows)]) + 24
    width = int(max(width, 130))
    height = max(30 + LINE * len(rows), 14 + PORT * max(len(each) for each in sides.values()))
    margin = 66
    parts = [box(margin, 8, width, height, "#f5f5f5"),
             text(margin + width / 2, 25, block["label"], 13, "middle", "bold")]
    for at, (label, value) in enumerate(rows):
        parts.append(text(margin + 10, 44 + LINE * at, f"{label}: {value}"))
    for side, ports in sides.items():
        x = margin - 58 if side == "inputs" else margin + width
        first = 8 + (height - PORT * len(ports)) / 2
        for at, port in enumerate(ports):
            of = port_type(port, block.get("parameters", []))
            y = first + PORT * at + 2
            parts += [box(x, y, 58, PORT - 4, COLOURS.get(of, OTHER), of),
                      text(x + 29, y + 13, port_name(port, at), 10, "middle")]
    return svg(width + 2 * margin, height + 16, parts)


def is_drawn(block):
    return "variable" not in block["id"] and block["id"] not in ("import", "snippet", "note") \
        and not block["id"].startswith("parameter")


def ports_of(name, connections):
    """Names of the ports of a block that something is connected to."""
    into = sorted({str(each[3]) for each in connections if each[2] == name})
    out = sorted({str(each[1]) for each in connections if each[0] == name})
    return into, out


def draw_flowgraph(flowgraph):
    """Blocks where Companion has them, with their names, and what connects them; variables
    and what only looks are left out. Blocks of this project are blue."""
    connections = flowgraph.get("connections", [])
    drawn, parts = {}, []
    for block in filter(is_drawn, flowgraph["blocks"]):
        into, out = ports_of(block["name"], connections)
        x, y = block["states"]["coordinate"]
        width = int(max(len(block["name"]) * 7.4, len(block["id"]) * 6.2) + 28)
        height = max(46, 16 + PORT * max(len(into), len(out), 1))
        drawn[block["name"]] = (x, y, width, height, into, out)
        enabled = block["states"].get("state", "enabled") == "enabled"
        colour = "#eeeeee" if not enabled else \
            "#bbdefb" if block["id"].startswith("gpufft_") else "#f5f5f5"
        parts += [box(x, y, width, height, colour, block["id"]),
                  text(x + width / 2, y + height / 2 - 3, block["name"], 12, "middle", "bold"),
                  text(x + width / 2, y + height / 2 + 13, block["id"], 10, "middle")]
    lines = []
    for source, source_port, sink, sink_port in connections:
        if source not in drawn or sink not in drawn:
            continue
        x1, y1 = place(drawn[source], str(source_port), True)
        x2, y2 = place(drawn[sink], str(sink_port), False)
        bend = (x2 - x1) / 2 if x2 > x1 else 40 + (x1 - x2) / 3
        dashes = "" if str(source_port).isdigit() else " stroke-dasharray='5 3'"
        lines.append(f"<path d='M{x1},{y1} C{x1 + bend},{y1} {x2 - bend},{y2} {x2},{y2}' "
                     f"fill='none' stroke='#444' stroke-width='1.4'{dashes}/>")
    if not drawn:
        return svg(10, 10, [])
    left = min(each[0] for each in drawn.values()) - 10
    top = min(each[1] for each in drawn.values()) - 10
    right = max(each[0] + each[2] for each in drawn.values()) + 10
    bottom = max(each[1] + each[3] for each in drawn.values()) + 10
    moved = f"<g transform='translate({-left} {-top})'>" + "".join(lines + parts) + "</g>"
    return svg(right - left, bottom - top, [moved])


def place(block, port, is_output):
    x, y, width, height, into, out = block
    ports = out if is_output else into
    step = height / (len(ports) + 1)
    return x + (width if is_output else 0), round(y + step * (ports.index(port) + 1), 1)
