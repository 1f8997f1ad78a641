# SPDX-License-Identifier: GPL-3.0-or-later
"""Links of built pages: each leads to a file and a place in it that are there."""
import html.parser
import pathlib
import re
import urllib.parse

NOT_OURS = re.compile(r"^(?:[a-z][a-z0-9+.-]*:|//)", re.I)
MADE_BY_SCRIPTS = {"search.html"}  # its results have places that are not in its file


class _Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.places = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        has = dict(attrs)
        for name in ("id", "name"):
            if has.get(name):
                self.places.add(has[name])
        for name in ("href", "src"):
            if has.get(name) and tag != "base":
                self.links.append(has[name])


def faults_of(folder):
    """A line for each link of folder/**/*.html that leads to nothing."""
    folder = pathlib.Path(folder)
    pages = {path: _Page(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}
    for path, page in sorted(pages.items()):
        for link in sorted(set(page.links)):
            if NOT_OURS.match(link):
                continue
            where, _, place = link.partition("#")
            where = urllib.parse.unquote(where.partition("?")[0])
            target = (path.parent / where).resolve() if where else path
            name = path.relative_to(folder)
            if target.is_dir():
                target = target / "index.html"
            if not target.is_file():
                yield f"{name}: {link} leads to no file"
            elif place and target in pages and target.name not in MADE_BY_SCRIPTS and \
                    urllib.parse.unquote(place) not in pages[target].places:
                yield f"{name}: {link} leads to no place in {target.relative_to(folder)}"


def count(folder):
    return sum(len(_Page(path.read_text(encoding="utf-8")).links)
               for path in pathlib.Path(folder).rglob("*.html"))
