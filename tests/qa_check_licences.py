#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_licences.py finds code without a licence, another licence, and somebody's copyright
that debian/copyright does not name."""
import unittest

import check_licences

COPYRIGHT = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/

Files: *
Holder: 2026 the maintainers
License: GPL-3.0-or-later

Files: vendor/* other.h
Holder: 2020 Somebody
License: MIT
""".replace("Holder:", "Copyright:")
MARK = "SPDX-License-" + "Identifier: "


class qa_check_licences(unittest.TestCase):

    def faults(self, name, text):
        return list(check_licences.faults_of(
            name, text, list(check_licences.paragraphs_of(COPYRIGHT))))

    def test_001_right(self):
        self.assertEqual(self.faults("a.cc", f"// {MARK}GPL-3.0-or-later\n"), [])
        self.assertEqual(self.faults("vendor/a.h", f"// {MARK}MIT\n// Copyright 2020 "
                                     "Somebody\n"), [])
        self.assertEqual(self.faults("other.h", f"// {MARK}MIT\n"), [])
        self.assertEqual(self.faults("table.txt", "1 2 3\n"), [])

    def test_002_no_licence(self):
        for name, text in (("a.cc", "int a;\n"), ("script/a", "#!/bin/sh\n"),
                           ("CMakeLists.txt", "project(a)\n"),
                           ("a.h", "\n" * 8 + f"// {MARK}GPL-3.0-or-later\n")):
            with self.subTest(name=name):
                self.assertRegex("".join(self.faults(name, text)), "say no SPDX")

    def test_003_another_licence(self):
        self.assertRegex("".join(self.faults("a.cc", f"// {MARK}MIT\n")),
                         "MIT, but .* says GPL-3.0-or-later")
        self.assertRegex("".join(self.faults("vendor/b.txt", f"# {MARK}GPL-3.0-or-later\n")),
                         "GPL-3.0-or-later, but .* says MIT")

    def test_004_copyright_of_somebody(self):
        text = f"// {MARK}GPL-3.0-or-later\n// Copyright (c) 2011 Another\n"
        self.assertRegex("".join(self.faults("a.cc", text)), "copyright 2011 Another")

    def test_005_no_paragraph(self):
        self.assertRegex("".join(check_licences.faults_of("a.cc", "", [])), "no paragraph")


if __name__ == "__main__":
    unittest.main()
