#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The program beside the Python package of the same build."""
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from gnuradio.gpufft import flowgraph_bench_arguments
from gnuradio.gpufft.live import arguments as live_arguments
from gnuradio.gpufft.spectrogram_arguments import USAGE

from program import PROGRAM, run


ROOT = pathlib.Path(__file__).resolve().parents[2]


class qa_program_python(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_help(self):
        for name, usage in (("spectrogram", USAGE), ("live", live_arguments.USAGE),
                            ("bench", flowgraph_bench_arguments.USAGE)):
            for words in ([name, "--help"], [name, "-h"], ["help", name]):
                done = run(*words, PYTHONPATH=None)
                self.assertEqual((done.returncode, done.stdout, done.stderr),
                                 (0, usage, ""))

    def test_a_flowgraph_is_made_for_its_kernels(self):
        flowgraph = ROOT / "examples" / "matched_filter.grc"
        variables = {"PYTHONPATH": None, "XDG_CACHE_HOME": self.folder,
                     "GPUFFT_KERNEL_CACHE": None, "GRC_BLOCKS_PATH": ROOT / "grc",
                     "HOME": self.folder}
        # No flowgraph that tunes, whose second making may know more than the first.
        done = run("cache", "warm", flowgraph, **variables)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, rf"^{re.escape(str(flowgraph))}: \d+ ms\n$")
        kernels = sorted((self.folder / "gpufft" / "kernels").iterdir())
        self.assertGreater(len(kernels), 0)
        run("cache", "warm", flowgraph, **variables)
        self.assertEqual(sorted((self.folder / "gpufft" / "kernels").iterdir()), kernels)
        missing = run("cache", "warm", self.folder / "none.grc", **variables)
        self.assertEqual((missing.returncode, missing.stderr),
                         (1, f"gpufft cache: {self.folder / 'none.grc'} is no file\n"))
        (self.folder / "bad.grc").write_text("options: [")
        unknown = {**variables, "GRC_BLOCKS_PATH": None}
        for file, environment, words in ((self.folder / "bad.grc", variables, "bad.grc"),
                                         (flowgraph, unknown, "Port is not connected")):
            done = run("cache", "warm", file, **environment)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)
            self.assertRegex(done.stderr, rf"grcc generates no Python of it: .*{words}")

    def test_arguments_and_exit_status_pass_through(self):
        missing = "a folder/with 'quotes' & more.cu8"
        done = run("spectrogram", missing, "-s", "1M", "-o", self.folder / "x.png",
                   PYTHONPATH=None)
        self.assertEqual(done.returncode, 1)
        self.assertIn(missing, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)
        recording = self.folder / "x.cu8"
        recording.write_bytes(bytes(4096))
        done = run("spectrogram", recording, "-s", "1M", "-d", "opencl:99", "-o",
                   self.folder / "x.png", PYTHONPATH=None)
        self.assertEqual(done.returncode, 2, done.stderr)

    def test_dump_prints_what_the_engine_builds(self):
        script = "import numpy, sys; from gnuradio import gpufft; " \
            "gpufft.ifft(numpy.ones(int(sys.argv[1]), numpy.complex64))"
        for length in (1000, 65536):
            folder = self.folder / str(length)
            # Wisdom that other tests find meanwhile would change the plan.
            kept = {"XDG_CACHE_HOME": str(self.folder)}
            subprocess.run([sys.executable, "-c", script, str(length)], check=True,
                           timeout=1500, env={**os.environ, **kept,
                                              "GPUFFT_DUMP_DIR": str(folder),
                                              "GPUFFT_POCL": "driver"})  # adds no words
            kernels = sorted(folder.glob("*.cl"))
            texts = [path.read_text() for path in kernels]
            self.assertGreater(len(texts), 0)
            command = re.search(r"^// made by: gpufft (.*)$", texts[0], re.M)[1]
            self.assertEqual(run(*shlex.split(command), **kept).stdout, "\n".join(texts))

    def test_picture(self):
        recording, picture = self.folder / "x.cu8", self.folder / "x.png"
        recording.write_bytes(bytes(200000))
        done = run("spectrogram", recording, "-s", "1M", "-o", picture, PYTHONPATH=None)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(picture.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")

    def test_names_of_any_bytes(self):
        folder = os.fsencode(self.folder)
        recording, picture = folder + b"/-\xff.cu8", folder + b"/\xfe.png"
        pathlib.Path(os.fsdecode(recording)).write_bytes(bytes(4096))
        # As it is where the locale names a language.
        variables = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}

        def spectrogram(name):
            return subprocess.run(
                [PROGRAM, "spectrogram", "-s", "1M", "-o", picture, "--", name],
                cwd=folder, env=variables, capture_output=True, timeout=1500)

        done = spectrogram(b"-\xff.cu8")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(done.stdout.splitlines()[0], b"picture  " + picture)
        self.assertTrue(os.path.exists(picture))
        done = spectrogram(b"no\xff.cu8")
        self.assertEqual((done.returncode, done.stderr),
                         (1, b"gpufft spectrogram: no\xff.cu8: no such file\n"))

    def test_modules_of_the_users_folder_are_not_taken(self):
        for name in ("numpy", "json", "gnuradio"):
            (self.folder / f"{name}.py").write_text("raise SystemExit('taken')\n")
        done = subprocess.run([PROGRAM, "spectrogram", "--help"], cwd=self.folder,
                              capture_output=True, text=True, timeout=1500)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_signal_while_modules_load_is_no_missing_package(self):
        # As a module does that catches all that it meets.
        (self.folder / "matplotlib.py").write_text(
            "import os, signal, time\n"
            "try:\n"
            "    os.kill(os.getpid(), signal.Signals[os.environ['KIND']])\n"
            "    time.sleep(1000)\n"
            "except KeyboardInterrupt as error:\n"
            "    raise ImportError('initialization failed') from error\n")
        recording = self.folder / "x.cu8"
        recording.write_bytes(bytes(4096))
        for kind in (signal.SIGTERM, signal.SIGINT):
            done = run("spectrogram", recording, "-s", "1M", "-o", self.folder / "x.png",
                       PYTHONPATH=self.folder, KIND=kind.name)
            self.assertEqual((done.returncode, done.stderr), (128 + kind, ""))

    def test_python_path_is_kept(self):
        (self.folder / "sitecustomize.py").write_text("print('seen')\n")
        done = run("spectrogram", "--help", PYTHONPATH=self.folder)
        self.assertEqual(done.stdout, "seen\n" + USAGE)

    def test_signals_need_nobody_in_between(self):
        recording = self.folder / "x.cu8"
        with open(recording, "wb") as file:
            file.truncate(1 << 33)
        with subprocess.Popen([PROGRAM, "spectrogram", recording, "-s", "1M", "-o",
                               self.folder / "x.png"], stderr=subprocess.PIPE) as process:
            self.addCleanup(process.kill)
            executable = pathlib.Path(f"/proc/{process.pid}/exe")
            deadline = time.monotonic() + 1000
            while executable.resolve().name == "gpufft" and time.monotonic() < deadline:
                time.sleep(0.02)
            self.assertIn("python", executable.resolve().name)
            process.send_signal(signal.SIGTERM)
            # Python may have begun to handle it by then.
            self.assertIn(process.wait(1000), (-signal.SIGTERM, 128 + signal.SIGTERM))

    def test_package_that_is_not_there(self):
        moved = self.folder / "bin" / "gpufft"
        moved.parent.mkdir()
        shutil.copy(PROGRAM, moved)
        variables = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        done = subprocess.run([moved, "spectrogram", "--help"], env=variables,
                              capture_output=True, text=True, timeout=1500)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"^gpufft spectrogram: the Python package "
                                      r"gnuradio\.gpufft is neither in \S+ nor in \S+ nor "
                                      r"on \$PYTHONPATH; build and install it with the "
                                      r"program\n$")
        self.assertIn(str(self.folder), done.stderr)


if __name__ == "__main__":
    unittest.main()
