#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft spectrogram as a process: memory, Ctrl-C, and what goes to which stream."""
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

COMMAND = [sys.executable, "-m", "gnuradio.gpufft.spectrogram"]


class qa_spectrogram_process(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.png = os.path.join(folder.name, "out.png")

    def recording(self, size_bytes):
        """Zeros that take no place on disk."""
        path = os.path.join(self.folder, "x.cu8")
        with open(path, "wb") as file:
            file.truncate(size_bytes)
        return path

    def run_program(self, *argv):
        return subprocess.run([*COMMAND, *map(str, argv)], capture_output=True, text=True,
                              timeout=1500)

    def test_stdout_holds_the_results_alone(self):
        # Nothing that is loaded may log to stdout.
        done = self.run_program(self.recording(200000), "-s", "1M", "-l", 375, "--json",
                                "-o", self.png)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(json.loads(done.stdout)["frames"], (100000 - 375) // 187 + 1)

    def test_exit_statuses(self):
        for argv, status in [(["--help"], 0), (["--nonsense"], 1), ([], 1),
                             ([self.recording(2000), "-s", "1k", "-d", "opencl:99", "-o",
                               self.png], 2)]:
            done = self.run_program(*argv)
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertEqual(done.stderr.count("\n"), status > 0, done.stderr)

    def test_a_full_stdout_is_one_line(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([*COMMAND, self.recording(2000), "-s", "1k", "-o",
                                   self.png], stdout=full, stderr=subprocess.PIPE,
                                  text=True)
        self.assertEqual((done.returncode, done.stderr),
                         (1, "gpufft spectrogram: stdout: No space left on device\n"))

    def test_memory_does_not_grow_with_the_file(self):
        def peak_kib(size_bytes):
            done = self.run_program(self.recording(size_bytes), "-s", "20M", "-l", 1024,
                                    "--hop", 1024, "-o", self.png)
            self.assertEqual(done.returncode, 0, done.stderr)
            return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss

        # The largest of all children so far, so the small one must come first.
        small, large = peak_kib(4 << 20), peak_kib(128 << 20)
        self.assertLess(large - small, 40 << 10)

    def test_ctrl_c_leaves_nothing_behind(self):
        path = self.recording(64 << 30)
        for kind, status in [(signal.SIGINT, 130), (signal.SIGTERM, 143)]:
            with self.subTest(kind.name):
                process = subprocess.Popen([*COMMAND, path, "-s", "20M", "-o", self.png],
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                           text=True)
                # In the middle of its work: the engine has the recording in its memory.
                wait_until(lambda: is_mapped(process.pid, path))
                time.sleep(1)
                process.send_signal(kind)
                out, err = process.communicate(timeout=1000)
                self.assertEqual((process.returncode, out, err), (status, "", ""))
                self.assertEqual(os.listdir(self.folder), ["x.cu8"])


def is_mapped(pid, path):
    with open(f"/proc/{pid}/maps") as file:
        return path in file.read()


def wait_until(condition, limit_s=1000):
    end = time.monotonic() + limit_s
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError("the program did not get there")
        time.sleep(0.05)


if __name__ == "__main__":
    unittest.main()
