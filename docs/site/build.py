#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the site; script/docs calls it with the folder to build into."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE / "generate"))

import block_pages  # noqa: E402
import cpp_pages  # noqa: E402
import links  # noqa: E402
import program_page  # noqa: E402
import python_pages  # noqa: E402
import stage  # noqa: E402

# Pages whose own list of pages is made from the folder.
FOLDERS = {"design/README.md": "design"}
NEEDED = {"sphinx": "python3-sphinx", "myst_parser": "python3-myst-parser", "furo": "furo",
          "yaml": "python3-yaml"}


def missing_modules():
    """Debian's packages of modules that this Python does not have."""
    import importlib.util  # pylint: disable=import-outside-toplevel
    return [package for module, package in NEEDED.items()
            if importlib.util.find_spec(module) is None]


def version():
    return re.search(r"^ *VERSION ([0-9.]+)$", (ROOT / "CMakeLists.txt").read_text(), re.M)[1]


def put_together(source):
    """All pages and what they show, in a folder that is made anew."""
    shutil.rmtree(source, ignore_errors=True)
    (source / "_static").mkdir(parents=True)
    shutil.copy2(HERE / "site.css", source / "_static")
    shutil.copy2(HERE / "conf.py", source)
    staged = stage.Stage(source)
    staged.all()
    staged.write(pathlib.PurePosixPath("index.md"), (HERE / "index.md").read_text(),
                 pathlib.PurePosixPath("docs/index.md"))
    blocks = block_pages.write_all(source)
    cpp_pages.write_all(source)
    program_page.write_all(source)
    without = python_pages.write_all(source)
    for page, folder in FOLDERS.items():
        names = sorted(path.stem for path in (source / folder).glob("*.md")
                       if path.name != "README.md")
        with open(source / page, "a", encoding="utf-8") as file:
            file.write("\n```{toctree}\n:hidden:\n\n" + "\n".join(names) + "\n```\n")
    print(f"docs: {blocks} blocks, {len(list(source.rglob('*.md')))} pages")
    return [f"{name} has no definition in its sources" for name in without
            if name not in ("gpufft.scipy_backend", "gpufft.signal")]


def main(folder):
    folder = pathlib.Path(folder).resolve()
    if missing := missing_modules():
        print(f"docs: install {' '.join(missing)}")
        return 77
    try:
        faults = put_together(folder / "source")
    except stage.MissingTarget as fault:
        print(f"docs: {fault}")
        return 1
    html = folder / "html"
    shutil.rmtree(html, ignore_errors=True)
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-n", "-b", "html", "-d",
         folder / "doctrees", folder / "source", html], check=False,
        env={**os.environ, "GPUFFT_SITE_VERSION": version(), "PYTHONHASHSEED": "0"})
    if done.returncode:
        return 1
    faults += links.faults_of(html)
    for fault in faults:
        print(f"docs: {fault}")
    print(f"docs: {links.count(html)} links; open {html / 'index.html'}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
