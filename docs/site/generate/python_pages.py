# SPDX-License-Identifier: GPL-3.0-or-later
"""The reference of the Python package gpufft, from its sources: signatures and docstrings of
what `__all__` names. Nothing is imported."""
import ast
import pathlib

from cpp_pages import inline

ROOT = pathlib.Path(__file__).resolve().parents[3]
ENGINE = ROOT / "python/engine"
# A page each: file name, title, module in the sources, and what is said first.
MODULES = [("gpufft", "gpufft", ENGINE / "__init__.py"),
           ("signal", "gpufft.signal", ENGINE / "signal/__init__.py"),
           ("scipy_backend", "gpufft.scipy_backend", ENGINE / "scipy_backend.py")]


def parsed(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def public_names(tree):
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return ast.literal_eval(node.value)
    return [node.name for node in tree.body
            if isinstance(node, (ast.FunctionDef, ast.ClassDef))
            and not node.name.startswith("_")]


def definitions(path):
    """Functions and classes that a module has or imports from files beside it."""
    tree = parsed(path)
    found = {node.name: node for node in tree.body
             if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.level == 1 and node.module:
            source = path.parent / f"{node.module.replace('.', '/')}.py"
            if source.exists():
                there = definitions(source)
                found.update({alias.asname or alias.name: there[alias.name]
                              for alias in node.names if alias.name in there})
    return found


def signature(node):
    if isinstance(node, ast.ClassDef):
        for each in node.body:
            if isinstance(each, ast.FunctionDef) and each.name == "__init__":
                return f"class {node.name}({ast.unparse(each.args).removeprefix('self, ')})"
        return f"class {node.name}"
    return f"{node.name}({ast.unparse(node.args)})"


def docstring(text):
    """A docstring in Markdown: blocks that are laid out, by columns or by indents, as they
    are."""
    out = []
    for paragraph in (text or "").split("\n\n"):
        lines = paragraph.split("\n")
        if any("  " in line.strip() or line.startswith(" ") for line in lines):
            out += ["```text", *lines, "```", ""]
        else:
            out += [*(inline(line) for line in lines), ""]
    return "\n".join(out).strip()


def fields(node):
    """Of a class of fields: names, types and the comment behind each."""
    for each in node.body:
        if isinstance(each, ast.AnnAssign):
            yield each.target.id, ast.unparse(each.annotation)


def entry(name, node):
    lines = [f"## {name}", "", "```python", signature(node), "```", "",
             docstring(ast.get_docstring(node)), ""]
    if isinstance(node, ast.ClassDef):
        if rows := [f"| `{field}` | {kind} |" for field, kind in fields(node)]:
            lines += ["| field | type |", "|---|---|", *rows, ""]
        for each in node.body:
            if isinstance(each, ast.FunctionDef) and not each.name.startswith("_"):
                lines += [f"### {name}.{each.name}", "", "```python", signature(each), "```",
                          "", docstring(ast.get_docstring(each)), ""]
    return lines


def page_of(title, path):
    tree = parsed(path)
    known = definitions(path)
    lines = [f"# {title}", "", docstring(ast.get_docstring(tree)), ""]
    missing = []
    for name in public_names(tree):
        if name in known:
            lines += entry(name, known[name])
        else:
            missing.append(name)
    return "\n".join(lines) + "\n", missing


def shared_arguments():
    """What all transforms share is said once, in the module of the complex ones."""
    return docstring(ast.get_docstring(parsed(ENGINE / "fft_functions.py")))


def write_all(folder):
    """Writes reference/python below folder; returns names without a definition."""
    target = pathlib.Path(folder) / "reference/python"
    target.mkdir(parents=True, exist_ok=True)
    missing = []
    for name, title, path in MODULES:
        text, not_found = page_of(title, path)
        missing += [f"{title}.{each}" for each in not_found]
        (target / f"{name}.md").write_text(text, encoding="utf-8")
    tree = "\n".join(name for name, _, _ in MODULES)
    (target / "index.md").write_text(
        "# Python\n\n[Python](../../python.md) is the tour. `gnuradio.gpufft` has all of these "
        "names, and the [blocks](../../blocks/index.md).\n\n"
        f"```{{toctree}}\n{tree}\n```\n\n## Arguments that all transforms share\n\n"
        f"{shared_arguments()}\n", encoding="utf-8")
    return missing
