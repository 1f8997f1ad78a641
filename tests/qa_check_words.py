#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_words.py finds comments whose first word points elsewhere, names of former words, and
nothing else."""
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

FORMER_NAMES = """
#include <string>
int few_rows = 1;
void choose_plan_for_few_rows(int scratch);
using page = wise_plans<d_measured_on>;
"""

OTHER_NAMES = """
int fewer_rows = 1, few = 2; // few_rows in a comment
const char* text = "scratch in a string";
const char* kernel = R"(
float scratch[2];
)";
/* known_plan */ int known_planner = 3;
"""


WHOLE_NAMES = """
void launch(kernel& what);
auto result = of(p->what, made);
"""

PARTS_OF_NAMES = """
log(e.what(), made_text(d_made)); // what is made
const char* text = "what";
"""

HASH_COMMENTS = """
# It waits.
# Likewise in the second line of a comment
value = 1  # Of a line, which is read with it

    # Of a list.
"""


class qa_check_words(unittest.TestCase):
    def found(self, text):
        return [first for _, first in check_words.comments(text)
                if check_words.REFUSED.match(first)]

    def test_finds_each(self):
        self.assertEqual(len(self.found(REFUSED)), 6, self.found(REFUSED))

    def test_finds_no_other(self):
        self.assertEqual(self.found(ALLOWED), [])

    def test_finds_former_names(self):
        self.assertEqual(list(check_words.former_names(FORMER_NAMES)),
                         [(3, "few_rows"), (4, "few_rows"), (4, "scratch"),
                          (5, "measured_on")])

    def test_finds_no_other_name(self):
        self.assertEqual(list(check_words.former_names(OTHER_NAMES)), [])

    def test_finds_whole_names(self):
        self.assertEqual(list(check_words.former_names(WHOLE_NAMES)),
                         [(2, "what"), (3, "what"), (3, "made")])

    def test_finds_no_part_of_a_name(self):
        self.assertEqual(list(check_words.former_names(PARTS_OF_NAMES)), [])

    def test_finds_comments_behind_hashes(self):
        self.assertEqual([number for number, first in check_words.hash_comments(HASH_COMMENTS)
                          if check_words.REFUSED.match(first)], [2, 6])

    def test_fails_with_a_comment_of_a_list(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "lib/builtin").mkdir(parents=True)
            (root / "lib/builtin/sm_1.txt").write_text("# Likewise.\nline\n")
            self.assertEqual(check_words.main(root), 1)

    def test_fails_with_a_former_name(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "lib").mkdir()
            (root / "lib/one.h").write_text("int scratch;\n")
            self.assertEqual(check_words.main(root), 1)
            (root / "lib/one.h").write_text("int workspace;\n")
            self.assertEqual(check_words.main(root), 0)

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
