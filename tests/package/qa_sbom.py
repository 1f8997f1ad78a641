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
import tempfile
import unittest
import zipfile

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
        # The library with all of its symbols is for tests alone.
        libraries = [path for path in (BUILD / "lib").rglob("lib*gpufft*.so")
                     if path.parent.name != "whole"]
        for path in (*libraries, *(BUILD / "apps").glob("gpufft-*"),
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

    def test_006_packages(self):
        """Of a Debian package and a wheel: themselves, what they hold, what that loads, and
        libraries that were copied in."""
        engine = BUILD / "lib/libgpufft.so"
        copied = pathlib.Path(next(iter(re.findall(r"libfmt\S* => (\S+)", subprocess.run(
            ["ldd", engine], text=True, capture_output=True, check=True).stdout))))
        name, _, ending = copied.name.partition(".so")
        with tempfile.TemporaryDirectory() as folder:
            top = pathlib.Path(folder)
            (top / "deb/DEBIAN").mkdir(parents=True)
            (top / "deb/DEBIAN/control").write_text(
                "Package: libgpufft-some\nVersion: 1\nArchitecture: all\nMaintainer: A <a@b.c>\n"
                "Depends: libgpufft1 (= 1), libc6 (>= 2)\nDescription: some\n")
            (top / "deb/usr/lib").mkdir(parents=True)
            shutil.copy2(engine, top / "deb/usr/lib/libgpufft.so.1")
            (top / "deb/usr/lib/text").write_text("no library")
            subprocess.run(["dpkg-deb", "--root-owner-group", "--build", top / "deb",
                            top / "some.deb"], check=True, capture_output=True)
            with zipfile.ZipFile(top / "gpufft-1.whl", "w") as wheel:
                wheel.write(engine, "gpufft/lib/libgpufft.so.1")
                wheel.write(copied, f"gpufft.libs/{name}-0a1b2c3d.so{ending}")
                wheel.writestr("gpufft-1.dist-info/METADATA",
                               "Name: gpufft\nRequires-Dist: numpy>=1.22\n"
                               "Requires-Dist: scipy; extra == 'scipy'\n")
            done = sbom(top / "some.deb", top / "gpufft-1.whl")
            self.assertEqual(done.returncode, 0, done.stderr)
            bill = json.loads(done.stdout)
            hashes = {each["bom-ref"]: each["hashes"][0]["content"]
                      for each in bill["components"] if each["type"] == "file"}
            self.assertEqual(
                hashes["package:some.deb"],
                hashlib.sha256((top / "some.deb").read_bytes()).hexdigest())
        known = {each["bom-ref"]: each for each in bill["components"]}
        of_engine = hashlib.sha256(engine.read_bytes()).hexdigest()
        of_copy = f"file:gpufft-1.whl/gpufft.libs/{name}-0a1b2c3d.so{ending}"
        self.assertEqual(hashes["file:some.deb/usr/lib/libgpufft.so.1"], of_engine)
        self.assertEqual(hashes["file:gpufft-1.whl/gpufft/lib/libgpufft.so.1"], of_engine)
        self.assertEqual(len(hashes), 5, hashes)
        depends = {each["ref"]: each["dependsOn"] for each in bill["dependencies"]}
        self.assertEqual(depends["package:some.deb"],
                         ["deb:libc6", "file:some.deb/usr/lib/libgpufft.so.1"])
        self.assertIn("pypi:numpy", depends["package:gpufft-1.whl"])
        self.assertNotIn("pypi:scipy", known)
        package = next(ref for ref in depends[of_copy] if ref.startswith("deb:libfmt"))
        self.assertEqual(known[of_copy]["licenses"], known[package]["licenses"])
        self.assertIn("deb:libc6", known)

    def test_007_what_is_missing_is_said(self):
        done = sbom("/nonexistent/lib.so")
        self.assertEqual((done.returncode, done.stderr),
                         (1, "sbom: /nonexistent/lib.so: no such file\n"))


if __name__ == "__main__":
    if not shutil.which("dpkg-query") or not shutil.which("readelf"):
        print("skipped: no dpkg-query, or no readelf (Debian: binutils)")
        sys.exit(SKIPPED)
    unittest.main()
