#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""script/docs builds the site without a warning and without a network: each block, header and
Python name has its place, search finds words, and nothing is fetched from elsewhere.

Usage: qa_site.py FOLDER; 77: Sphinx, MyST or the theme is missing."""
import pathlib
import re
import resource
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = pathlib.Path(sys.argv.pop(1))
SKIPPED = 77
MOST_SECONDS = 120  # of a core

sys.path.insert(0, str(ROOT / "tests/promises"))

import listed  # noqa: E402


class qa_site(unittest.TestCase):

    def text_of(self, page):
        return (FOLDER / "html" / page).read_text(encoding="utf-8")

    def test_001_takes_less_than_two_minutes(self):
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertLess(used.ru_utime + used.ru_stime, MOST_SECONDS)

    def test_002_blocks(self):
        for key in listed.read("blocks"):
            match = re.fullmatch(r"block (\w+)(?:: parameter (\w+))?", key)
            if match:
                with self.subTest(entry=key):
                    page = self.text_of(f"blocks/{match[1]}.html")
                    self.assertIn(match[2] or match[1], page)
                    self.assertIn(f"{match[1]}.svg", page)

    def test_003_headers(self):
        for key in listed.read("headers"):
            header, _, path = key.partition(": ")
            folder, _, name = header.rpartition("/")
            if re.search(r"_API( \(\d+\))?$", path):  # what marks classes as exported
                continue
            page = "reference/c.html" if name == "gpufft.h" else "reference/" + (
                "engine" if folder == "gpufft" else "blocks") + f"/{name[:-2]}.html"
            last = re.sub(r" \(\d+\)$", "", path).rpartition("::")[2]
            with self.subTest(entry=key):
                words = re.sub(r"<[^>]*>", "", self.text_of(page))
                self.assertIn(last.removeprefix("~").split(" ")[0].replace(
                    "operator", "operator").replace("&", "&amp;"), words)

    def test_004_python(self):
        pages = {"gpufft": self.text_of("reference/python/gpufft.html"),
                 "gpufft.signal": self.text_of("reference/python/signal.html")}
        for key in listed.read("python"):
            module, _, name = key.rpartition(".")
            if module in pages:
                with self.subTest(name=key):
                    self.assertIn(name, pages[module])

    def test_005_search(self):
        index = self.text_of("searchindex.js")
        self.assertTrue(index.startswith("Search.setIndex("))
        for word in ("bluestein", "decim", "nvrtc", "welch", "channel"):
            with self.subTest(word=word):
                self.assertRegex(index, rf"\b{word}\w*\b")
        self.assertIn("searchindex.js", self.text_of("search.html"))

    def test_006_nothing_is_fetched(self):
        for path in (FOLDER / "html").rglob("*.html"):
            fetched = re.findall(r'(?:src|<link[^>]*href)="(https?:[^"]*)"',
                                 path.read_text(encoding="utf-8"))
            self.assertEqual(fetched, [], path)


if __name__ == "__main__":
    done = subprocess.run([ROOT / "script/docs", FOLDER], check=False, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    print(done.stdout)
    if done.returncode == SKIPPED:
        print("skipped: " + done.stdout.strip())
        sys.exit(SKIPPED)
    if done.returncode:
        sys.exit(1)
    unittest.main()
