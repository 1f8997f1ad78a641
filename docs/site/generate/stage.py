# SPDX-License-Identifier: GPL-3.0-or-later
"""Documents of the repository as sources of the site: their links lead to pages of the site,
to copies of files, or, where neither is there, are plain text."""
import os
import pathlib
import re
import shutil

ROOT = pathlib.Path(__file__).resolve().parents[3]
# Pages that are made of sources, as seen from docs/.
GENERATED = ("docs/blocks/", "docs/reference/")
# Documents outside docs/, and where their pages are.
TOP = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md",
       "SECURITY.md": "security.md", "packaging/README.md": "packaging.md",
       "README.md": "readme.md"}
FENCE = re.compile(r"(^ *(`{3,}|~{3,}).*?^ *\2 *$)", re.S | re.M)
# A link, or code in a line, in which there is none.
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)|`[^`\n]*`")


class MissingTarget(Exception):
    """A link leads to nothing."""


def documents():
    """Paths in the repository, and where each is staged."""
    pages = {pathlib.PurePosixPath(name): pathlib.PurePosixPath(page)
             for name, page in TOP.items()}
    for path in sorted((ROOT / "docs").rglob("*.md")):
        name = pathlib.PurePosixPath(path.relative_to(ROOT).as_posix())
        if name.parts[1] != "site":
            pages[name] = name.relative_to("docs")
    return pages


class Stage:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.pages = documents()

    def all(self):
        for name, page in self.pages.items():
            self.write(page, (ROOT / name).read_text(encoding="utf-8"), name)

    def write(self, page, text, name):
        """text as the page, where its links are those of the document name."""
        target = self.folder / page
        target.parent.mkdir(parents=True, exist_ok=True)
        pieces = FENCE.split(text)
        # split() gives text, fence, mark of the fence, text, ...
        for at in range(0, len(pieces), 3):
            pieces[at] = LINK.sub(lambda match: self.link(match, name, page), pieces[at])
        del pieces[2::3]
        target.write_text("".join(pieces), encoding="utf-8")

    def link(self, match, name, page):
        mark, text, where = match.groups()
        if where is None:
            return match[0]
        if re.match(r"[a-z]+:", where) or where.startswith("#"):
            return match[0]
        path, _, anchor = where.partition("#")
        wanted = pathlib.PurePosixPath(os.path.normpath(name.parent / path))
        found = self.page_of(wanted) or self.copied(wanted)
        if found is None:
            if not (ROOT / wanted).exists():
                raise MissingTarget(f"{name}: {where} leads to nothing")
            return text
        relative = os.path.relpath(found, page.parent)
        return f"{mark}[{text}]({relative}{'#' + anchor if anchor else ''})"

    def page_of(self, wanted):
        if str(wanted).startswith(GENERATED):
            return wanted.relative_to("docs")
        return self.pages.get(wanted) or self.pages.get(wanted / "README.md")

    def copied(self, wanted):
        """Where a copy of a file of the repository is; folders have none."""
        source = ROOT / wanted
        if not source.is_file() or wanted.suffix == ".md":
            return None
        place = wanted.relative_to("docs") if wanted.parts[0] == "docs" else \
            pathlib.PurePosixPath("files") / wanted
        target = self.folder / place
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
        return place
