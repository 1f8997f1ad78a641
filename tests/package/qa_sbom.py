#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""script/sbom names each shipped file with its hash, each library that one of them loads,
and what is compiled into them, and writes the same bytes again.

Usage: qa_sbom.py BUILD; 77: there is no dpkg."""
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv.pop(1))
SKIPPED = 77


def sbom(*arguments):
    return subprocess.run([ROOT / "script/sbom", *map(str, arguments)], text=True,
                          capture_output=True, check=False)


class qa_sbom(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.done = sbom("--build", BUILD)
        cls.bill = json.loads(cls.done.stdout) if cls.done.returncode == 0 else {}

    def parts(self, kind):
        return [each for each in self.bill["components"] if each["type"] == kind]

    def test_001_is_a_bill_of_materials(self):
        self.assertEqual(self.done.returncode, 0, self.done.stderr)
        self.assertEqual((self.bill["bomFormat"], self.bill["specVersion"]),
                         ("CycloneDX", "1.5"))
        self.assertRegex(self.bill["serialNumber"], r"^urn:uuid:[0-9a-f-]{36}$")
        self.assertRegex(self.bill["metadata"]["timestamp"], r"^20\d\d-\d\d-\d\dT[\d:]{8}Z$")
        about = self.bill["metadata"]["component"]
        self.assertIn(f"VERSION {about['version']}\n", (ROOT / "CMakeLists.txt").read_text())

    def test_002_files_have_their_hashes(self):
        files = {each["name"]: each for each in self.parts("file")}
        self.assertIn("libgpufft.so", files)
        # Links to them without a version are named like the files in packages.
        for path in (*(BUILD / "lib").rglob("lib*gpufft*.so"),
                     *(BUILD / "apps").glob("gpufft-*"),
                     *(BUILD / "test_modules").rglob("*.so")):
            self.assertEqual(files[path.name]["hashes"][0]["content"],
                             hashlib.sha256(path.read_bytes()).hexdigest())

    def test_003_libraries_are_packages_with_licences(self):
        libraries = self.parts("library")
        names = [each["name"] for each in libraries]
        self.assertEqual(len(names), len(set(names)))
        for each in libraries:
            with self.subTest(package=each["name"]):
                self.assertTrue(each["version"] and each["licenses"])
                self.assertRegex(each["purl"], r"^pkg:deb/debian/[a-z0-9.+-]+@")
        for name in ("libc6", "libstdc++6", "nlohmann-json3-dev", "libxxhash-dev"):
            self.assertIn(name, names)

    def test_004_all_that_is_loaded_is_there(self):
        known = {each["bom-ref"] for each in self.bill["components"]}
        depends = {each["ref"]: each["dependsOn"] for each in self.bill["dependencies"]}
        for ref, on in depends.items():
            self.assertLessEqual(set(on), known, ref)
        engine = depends["file:libgpufft.so"]
        shown = subprocess.run(["readelf", "--dynamic", BUILD / "lib/libgpufft.so"], text=True,
                               capture_output=True, check=True).stdout
        needed = [name for name in re.findall(r"\(NEEDED\).*\[(.*)\]", shown)
                  if not name.startswith("ld-linux")]
        self.assertGreaterEqual(len(needed), 4)
        self.assertTrue(any(ref.startswith("deb:libfmt") for ref in engine), engine)

    def test_005_the_same_again(self):
        self.assertEqual(sbom("--build", BUILD).stdout, self.done.stdout)

    def test_006_what_is_missing_is_said(self):
        done = sbom("/nonexistent/lib.so")
        self.assertEqual((done.returncode, done.stderr),
                         (1, "sbom: /nonexistent/lib.so: no such file\n"))


if __name__ == "__main__":
    if not shutil.which("dpkg-query") or not shutil.which("readelf"):
        print("skipped: no dpkg-query, or no readelf (Debian: binutils)")
        sys.exit(SKIPPED)
    unittest.main()
