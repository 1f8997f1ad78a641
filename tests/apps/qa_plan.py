#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft plan: what the lines and the objects say, and for which limits."""
import json
import math
import tempfile
import unittest

from program import run

LIMITS = ["--local-memory", "32768", "--max-work-items", "256", "--registers", "64"]

# options and shape, how the line must begin
LINES = [
    (["4096"], "c2c forward 4096: "),
    (["4096", "--inverse"], "c2c inverse 4096: "),
    (["4096", "--real-input"], "c2c forward 4096, real input: "),
    (["4096", "--windowed"], "c2c forward 4096, windowed: "),
    (["4096", "--in-place"], "c2c forward 4096, in place: "),
    (["4096", "--convolved"], "c2c forward 4096, convolved: "),
    (["4096", "--convolved", "--first-output", "1024", "--output-step", "8",
      "--outputs", "300"],
     "c2c forward 4096, convolved, outputs from 1024, output step 8, outputs 300: "),
    (["4096", "--load", "x * conj( h[n] )", "--store", "norm(y) * scale", "--real-output",
      "--arguments", "complex h[4096]; number scale"],
     "c2c forward 4096, load x*conj(h[n]), store norm(y)*scale, "
     "arguments complex h[4096]; number scale, real output: "),
    (["4096", "--input-rotation", "1"], "c2c forward 4096, input rotated by 1: "),
    (["4096", "--output-rotation=2048"], "c2c forward 4096, output rotated by 2048: "),
    (["4096", "--norm", "none"], "c2c forward 4096: "),
    (["4096", "--norm", "by_length", "--inverse"], "c2c inverse 4096, by length: "),
    (["4096", "--norm", "orthonormal"], "c2c forward 4096, orthonormal: "),
    (["4096", "--scale", "0.5"], "c2c forward 4096, scaled by 0.5: "),
    (["640x480", "-k", "r2c"], "r2c forward 640x480: "),
    (["127", "--kind=c2r"], "c2r inverse 127: "),
    (["16x16x16", "-p", "float64"], "c2c forward 16x16x16, float64: "),
    (["1000", "--kind", "dct2", "--inverse", "--norm", "orthonormal", "--orthogonalize"],
     "dct2 inverse 1000, orthonormal, orthogonalized: "),
    (["9", "--kind", "dst1", "--precision", "float16"], "dst1 forward 9, float16: "),
    (["64x64", "--input-rotation", "32x0", "--output-rotation", "0x32"],
     "c2c forward 64x64, input rotated by 32x0, output rotated by 0x32: "),
    (["60", "--planar-input", "--planar-output"],
     "c2c forward 60, planar input, planar output: "),
    (["60", "--loops", "5x3"], "c2c forward 60, loops 5x3: "),
    (["60", "--loops", "5", "--input-strides", "5", "--input-loop-strides", "1"],
     "c2c forward 60, loops 5, input loop strides 1, input strides 5: "),
    (["60", "--output-strides", "2", "--output-distance", "128"],
     "c2c forward 60, output strides 2, output distance 128: "),
    (["60", "--input-distance", "64", "--loops", "3", "--output-strides", "3",
      "--output-loop-strides", "1"],
     "c2c forward 60, loops 3, "),
]


class qa_plan(unittest.TestCase):
    def planned(self, *words, **environment):
        done = run("plan", *words, "--json", **environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_lines(self):
        for words, start in LINES:
            with self.subTest(words=words):
                done = run("plan", *LIMITS, *words)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertTrue(done.stdout.startswith(start), done.stdout)
                self.assertEqual(done.stdout.count("\n"), 1)
                [plan] = self.planned(*LIMITS, *words)
                self.assertEqual(plan["plan"] + "\n", done.stdout)
                full = run("plan", *LIMITS, *words, "--full")
                self.assertEqual(plan["full"] + "\n", full.stdout)
                self.assertTrue(full.stdout.startswith(start), full.stdout)

    def test_full_line_makes_the_same_kernels(self):
        for words, _ in LINES:
            with self.subTest(words=words):
                line = run("plan", *LIMITS, *words, "--full").stdout.rstrip("\n")
                self.assertEqual(run("dump", "--plan", line).stdout,
                                 run("dump", *LIMITS, *words).stdout)

    def test_one_line_each_in_order(self):
        shapes = ["1", "4096", "1021", "67108864", "30x30"]
        done = run("plan", *shapes, *LIMITS)
        self.assertEqual([line.split(":")[0] for line in done.stdout.splitlines()],
                         [f"c2c forward {shape}" for shape in shapes])

    def test_batch_says_how_many_workgroups(self):
        for length, batch in [(64, 1), (64, 1000), (4096, 64), (1048576, 3),
                              (67108864, 4294967295)]:
            words = [length, "--batch", batch, *LIMITS]
            with self.subTest(words=words):
                [plan] = self.planned(*words)
                self.assertEqual(plan["batch"], batch)
                for one in plan["passes"]:
                    points = one["points"] * one["columns"]
                    self.assertEqual(one["workgroups"], math.ceil(length * batch / points))
                numbers = " + ".join(str(p["workgroups"]) for p in plan["passes"])
                rows = "1 row" if batch == 1 else f"{batch} rows"
                groups = "workgroup" if numbers == "1" else "workgroups"
                self.assertTrue(run("plan", *words).stdout.endswith(
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
                    self.assertEqual(plan["workspace_points"],
                                     length if len(plan["passes"]) > 1 else 0)

    def test_json_repeats_what_was_asked(self):
        [plan] = self.planned("10x100", "--batch", 7, "--inverse", "--loops", 2,
                              "--norm", "by_length", "--planar-input", "--precision",
                              "float64", "--input-rotation", "3x0", "--output-rotation",
                              "5x50", "--cpu", *LIMITS)
        self.assertEqual(plan["transform"], {
            "kind": "c2c", "direction": "inverse", "normalization": "by_length",
            "shape": [{"length": 10, "input_stride": 100, "output_stride": 100,
                       "input_rotation": 3, "output_rotation": 5},
                      {"length": 100, "input_stride": 1, "output_stride": 1,
                       "input_rotation": 0, "output_rotation": 50}],
            "loops": [{"count": 2, "input_stride": 1000, "output_stride": 1000}],
            "input_distance": 2000, "output_distance": 2000, "scale": 1.0,
            "precision": "float64", "input_layout": "planar",
            "output_layout": "interleaved", "real_input": False, "in_place": False,
            "windowed": False, "taps_per_branch": 1, "load": "", "store": "", "arguments": "",
            "real_output": False, "convolved": None, "orthogonalize": False})
        self.assertIsNone(plan["device"])
        self.assertEqual(plan["limits"], {
            "is_cpu": True, "local_memory_bytes": 32768, "max_work_items": 256,
            "registers": 64, "subgroup": 1, "vector_width": 1, "compute_units": 1,
            "has_float64": True})

    def test_who_knew_the_plan(self):
        hopper = ["--architecture", "sm_90", "--local-memory", 232448, "--max-work-items", 1024,
                  "--registers", 128, "--workgroup-registers", 65536, "--max-cluster", 16]
        relative = "settings of the library's plan for c2c forward 1048576"
        for words, says in ((["1048576", *hopper], "a plan of the library"),
                            (["1048576", "--inverse", *hopper], relative),
                            (["1048576", "--windowed", *hopper], relative),
                            (["1048576", "--in-place", *hopper], relative),
                            (["1048577", *hopper], "the model")):
            done = run("plan", *words)
            name = done.stdout.split(":")[0]
            line = f"gpufft plan: {name}: {says}\n"
            self.assertEqual(line in done.stderr, says != "the model", done.stderr)
            [plan] = self.planned(*words)
            self.assertEqual(plan["from"], says)
            dumped = run("dump", *words, "--dialect", "cuda")
            self.assertEqual(dumped.stderr, "" if says == "the model"
                             else line.replace("plan:", "dump:", 1))

    def test_a_mistake_in_an_expression_is_marked(self):
        for verb in ("plan", "dump"):
            done = run(verb, "64", "--load", "x * (2 + )")
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertEqual(done.stderr, f'gpufft {verb}: the load expression "x * (2 + )" is '
                                          'wrong at column 10, ")": ")" is where a value '
                                          'should be\n')

    def test_limits_that_nothing_fits(self):
        done = run("plan", "4096", "--local-memory", "0")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"^gpufft plan: c2c forward 4096 does not fit this device: "
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
