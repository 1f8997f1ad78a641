#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft plan: what the lines and the objects say, and for which limits."""
import json
import math
import tempfile
import unittest

from program import run

LIMITS = ["--local-memory", "32768", "--max-work-items", "256", "--registers", "64"]

# options, how the line must begin
LINES = [
    ([], "c2c forward 4096: "),
    (["--inverse"], "c2c inverse 4096: "),
    (["--real-input"], "c2c forward 4096, real input: "),
    (["--windowed"], "c2c forward 4096, windowed: "),
    (["--in-place"], "c2c forward 4096, in place: "),
    (["--input-rotation", "1"], "c2c forward 4096, input rotated by 1: "),
    (["--output-rotation=2048"], "c2c forward 4096, output rotated by 2048: "),
    (["--norm", "none"], "c2c forward 4096: "),
    (["--norm", "by_length", "--inverse"], "c2c inverse 4096, by length: "),
    (["--norm", "orthonormal"], "c2c forward 4096, orthonormal: "),
]


class qa_plan(unittest.TestCase):
    def planned(self, *words, **environment):
        done = run("plan", *words, "--json", **environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_lines(self):
        for words, start in LINES:
            with self.subTest(words=words):
                done = run("plan", "4096", *LIMITS, *words)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertTrue(done.stdout.startswith(start), done.stdout)
                self.assertEqual(done.stdout.count("\n"), 1)
                self.assertEqual(self.planned("4096", *LIMITS, *words)[0]["plan"] + "\n",
                                 done.stdout)

    def test_one_line_each_in_order(self):
        lengths = [1, 4096, 1000, 67108864, 30030]
        done = run("plan", *lengths, *LIMITS)
        self.assertEqual([line.split(":")[0] for line in done.stdout.splitlines()],
                         [f"c2c forward {length}" for length in lengths])

    def test_batch_says_how_many_workgroups(self):
        for length, batch in [(64, 1), (64, 1000), (4096, 64), (1048576, 3),
                              (67108864, 4294967295)]:
            text = f"{length}x{batch}"
            with self.subTest(text):
                [plan] = self.planned(text, *LIMITS)
                self.assertEqual(plan["batch"], batch)
                for one in plan["passes"]:
                    points = one["points"] * one["columns"]
                    self.assertEqual(one["workgroups"], math.ceil(length * batch / points))
                numbers = " + ".join(str(p["workgroups"]) for p in plan["passes"])
                rows = "1 row" if batch == 1 else f"{batch} rows"
                groups = "workgroup" if numbers == "1" else "workgroups"
                self.assertTrue(run("plan", text, *LIMITS).stdout.endswith(
                    f"; {rows}: {numbers} {groups}\n"))

    def test_passes_make_the_length_within_the_limits(self):
        for length in (1, 2, 13, 4096, 30030, 1048576, 67108864, 62748517):
            for local, items in ((16384, 64), (32768, 256), (49152, 1024)):
                with self.subTest(length=length, local=local, items=items):
                    [plan] = self.planned(length, "--local-memory", local,
                                          "--max-work-items", items)
                    self.assertEqual(math.prod(p["points"] for p in plan["passes"]), length)
                    for one in plan["passes"]:
                        self.assertEqual(one["form"], "simt")
                        self.assertEqual(math.prod(s["radix"] for s in one["stages"]),
                                         one["points"])
                        self.assertLessEqual(one["local_memory_bytes"], local)
                        self.assertLessEqual(one["work_items"], items)
                        self.assertGreaterEqual(one["work_items"], 1)
                    self.assertEqual(plan["scratch_points"],
                                     length if len(plan["passes"]) > 1 else 0)

    def test_json_repeats_what_was_asked(self):
        [plan] = self.planned("1000x7", "--inverse", "--windowed", "--norm", "by_length",
                              "--input-rotation", 3, "--output-rotation", 5, "--cpu",
                              *LIMITS)
        self.assertEqual(plan["transform"], {
            "length": 1000, "direction": "inverse", "normalization": "by_length",
            "input": "complex64", "in_place": False, "windowed": True,
            "input_rotation": 3, "output_rotation": 5})
        self.assertIsNone(plan["device"])
        self.assertEqual(plan["limits"], {
            "is_cpu": True, "local_memory_bytes": 32768, "max_work_items": 256,
            "registers": 64, "subgroup": 1, "vector_width": 1, "compute_units": 1})

    def test_limits_that_nothing_fits(self):
        done = run("plan", "4096", "--local-memory", "0")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"^gpufft plan: length 4096 does not fit this device: "
                                      r".*0 bytes of local memory.*\n$")

    def test_whose_limits_were_used(self):
        name = json.loads(run("devices", "--json").stdout)["devices"][0]["name"]
        with tempfile.TemporaryDirectory() as nothing:
            absent = {"GPUFFT_BACKEND_DIR": nothing}
            own = "for no device: --local-memory 32768 --max-work-items 256 --registers 64\n"
            for words, environment, said in [
                    ([], {}, f"for {name} ("),
                    (["--device", "auto"], {}, f"for {name} ("),
                    (["-d", name, "--registers", "16"], {}, f"for {name} ("),
                    (LIMITS, {}, own),
                    ([], absent, own),
                    (["--cpu"], absent, "for no device: --cpu --local-memory 32768 "
                                        "--max-work-items 256 --registers 64\n"),
                    (["--subgroup", "64"], {}, own[:-1] + " --subgroup 64\n")]:
                with self.subTest(words=words, absent=environment):
                    done = run("plan", "64", *words, **environment)
                    self.assertEqual(done.returncode, 0)
                    self.assertTrue(done.stderr.startswith("gpufft plan: " + said),
                                    done.stderr)
                    self.assertEqual(done.stderr.count("\n"), 1)
            self.assertEqual(
                self.planned("64", "-d", name, "--registers", "16")[0]["limits"]["registers"],
                16)

    def test_no_such_device(self):
        names = [d["name"] for d in json.loads(run("devices", "--json").stdout)["devices"]]
        for words, environment in [(["--device", "opencl:99"], {}),
                                   ([], {"GPUFFT_DEVICE": "opencl:99"})]:
            done = run("plan", "64", *words, **environment)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertTrue(done.stderr.startswith('gpufft plan: device "opencl:99"'))
            for name in names:
                self.assertIn(name, done.stderr)
        with tempfile.TemporaryDirectory() as nothing:
            done = run("plan", "64", "--device", "auto", GPUFFT_BACKEND_DIR=nothing)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertTrue(done.stderr.startswith("gpufft plan: there is no device; "))


if __name__ == "__main__":
    unittest.main()
