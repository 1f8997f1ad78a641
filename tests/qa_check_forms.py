#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_forms.py finds rows without an emitter, and emitters without a row."""
import contextlib
import io
import pathlib
import tempfile
import unittest

import check_forms

RIGHT = '    { "one row",\n      "simd/emit_a.cc",\n      "c2c forward 4: vectors | 4",\n      1 },\n'
TWO_LINES = ('    { "a reason that takes "\n      "two lines",\n      "simd/emit_a.cc",\n'
             '      "c2c forward 4: vectors | 4",\n      1 },\n')
FIRST_LINE = 3  # of the row that is added

# why: (row, what is said of it)
WRONG = {
    "an emitter that is gone": (RIGHT.replace("emit_a", "emit_gone"),
                                "no file lib/codegen/simd/emit_gone.cc"),
    "one of another room": (RIGHT.replace("simd/", ""), "no file lib/codegen/emit_a.cc"),
    "a row that names none": (RIGHT.replace('      "simd/emit_a.cc",\n', ""),
                              "the row names no emitter"),
    "none in a short row": ('    { "one row", "c2c forward 4: vectors | 4", 1 },\n',
                            "the row names no emitter"),
}


class qa_check_forms(unittest.TestCase):
    def said_of(self, added, table="inline const form FORMS[] = {\n", also=()):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            files = {"lib/codegen/simd/emit_a.cc": "",
                     "tests/forms.h": f"// Forms.\n{table}{added}{RIGHT}}};\n"}
            files.update({name: "" for name in also})
            for emitter, test in check_forms.TESTED_ELSEWHERE.items():
                files.setdefault("lib/codegen/" + emitter, "")
                files.setdefault(test, "")
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                status = check_forms.main(root)
        return status, said.getvalue()

    def test_what_is_right_passes(self):
        for row in (RIGHT, TWO_LINES):
            self.assertEqual(self.said_of(row), (0, ""))

    def test_what_is_wrong_is_said(self):
        for why, (row, words) in WRONG.items():
            with self.subTest(why):
                status, said = self.said_of(row)
                self.assertEqual((status, said),
                                 (1, f"tests/forms.h:{FIRST_LINE}: {words}\n"))

    def test_an_emitter_without_a_row(self):
        status, said = self.said_of("", also=["lib/codegen/simd/emit_b.cc"])
        self.assertEqual(status, 1)
        self.assertEqual(said,
                         "lib/codegen/simd/emit_b.cc: no row of a table FORMS is for it\n")

    def test_a_row_for_what_is_tested_elsewhere(self):
        emitter = next(iter(check_forms.TESTED_ELSEWHERE))
        status, said = self.said_of(RIGHT.replace("simd/emit_a.cc", emitter))
        self.assertEqual((status, said), (1, f"tests/check_forms.py: {emitter} has a row\n"))

    def test_no_table_is_a_fault(self):
        status, said = self.said_of("", table="const other ROWS[] = {\n")
        self.assertEqual(status, 1)
        self.assertIn("tests: no table FORMS\n", said)


if __name__ == "__main__":
    unittest.main()
