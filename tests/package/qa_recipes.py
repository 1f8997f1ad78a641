#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recipes of packaging/ and the manifests are what their readers take, and name what
CMakeLists.txt looks for and debian/control builds with."""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77

try:
    import yaml
except ModuleNotFoundError:
    print("skipped: no yaml (Debian: python3-yaml)")
    sys.exit(SKIPPED)

# What a build needs: Debian's package, conda's, Fedora's.
NEEDED = [
    ("libboost-filesystem-dev", "libboost-devel", "boost-devel"),
    ("libarchive-dev", "libarchive", "libarchive-devel"),
    ("libblosc-dev", "blosc", "blosc-devel"),
    ("libsndfile1-dev", "libsndfile", "libsndfile-devel"),
    ("zlib1g-dev", "zlib", "zlib-devel"),
    ("libfmt-dev", "fmt", "fmt-devel"),
    ("libspdlog-dev", "spdlog", "spdlog-devel"),
    ("libxxhash-dev", "xxhash", "xxhash-devel"),
    ("libyaml-cpp-dev", "yaml-cpp", "yaml-cpp-devel"),
    ("nlohmann-json3-dev", "nlohmann_json", "json-devel"),
    ("ocl-icd-opencl-dev", "ocl-icd", "ocl-icd-devel"),
    ("pybind11-dev", "pybind11", "pybind11-devel"),
    ("libhdf5-dev", "hdf5", "hdf5-devel"),
    ("qtbase5-dev", "qt-main", "qt5-qtbase-devel"),
    ("cmake", "cmake", "cmake"),
    ("ninja-build", "ninja", "ninja-build"),
    ("gnuradio-dev", "gnuradio-core", "gnuradio-devel"),
]
# Packages of debian/control that other recipes have within another package.
OF_DEBIAN = {"debhelper-compat", "dh-python", "libboost-program-options-dev",
             "opencl-clhpp-headers", "pkg-config", "python3-dev"}


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


def load(name):
    return yaml.safe_load(text_of(name))


class qa_recipes(unittest.TestCase):

    def test_001_debian_builds_with_what_is_listed_here(self):
        field = re.search(r"^Build-Depends: ((?:.*\n?(?: .*\n)*))", text_of("debian/control"),
                          re.M)[1].split("Standards-Version")[0]
        names = {re.match(r"[\w.+-]+", each.strip())[0] for each in field.split(",")}
        self.assertEqual(names - OF_DEBIAN, {debian for debian, _, _ in NEEDED})

    def test_002_conda(self):
        recipe = load("packaging/conda/recipe.yaml")
        self.assertEqual(recipe["schema_version"], 1)
        wanted = {each.split(" ")[0] for part in ("build", "host")
                  for each in recipe["requirements"][part]}
        self.assertLessEqual({conda for _, conda, _ in NEEDED}, wanted)
        script = " ".join(recipe["build"]["script"])
        for option in re.findall(r"-D(ENABLE_\w+)", script):
            self.assertIn(f"option({option} ", text_of("CMakeLists.txt"))
        self.assertTrue((ROOT / recipe["about"]["license_file"]).is_file())
        for test in recipe["tests"]:
            for line in test.get("script", []):
                for block in re.findall(r"blocks/(\S+)", line):
                    self.assertTrue((ROOT / "grc" / block).is_file(), block)

    def test_003_fedora(self):
        lines = text_of("packaging/README.md").partition("Fedora:")[2]
        words = set(lines.split("```")[1].split())
        self.assertLessEqual({fedora for _, _, fedora in NEEDED}, words)

    def test_004_manifests(self):
        manifest = load("MANIFEST.yml")
        for field in ("title", "version", "brief", "tags", "author", "copyright_owner",
                      "license", "gr_supported_version", "description", "file_format"):
            with self.subTest(field=field):
                self.assertTrue(manifest[field])
        self.assertEqual(manifest["file_format"], 1)
        older = yaml.safe_load(text_of("MANIFEST.md").partition("\n---\n")[0])
        self.assertEqual({key: older[key] for key in ("title", "author", "license")},
                         {key: manifest[key] for key in ("title", "author", "license")})

    def test_005_pybombs(self):
        recipe = load("packaging/gr-gpufft.lwr")
        self.assertEqual(recipe["inherit"], "cmake")
        self.assertEqual(recipe["source"], "git+@REPOSITORY@")
        self.assertIn("gnuradio", recipe["depends"])
        self.assertIn(f"Package: {recipe['satisfy']['deb']}\n", text_of("debian/control"))

    def test_006_container(self):
        lines = text_of("packaging/Containerfile")
        stages = re.findall(r"^FROM \S+( AS \w+)?$", lines, re.M)
        self.assertEqual(len(stages), 2)
        for command in re.findall(r"\b(script/\w+)", lines):
            self.assertTrue((ROOT / command).is_file(), command)


if __name__ == "__main__":
    unittest.main()
