#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Surveys that jobs of Slurm, or workers of Dask, share: the bytes of one process."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import numpy as np

from survey_files import contents, noise, run, stored

try:
    import distributed
except ImportError:
    distributed = None

OPTIONS = ["--samp-rate", "1M", "--length", "1024", "--hop", "1024", "--average", "1",
           "--device", "auto/1"]


class SharedTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.shared = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.shared.cleanup)
        cls.inputs = os.path.join(cls.shared.name, "it's in")
        os.mkdir(cls.inputs)
        for number, count in enumerate((3_000_000, 400_000, 2_000_000)):
            kept, _ = stored(np.resize(noise(250_007, number), count), "ci8")
            kept.tofile(os.path.join(cls.inputs, f"r{number}.ci8"))
        alone = os.path.join(cls.shared.name, "alone.zarr")
        done = run("process", cls.inputs, *OPTIONS, "--out", alone)
        assert done.returncode == 0, done.stderr
        cls.expected = contents(alone)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.out = os.path.join(self.folder, "s.zarr")

    def test_tasks_of_a_slurm_script(self):
        done = run("process", self.inputs, *OPTIONS, "--slurm=3", "--out", self.out)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertFalse(os.path.exists(self.out))
        self.assertIn("#SBATCH --array=0-2\n", done.stdout)
        self.assertIn("\n##SBATCH --gres=gpu:1\n", done.stdout)
        # sbatch takes its lines from before the first command.
        head = done.stdout[:done.stdout.index("\ncd ")]
        self.assertEqual(len(re.findall("^#SBATCH --", head, re.M)),
                         len(re.findall("^#SBATCH --", done.stdout, re.M)))
        tasks = [subprocess.Popen(["bash"], stdin=subprocess.PIPE, text=True, cwd="/",
                                  env={**os.environ, "SLURM_ARRAY_TASK_ID": str(number)})
                 for number in range(3)]
        for task in tasks:
            task.stdin.write(done.stdout)
            task.stdin.close()
        self.assertEqual([task.wait(timeout=300) for task in tasks], [0, 0, 0])
        self.assertEqual(contents(self.out), self.expected)

    def test_a_gpu_for_each_task(self):
        done = run("process", self.inputs, *OPTIONS[:-1], "cuda:0", "--slurm", "2", "--out",
                   self.out)
        self.assertIn("\n#SBATCH --gres=gpu:1\n", done.stdout)

    def test_words_behind_two_dashes_are_inputs(self):
        done = run("process", *OPTIONS, "--slurm", "2", "--out", self.out, "--", "--slurm",
                   "--dask=x.ci8")
        self.assertIn(" -- --slurm --dask=x.ci8\n", done.stdout)
        self.assertNotIn("--slurm 2", done.stdout)

    def test_refusals(self):
        for words, more in [("whole number, 1 .. 100000", ["--slurm", "0"]),
                            ("give one of them", ["--slurm", "2", "--dask", "x:1"]),
                            ("--dask-resources is for --dask", ["--dask-resources", "GPU=1"])]:
            done = run("process", self.inputs, *OPTIONS, *more, "--out", self.out)
            self.assertEqual(done.returncode, 1)
            self.assertIn(words, done.stderr)
        done = run("process", "-", "--format", "ci8", *OPTIONS, "--slurm", "2", "--out",
                   self.out)
        self.assertIn("a pipe cannot be shared", done.stderr)


@unittest.skipIf(distributed is None,
                 "the package distributed is not installed (Debian: python3-distributed)")
class DaskTest(SharedTest):
    test_tasks_of_a_slurm_script = test_a_gpu_for_each_task = test_refusals = None
    test_words_behind_two_dashes_are_inputs = None

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1,
                                               processes=True, dashboard_address=None,
                                               resources={"GPU": 1})
        cls.addClassCleanup(cls.cluster.close)
        cls.address = cls.cluster.scheduler_address

    def test_workers_share_the_program_s_work(self):
        done = run("process", self.inputs, *OPTIONS, "--json", "--dask", self.address,
                   "--dask-resources", "GPU=1", "--out", self.out)
        self.assertEqual(done.returncode, 0, done.stderr)
        end = json.loads(done.stdout.splitlines()[-1])
        self.assertEqual(end["event"], "done")
        self.assertGreaterEqual(len(end["devices"]), 1)
        self.assertEqual(contents(self.out), self.expected)

    def test_words_behind_two_dashes_are_inputs_of_workers(self):
        done = run("process", *OPTIONS, "--dask", self.address, "--out", self.out, "--",
                   self.inputs)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"done +\d+ samples")
        self.assertEqual(contents(self.out), self.expected)

    def test_in_python_with_a_worker_that_dies_and_one_that_comes(self):
        import threading
        import time

        import gpufft

        def disturb():
            while not os.path.exists(os.path.join(self.out, "survey.json")):
                time.sleep(0.01)
            self.cluster.scale(3)
            list(self.cluster.workers.values())[0].process.process.kill()

        threading.Thread(target=disturb, daemon=True).start()
        with distributed.Client(self.address) as client:
            done = gpufft.process(self.inputs, self.out, samp_rate=1e6, length=1024, hop=1024,
                                  average=1, device="auto/1", dask=client)
        self.assertEqual(done.problems, {})
        self.assertEqual(contents(self.out), self.expected)

    def test_what_a_worker_cannot_do_is_told(self):
        import gpufft

        pathlib.Path(self.out).mkdir()
        pathlib.Path(self.out, "letter.txt").write_text("mine")
        with self.assertRaisesRegex(OSError, "holds other files"):
            gpufft.process(self.inputs, self.out, samp_rate=1e6, dask=self.address)
        done = run("process", self.inputs, *OPTIONS, "--dask", self.address, "--out", self.out)
        self.assertEqual(done.returncode, 1)
        self.assertIn("holds other files", done.stderr)
        with self.assertRaisesRegex(OSError, "no Dask scheduler answers"):
            gpufft.process(self.inputs, self.out, samp_rate=1e6, dask="tcp://127.0.0.1:1")


if __name__ == "__main__":
    if distributed is None:
        print("tests of Dask are skipped: the package distributed is not installed (Debian: "
              "python3-distributed)", file=sys.stderr)
    unittest.main()
