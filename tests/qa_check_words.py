#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_words.py finds comments whose first word points elsewhere, and no others."""
import pathlib
import tempfile
import unittest

import check_words

REFUSED = """
//! Likewise of the output.
int a; //!< The same for rows
// It is slow.
/*!
 * \\brief Of a pass: bytes
 */
// Those that run.

/* That of the input. */
"""

ALLOWED = """
//! Bytes of a pass.
// A comment that goes on in its second line, and there says:
// Of all of these one is taken.
int a; //!< bytes of the output
/*!
 * Doubles its input.
 *
 * It is slow.
 */
const char* text = "// Likewise in a string";
const char* kernel = R"(
// Of an inverse.
)";
// Offsets come first, Itself is no It.
"""


class qa_check_words(unittest.TestCase):
    def found(self, text):
        return [first for _, first in check_words.comments(text)
                if check_words.REFUSED.match(first)]

    def test_finds_each(self):
        self.assertEqual(len(self.found(REFUSED)), 6, self.found(REFUSED))

    def test_finds_no_other(self):
        self.assertEqual(self.found(ALLOWED), [])

    def test_fails_with_a_name_and_a_line(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "lib").mkdir()
            (root / "lib/one.h").write_text("int a;\n// Likewise.\nint b;\n")
            self.assertEqual(check_words.main(root), 1)
            (root / "lib/one.h").write_text("int a;\n// The second.\nint b;\n")
            self.assertEqual(check_words.main(root), 0)


if __name__ == "__main__":
    unittest.main()
