# SPDX-License-Identifier: GPL-3.0-or-later
"""The reference of C++ and C, a page a header, from the comments in include/."""
import pathlib
import re

from headers import declarations_of, file_comment

ROOT = pathlib.Path(__file__).resolve().parents[3]
PARTS = [("engine", "C++: the engine", "gpufft", "Headers of `libgpufft`, which need no GNU "
          "Radio. [The C++ engine](../../cpp_api.md) is the tour."),
         ("blocks", "C++: blocks", "gnuradio/gpufft", "Headers of `libgnuradio-gpufft`; "
          "[blocks](../../blocks.md) is the tour, and each block has "
          "[a page](../../blocks/index.md).")]
SKIPPED = {"gpufft.h", "api.h"}
C_HEADER = "gpufft/gpufft.h"


def slug(text):
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def escaped(text):
    return re.sub(r"([\\*_<>\[\]|])", r"\\\1", text)


def markdown_of(comment):
    """A comment in Markdown: parameters and exceptions as a list, indented text as code."""
    out, items, code = [], [], []
    heads = {"param": "", "throws": "throws ", "return": "returns ", "tparam": ""}

    def end_code():
        if code:
            out.extend(["```cpp", *code, "```", ""])
            code.clear()

    def end_items():
        out.extend([f"- {' '.join(item)}" for item in items] + ([""] if items else []))
        items.clear()

    for line in comment.split("\n"):
        line = re.sub(r"^\\(brief|ingroup \w+|file) ?", "", line)
        command = re.match(r"\\(param|throws|return|tparam)s? +(.*)", line)
        if command:
            end_code()
            kind, rest = command.groups()
            name = ""
            if kind != "return":
                name, _, rest = rest.partition(" ")
            items.append([(heads[kind] + (f"`{name}`" if name else "")).strip(),
                          inline(rest.strip())])
        elif items and line.startswith("  ") and line.strip():
            items[-1].append(inline(line.strip()))
        elif line.startswith("    ") and not items:
            code.append(line[4:])
        elif not line.strip() and code:
            code.append("")
        else:
            end_code()
            if items and line.strip() and not line.startswith(" "):
                items[-1].append(inline(line.strip()))
                continue
            end_items()
            out.append(inline(line))
    end_code()
    end_items()
    return "\n".join(out).strip()


def inline(text):
    """\\p name and `code` as code, all other marks of Markdown as they are written."""
    parts = re.split(r"(`[^`]*`|\\[pcae] [\w$]+(?:(?:::|\.)\w+)*)", text)
    return "".join(f"`{part[3:]}`" if re.match(r"\\[pcae] ", part) else
                   part if part.startswith("`") else escaped(part) for part in parts)


def declaration(each):
    return f"```cpp\n{wrapped(each.text)};\n```"


def wrapped(text, width=88):
    """Arguments below one another where they are too many for a line."""
    if len(text) <= width or "(" not in text:
        return text
    head, _, rest = text.partition("(")
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(rest):
        depth += (letter in "(<{") - (letter in ")>}")
        if depth == 0 and letter == ",":
            parts.append(rest[start:at + 1].strip())
            start = at + 1
    parts.append(rest[start:].strip())
    indent = " " * (len(head) + 1) if len(head) < 30 else "    "
    return head + "(" + ("\n" + indent).join(parts)


def page_of(header, title, lead):
    """A page for the declarations of a header. Members stand in a table below their type,
    functions each with a heading."""
    lines = [f"# {title}", "", lead, "", f"```cpp\n#include <{header}>\n```", ""]
    lines += [markdown_of(file_comment(ROOT / "include" / header)), ""]
    found = declarations_of(ROOT / "include" / header)
    classes = {each.path for each in found if each.kind in ("class", "struct", "enum")}
    explained = {each.scope for each in found if each.kind == "enumerator" and each.comment}
    last_heading = None
    table = False
    for each in found:
        owner = "::".join(each.scope)
        if each.kind == "macro" and not each.comment:
            continue
        if each.kind == "enumerator" and each.scope not in explained:
            if lines[-1].startswith("One of"):
                lines[-1] = lines[-1].rstrip(".") + f", `{each.text}`."
            else:
                lines.append(f"One of `{each.text}`.")
            continue
        if each.kind in ("member", "enumerator") and owner in classes:
            if not table:
                lines += ["", "| | |", "|---|---|"]
                table = True
            lines.append(f"| `{each.text.replace('|', chr(92) + '|')}` | "
                         f"{cell(each.comment)} |")
            continue
        table = False
        if each.kind in ("class", "struct", "enum"):
            lines += ["", f"## {each.name}", "", declaration(each), ""]
            last_heading = each.name
        elif each.name != last_heading or owner in classes:
            heading = "###" if owner in classes else "##"
            if each.name != last_heading:
                lines += ["", f"{heading} {escaped(each.name)}"]
            last_heading = each.name
            lines += ["", declaration(each), ""]
        else:
            lines += ["", declaration(each), ""]
        lines += [markdown_of(each.comment), ""]
    return "\n".join(lines) + "\n"


def cell(comment):
    return re.sub(r"\s+", " ", inline(comment)).strip()


def header_title(header):
    return pathlib.PurePosixPath(header).name


def write_all(folder):
    """Writes reference/cpp and reference/c.md below folder."""
    base = pathlib.Path(folder) / "reference"
    for part, title, include, lead in PARTS:
        target = base / part
        target.mkdir(parents=True, exist_ok=True)
        names = []
        for path in sorted((ROOT / "include" / include).glob("*.h")):
            if path.name in SKIPPED:
                continue
            names.append(path.stem)
            header = f"{include}/{path.name}"
            (target / f"{path.stem}.md").write_text(
                page_of(header, path.name, ""), encoding="utf-8")
        rows = "\n".join(f"| [{name}.h]({name}.md) | {summary(include, name)} |"
                         for name in names)
        tree = "\n".join(names)
        (target / "index.md").write_text(
            f"# {title}\n\n{lead}\n\n| header | declares |\n|---|---|\n{rows}\n\n"
            f"```{{toctree}}\n:hidden:\n\n{tree}\n```\n", encoding="utf-8")
    (base / "c.md").write_text(page_of(C_HEADER, "C", "[Device memory and C](../device_memory"
                                       ".md) is the tour."), encoding="utf-8")


def summary(include, name):
    """The first sentence on what a header declares first."""
    for each in declarations_of(ROOT / "include" / include / f"{name}.h"):
        if each.comment:
            text = re.split(r"(?<=[.;])\s|\n\n", re.sub(r"\\\w+ ?", "", each.comment, 1))[0]
            return cell(text)
    return ""
