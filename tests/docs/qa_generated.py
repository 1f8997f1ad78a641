#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What makes pages of the site: links of documents, comments of headers, block files,
docstrings, pictures; and the check that finds links that lead to nothing."""
import ast
import pathlib
import sys
import tempfile
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "docs/site/generate"))

import cpp_pages  # noqa: E402
import links  # noqa: E402
import python_pages  # noqa: E402
import stage  # noqa: E402

try:
    import block_pages
    import pictures
except ModuleNotFoundError as missing:
    print(f"skipped: no {missing.name} (Debian: python3-{missing.name})")
    sys.exit(SKIPPED)

BLOCK = {
    "id": "gpufft_a", "label": "A", "category": "[GPU FFT]",
    "parameters": [
        {"id": "type", "label": "Type", "dtype": "enum", "options": ["complex", "float"],
         "option_attributes": {"fcn": ["c", "f"]}, "hide": "part"},
        {"id": "n", "label": "N", "dtype": "int", "default": "8"}],
    "inputs": [{"domain": "stream", "dtype": "${ type }", "vlen": "${ n }"}],
    "outputs": [{"domain": "message", "id": "out", "optional": True}],
    "templates": {"make": "gpufft.a_${type.fcn}(${n})", "callbacks": ["set_n(${n})"]},
    "documentation": "Does it.\n\nN: how often, as a|b.\nType: of both.\n"}


class qa_generated(unittest.TestCase):

    def test_001_links_of_documents(self):
        with tempfile.TemporaryDirectory() as folder:
            staged = stage.Stage(folder)
            staged.write(pathlib.PurePosixPath("design/page.md"),
                         "[a](../python.md#x) [`b`](../../SECURITY.md) ![c](../images/demo.png) "
                         "[d](https://x.y) `[e](no.md)` [f](../../lib) [g](#here)\n\n"
                         "```\n[h](no.md)\n```\n\n[i](../../examples/first_flowgraph.py)\n",
                         pathlib.PurePosixPath("docs/design/page.md"))
            text = (pathlib.Path(folder) / "design/page.md").read_text()
            self.assertEqual(text, "[a](../python.md#x) [`b`](../security.md) "
                             "![c](../images/demo.png) [d](https://x.y) `[e](no.md)` f "
                             "[g](#here)\n\n```\n[h](no.md)\n```\n\n"
                             "[i](../files/examples/first_flowgraph.py)\n")
            self.assertTrue((pathlib.Path(folder) / "images/demo.png").is_file())
            with self.assertRaisesRegex(stage.MissingTarget, "no.md"):
                staged.write(pathlib.PurePosixPath("a.md"), "[a](no.md)",
                             pathlib.PurePosixPath("docs/a.md"))

    def test_002_comments_of_headers(self):
        self.assertEqual(cpp_pages.markdown_of(
            "\\brief What *for*\n\nText of \\p n:\n\n    int a;\n\n"
            "\\param n  how many,\n         0: none\n\\throws plan_error  n is below 0\n"),
            "What \\*for\\*\n\nText of `n`:\n\n```cpp\nint a;\n\n```\n\n"
            "- `n` how many, 0: none\n- throws `plan_error` n is below 0")

    def test_003_blocks(self):
        page = block_pages.page_of(BLOCK, {}, {"a_c"})
        for wanted in ("# A", "**N:** how often, as a\\|b.", "| N | `n` | int | 8 |",
                       "| Type | `type` | enum | complex | complex, float |",
                       "`gnuradio.gpufft.a_c`, `gnuradio.gpufft.a_f`",
                       "(../reference/blocks/a_c.md)", "`set_n()`",
                       "| in | in0 | as chosen | vectors of `n` |"):
            with self.subTest(text=wanted):
                self.assertIn(wanted, page)
        self.assertNotIn("a_f.md", page)

    def test_003_each_block_has_a_flowgraph_and_its_output(self):
        for path in sorted((ROOT / "grc").glob("*.block.yml")):
            with self.subTest(block=path.name):
                lines = block_pages.run_of(block_pages.load(path))
                self.assertTrue(lines)
                if "```text" in lines:
                    self.assertTrue(lines[lines.index("```text") + 1])

    def test_004_pictures_are_xml(self):
        svg = xml.etree.ElementTree.fromstring(pictures.draw_block(BLOCK))
        words = [each.text for each in svg.iter() if each.text]
        self.assertIn("N: 8", words)
        self.assertNotIn("Type: complex", words)  # hidden until it is set
        graph = {"blocks": [
            {"name": "one<", "id": "x", "states": {"coordinate": [0, 0]}},
            {"name": "two", "id": "gpufft_a", "states": {"coordinate": [300, 40]}},
            {"name": "n", "id": "variable", "states": {"coordinate": [0, 99]}}],
            "connections": [["one<", "0", "two", "0"]]}
        svg = xml.etree.ElementTree.fromstring(pictures.draw_flowgraph(graph))
        self.assertEqual(len([each for each in svg.iter() if each.tag.endswith("path")]), 1)
        self.assertEqual([each.text for each in svg.iter() if each.tag.endswith("text")],
                         ["one<", "x", "two", "gpufft_a"])

    def test_005_python(self):
        function = ast.parse("def f(x, *, n=None, device='auto'):\n    '''Does.'''").body[0]
        self.assertEqual(python_pages.signature(function), "f(x, *, n=None, device='auto')")
        self.assertIn("```text\nx   a thing\n```",
                      python_pages.docstring("Does *it*.\n\nx   a thing"))
        known = python_pages.definitions(ROOT / "python/engine/__init__.py")
        self.assertLessEqual({"fft", "devices", "Device", "open_survey"}, set(known))

    def test_006_links_that_lead_to_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            (path / "sub").mkdir()
            (path / "a.html").write_text(
                "<h1 id='top'></h1><a href='#top'></a><a href='sub/b.html#place'></a>"
                "<a href='https://x.y/z'></a><img src='sub/no.png'><a href='#no'></a>"
                "<a href='sub/b.html#no'></a><a href='no.html'></a>")
            (path / "sub/b.html").write_text("<p id='place'><a href='../a.html'></a>")
            self.assertEqual(sorted(links.faults_of(path)), [
                "a.html: #no leads to no place in a.html",
                "a.html: no.html leads to no file",
                "a.html: sub/b.html#no leads to no place in sub/b.html",
                "a.html: sub/no.png leads to no file"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
