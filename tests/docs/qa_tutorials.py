#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What docs/tutorials say is run, page by page, in a folder with the examples: blocks that
begin with a file's name become that file, other blocks of Python run as one script, and of
`console` blocks each line with `$` is run by bash and must succeed.

Usage: qa_tutorials.py BUILD"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.S | re.M)
FILE = re.compile(r"(?:#|//) (\w+\.(?:py|cc|txt))\n")
PYTHON = "/usr/bin/python3"
LONGEST = 600  # seconds of a command


class qa_tutorials(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.top = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        top = pathlib.Path(cls.top.name)
        # What the page on C++ finds; what the others run.
        done = subprocess.run(["cmake", "--install", BUILD, "--component", "engine",
                               "--prefix", top / "installed"], check=False,
                              capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        (top / "bin").mkdir()
        (top / "bin/python3").symlink_to(PYTHON)
        cls.environment = {
            **os.environ, "CMAKE_PREFIX_PATH": str(top / "installed"),
            "PATH": f"{top / 'bin'}:{BUILD / 'apps'}:/usr/bin:/bin",
            "GPUFFT_BACKEND_DIR": str(BUILD / "lib/gpufft"), "GPUFFT_BEGIN": "at_once",
            "PYTHONPATH": str(BUILD / "test_modules"),
            "GRC_BLOCKS_PATH": str(ROOT / "grc")}

    @classmethod
    def tearDownClass(cls):
        cls.top.cleanup()

    def run_page(self, name):
        """Each page in a folder of its own, with a cache that knows what others compiled
        and no wisdom of theirs."""
        text = (ROOT / f"docs/tutorials/{name}.md").read_text(encoding="utf-8")
        folder = pathlib.Path(self.top.name) / name
        folder.mkdir()
        for example in (ROOT / "examples").iterdir():
            if example.suffix in (".grc", ".py"):
                shutil.copy2(example, folder)
        ran, script = 0, []
        for language, block in BLOCK.findall(text):
            named = FILE.match(block)
            if named:
                (folder / named[1]).write_text(block)
            elif language == "python":
                script.append(block)
            elif language == "console":
                for line in re.findall(r"^\$ (.*)$", block, re.M):
                    self.run_line(["bash", "-c", line], folder)
                    ran += 1
        if script:
            (folder / "page.py").write_text("".join(script))
            self.run_line([PYTHON, "page.py"], folder)
            ran += 1
        self.assertGreater(ran, 0)
        return folder

    def run_line(self, command, folder):
        done = subprocess.run(command, cwd=folder, env=self.environment, text=True,
                              capture_output=True, check=False, timeout=LONGEST)
        self.assertEqual(done.returncode, 0,
                         f"{command[-1]}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")

    def test_001_drop_in(self):
        folder = self.run_page("drop_in")
        self.assertTrue((folder / "fft_drop_in.py").is_file())

    def test_002_first_spectrum(self):
        self.run_page("first_spectrum")

    def test_003_recording(self):
        folder = self.run_page("recording")
        for picture in ("demo.png", "max.png"):
            self.assertEqual((folder / picture).read_bytes()[:4], b"\x89PNG")

    def test_004_tune(self):
        folder = self.run_page("tune")
        self.assertIn("c2c forward 4096", (folder / "mine.jsonl").read_text())

    def test_005_cpp(self):
        self.run_page("cpp")

    def test_006_numpy(self):
        self.run_page("numpy")

    def test_007_all_pages(self):
        pages = {path.stem for path in (ROOT / "docs/tutorials").glob("*.md")} - {"README"}
        tried = {name.split("_", 2)[2] for name in dir(self) if re.match(r"test_\d", name)}
        self.assertEqual(pages, tried - {"all_pages"})


if __name__ == "__main__":
    unittest.main()
