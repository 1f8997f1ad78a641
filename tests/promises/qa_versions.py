#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""CMakeLists.txt says the version, and whatever else says one says the same; and the names
that go with its first number: shared libraries, their packages and their symbols."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


def found_in(name, pattern):
    match = re.search(pattern, text_of(name), re.M)
    return match[1] if match else None


VERSION = found_in("CMakeLists.txt", r"^ *VERSION ([0-9.]+)$")
MAJOR = VERSION.partition(".")[0]

# Where a version is said, and how.
SAID = [
    ("debian/changelog", r"^gr-gpufft \(([0-9.]+)-\d+\)"),
    ("CHANGELOG.md", r"^## \[(?:Unreleased\] - )?([0-9.]+)"),
    ("MANIFEST.yml", r"^version: ([0-9.]+)$"),
    ("packaging/conda/recipe.yaml", r"^  version: ([0-9.]+)$"),
    ("README.md", r"^Version ([0-9]+\.[0-9]+\.[0-9]+)\b"),
]


class qa_versions(unittest.TestCase):

    def test_001_versions(self):
        self.assertRegex(VERSION, r"^\d+\.\d+\.\d+$")
        for name, pattern in SAID:
            with self.subTest(file=name):
                self.assertEqual(found_in(name, pattern), VERSION)

    def test_002_packages_of_libraries(self):
        packages = re.findall(r"^Package: (lib\S*\d)$", text_of("debian/control"), re.M)
        self.assertEqual(sorted(packages), [f"libgnuradio-gpufft-display{MAJOR}",
                                            f"libgnuradio-gpufft{MAJOR}",
                                            f"libgpufft-fftw3-{MAJOR}", f"libgpufft{MAJOR}"])
        for package in packages:
            with self.subTest(package=package):
                self.assertTrue((ROOT / f"debian/{package}.install").is_file())

    def test_003_versions_of_symbols(self):
        for name in ("lib/api/exports.map.in", "lib/blocks/common/exports.map.in"):
            with self.subTest(file=name):
                self.assertEqual(re.findall(r"^(GPUFFT_\d+) \{", text_of(name), re.M),
                                 [f"GPUFFT_{MAJOR}"])

    def test_004_names_of_libraries(self):
        for name in ("cmake/engine_exports.cmake", "lib/blocks/CMakeLists.txt",
                     "lib/fftw3/CMakeLists.txt"):
            with self.subTest(file=name):
                self.assertRegex(text_of(name), r"\bSOVERSION \$\{PROJECT_VERSION_MAJOR\}")
        for name in ("debian/control", "debian/tests/fftw3", "script/bundle"):
            with self.subTest(file=name):
                self.assertEqual(set(re.findall(r"libgpufft\w*\.so\.(\d+)", text_of(name))),
                                 {MAJOR})


if __name__ == "__main__":
    unittest.main()
