#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_where.py finds rows whose files are gone, and names that are not in their files."""
import contextlib
import io
import pathlib
import tempfile
import unittest

import check_where

HEAD = "| question | file | look for | test |\n|---|---|---|---|\n"
RIGHT = "| How many? | `lib/a.cc` | `count` | `tests/qa_a.cc` |\n"

# why: (row, what is said of it)
WRONG = {
    "a file that is gone": (RIGHT.replace("a.cc` |", "gone.cc` |", 1), "no file lib/gone.cc"),
    "a name that is gone": (RIGHT.replace("count", "number"), "no number in lib/a.cc"),
    "a part of a name": (RIGHT.replace("count", "coun"), "no coun in lib/a.cc"),
    "a test that is gone": (RIGHT.replace("qa_a", "qa_b"), "no file tests/qa_b.cc"),
}


class qa_check_where(unittest.TestCase):
    def said_of(self, rows, page="`lib/a.cc`\n"):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in {
                "lib/a.cc": "int count() { return 1; }\n",
                "tests/qa_a.cc": "",
                "docs/where.md": HEAD + rows,
                "docs/reading_path.md": page,
                "docs/architecture.md": "",
                "docs/design/one.md": "",
            }.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                status = check_where.main(root)
        return status, said.getvalue()

    def test_what_is_right_passes(self):
        self.assertEqual(self.said_of(RIGHT), (0, ""))

    def test_what_is_wrong_is_said(self):
        for why, (row, words) in WRONG.items():
            with self.subTest(why):
                status, said = self.said_of(RIGHT + row)
                self.assertEqual(status, 1)
                self.assertIn(words, said)
                self.assertEqual(len(said.splitlines()), 1)

    def test_a_page_that_names_a_file_that_is_gone(self):
        status, said = self.said_of(RIGHT, "see `lib/gone.cc`\n")
        self.assertEqual(status, 1)
        self.assertIn("docs/reading_path.md:1: no file lib/gone.cc", said)

    def test_a_table_without_rows_is_no_table(self):
        self.assertEqual(self.said_of("")[0], 1)


if __name__ == "__main__":
    unittest.main()
