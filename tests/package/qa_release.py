#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""script/release makes of a tag what was committed with it, the same again, with checksums,
and refuses a tag of another version."""
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77
VERSION = re.search(r"^ *VERSION ([0-9.]+)$", (ROOT / "CMakeLists.txt").read_text(), re.M)[1]
NAME = f"gr-gpufft-{VERSION}"


def git(folder, *words):
    return subprocess.run(
        ["git", "-C", folder, "-c", "user.name=A", "-c", "user.email=a@b.c", "-c",
         "commit.gpgsign=false", "-c", "tag.gpgsign=false", *words], text=True,
        capture_output=True, check=True).stdout


class qa_release(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.top = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        cls.source = pathlib.Path(cls.top.name) / "source"
        git(".", "clone", "--quiet", "--depth", "1", f"file://{ROOT}", str(cls.source))
        # What is changed here and not committed is tried as well.
        for name in git(ROOT, "ls-files", "--modified", "--others",
                        "--exclude-standard").splitlines():
            if (ROOT / name).is_file():
                (cls.source / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, cls.source / name)
        git(cls.source, "add", "--all")
        git(cls.source, "commit", "--quiet", "--allow-empty", "-m", "All")
        git(cls.source, "tag", f"v{VERSION}")
        git(cls.source, "tag", "v99.0.0")
        (cls.source / "README.md").write_text("not committed")

    @classmethod
    def tearDownClass(cls):
        cls.top.cleanup()

    def release(self, *words):
        return subprocess.run([self.source / "script/release", *map(str, words)], text=True,
                              capture_output=True, check=False)

    def made(self, folder, *words):
        folder = pathlib.Path(self.top.name) / folder
        done = self.release(*words, f"v{VERSION}", folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return folder

    def test_001_tarball_and_recipes(self):
        parts = ("--only", "tarball,recipes")
        one, two = self.made("one", *parts), self.made("two", *parts)
        self.assertEqual(sorted(path.name for path in one.iterdir()),
                         ["MANIFEST.yml", "SHA256SUMS", f"{NAME}.tar.gz", "gr-gpufft.lwr"])
        self.assertEqual((one / "SHA256SUMS").read_bytes(), (two / "SHA256SUMS").read_bytes())
        subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=one, check=True)
        self.assertEqual(len((one / "SHA256SUMS").read_text().splitlines()), 3)
        for name in ("gr-gpufft.lwr", "MANIFEST.yml"):
            self.assertIn(f"file://{ROOT}", (one / name).read_text())
        with tarfile.open(one / f"{NAME}.tar.gz") as packed:
            names = packed.getnames()
            readme = packed.extractfile(f"{NAME}/README.md").read()
        self.assertTrue(all(name.split("/")[0] == NAME for name in names))
        self.assertNotEqual(readme, b"not committed")
        self.assertIn(f"{NAME}/debian/control", names)

    def test_002_what_is_refused(self):
        folder = pathlib.Path(self.top.name) / "refused"
        for words, wanted in ((("v99.0.0", folder), f"of version {VERSION}"),
                              (("v0.0.1", folder), "there is no tag v0.0.1"),
                              (("--only", "disk", f"v{VERSION}", folder), "no part disk"),
                              ((f"v{VERSION}",), "a TAG and a FOLDER"),
                              ((f"v{VERSION}", ROOT), "is not empty")):
            with self.subTest(words=words):
                done = self.release(*words)
                self.assertEqual(done.returncode, 1)
                self.assertIn(wanted, done.stderr)

    def test_003_versions_that_differ(self):
        path = self.source / "MANIFEST.yml"
        path.write_text(path.read_text().replace(f"version: {VERSION}", "version: 0.0.7"))
        git(self.source, "commit", "--quiet", "-m", "Another", "MANIFEST.yml")
        done = self.release("--only", "tarball", "HEAD", pathlib.Path(self.top.name) / "three")
        self.assertEqual(done.returncode, 1)
        self.assertIn("the version is not the same everywhere", done.stderr)


if __name__ == "__main__":
    if not shutil.which("git") or not (ROOT / ".git").exists():
        print("skipped: no git, or no checkout of it")
        sys.exit(SKIPPED)
    unittest.main()
