# SPDX-License-Identifier: GPL-3.0-or-later
"""Public names of the Python packages with their signatures. Run by itself it prints those
that can be imported, since they belong to the build that PYTHONPATH names."""
import importlib
import inspect
import json
import re
import subprocess
import sys

MODULES = ("gpufft", "gpufft.signal", "gpufft.scipy_backend", "gnuradio.gpufft")


def split_arguments(text):
    """At commas that lie in no brackets."""
    depth, start = 0, 0
    for at, letter in enumerate(text + ","):
        if letter == "," and depth == 0:
            yield text[start:at].strip()
            start = at + 1
        depth += letter in "([{"
        depth -= letter in ")]}"


def signature_of_bindings(doc):
    """Names and defaults of what pybind11 writes at the head of a docstring. It spells
    types as its version pleases, which nobody depends on."""
    found = []
    for head in re.findall(r"^(?:\d+\. )?\w+\((.*)\) -> .*$", doc or "", re.M):
        names = []
        for argument in split_arguments(head):
            name = re.match(r"\*{0,2}\w*", argument)[0]
            default = re.search(r" = (.*)$", argument)
            if name not in ("self", "cls", ""):
                names.append(name + (f"={plain(default[1])}" if default else ""))
        found.append(f"({', '.join(names)})")
    return " or ".join(dict.fromkeys(found))


def plain(default):
    """Vectors are spelled as lists, also where pybind11 prints their type."""
    return re.sub(r"^\w*\[?\]?Vector.*", "[]", default).strip()


def signature_of(thing):
    if type(thing).__name__ == "pybind11_type":
        return signature_of_bindings(thing.__init__.__doc__)
    try:
        text = str(inspect.signature(thing))
    except (TypeError, ValueError):
        return signature_of_bindings(thing.__doc__)
    return re.sub(r" at 0x\w+", "", text)


def own_methods(block):
    """Of a block: what it has beyond those of GNU Radio."""
    for base in block.__mro__:
        if "gpufft" in base.__module__:
            yield from (name for name in vars(base) if not name.startswith("_"))


def entries_here():
    found = {}
    for module_name in MODULES:
        module = importlib.import_module(module_name)
        for name in getattr(module, "__all__", None) or dir(module):
            if name.startswith("_"):
                continue
            thing = getattr(module, name)
            if inspect.ismodule(thing):
                found[f"{module_name}.{name}"] = "module"
                continue
            found[f"{module_name}.{name}"] = signature_of(thing) if callable(thing) else ""
            if inspect.isclass(thing) and not issubclass(thing, tuple):
                for method in sorted(set(own_methods(thing))):
                    value = inspect.getattr_static(thing, method)
                    found[f"{module_name}.{name}.{method}"] = \
                        signature_of_bindings(getattr(value, "__doc__", "")) or \
                        (signature_of(value) if callable(value) else "")
            elif inspect.isclass(thing):
                for field in thing._fields:
                    found[f"{module_name}.{name}.{field}"] = ""
    return found


def entries(interpreter):
    printed = subprocess.run([interpreter, __file__], check=True, text=True,
                             stdout=subprocess.PIPE).stdout
    return json.loads(printed.splitlines()[-1])


if __name__ == "__main__":
    json.dump(entries_here(), sys.stdout)
