#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft tune and gpufft wisdom: what was measured is used, given away and forgotten."""
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

from program import PROGRAM, run


class qa_tune(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.cache = pathlib.Path(folder.name)
        self.file = self.cache / "gpufft" / "wisdom.jsonl"

    def done(self, *words, **environment):
        done = run(*words, XDG_CACHE_HOME=self.cache, **environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def lines(self, *words):
        return [json.loads(line) for line in self.done(*words).stdout.splitlines()]

    def test_what_was_measured_is_used(self):
        tuned = self.lines("tune", "--json", "--budget", "3.5", "--", "64", "12")
        self.assertEqual([t["transform"] for t in tuned],
                         ["c2c forward 64", "c2c forward 12"])
        for one in tuned:
            self.assertEqual(one["failure"], "")
            self.assertGreater(one["after_s"], 0)
            self.assertLessEqual(one["after_s"], one["before_s"])
            self.assertGreaterEqual(one["plans"], 1)
        records = self.lines("wisdom", "export", "-")
        known = {k["transform"]: k for k in records if k["record"] == "plan"}
        self.assertEqual({k: v["plan"] for k, v in known.items()},
                         {t["transform"]: t["after"] for t in tuned})
        # From now on it is the plan, unless nothing is to be read or a limit is another.
        done = self.done("plan", "--full", "64")
        self.assertEqual(done.stdout.rstrip("\n"), tuned[0]["after"])
        self.assertTrue(done.stderr.startswith(
            "gpufft plan: c2c forward 64: wisdom of this device for c2c forward 64\n"))
        self.assertNotIn("wisdom", self.done("plan", "64", GPUFFT_EFFORT="estimate").stderr)
        self.assertNotIn("wisdom", self.done("plan", "64", "--registers", 64).stderr)
        # What is known is left out, and the table has but its head.
        done = self.done("tune", "--missing", "64")
        self.assertEqual(len(done.stdout.splitlines()), 1)
        self.assertTrue(done.stdout.startswith("TRANSFORM"))

    def test_the_device_is_probed_first(self):
        for _ in range(20):  # a machine that is busy with other things cuts it short
            self.done("tune", "--budget", 1, "2")
            records = [k["record"] for k in self.lines("wisdom", "export", "-")]
            if "probe" in records:
                break
        else:
            if "left out" in self.done("devices", "--probe").stdout:
                self.skipTest("the machine is too busy for a whole probe")
            records = [k["record"] for k in self.lines("wisdom", "export", "-")]
        self.assertEqual(sorted(records), ["plan", "probe"])

    def test_interrupt_keeps_what_was_found(self):
        variables = {**os.environ, "XDG_CACHE_HOME": str(self.cache)}
        variables.pop("GPUFFT_BACKEND_DIR", None)
        with subprocess.Popen([PROGRAM, "tune", "--json", "--budget", "1000", "16", "4096"],
                              env=variables, stdout=subprocess.PIPE, text=True) as program:
            # Until it has timed a plan: before the first one it has nothing to keep.
            timings = self.file.with_name("timings.jsonl")
            for _ in range(5000):
                if timings.is_file() and timings.stat().st_size:
                    break
                time.sleep(0.1)
            program.send_signal(signal.SIGINT)
            text, _ = program.communicate(timeout=1000)
        self.assertEqual(program.returncode, 0)
        tuned = [json.loads(line) for line in text.splitlines()]
        self.assertEqual(len(tuned), 1)
        self.assertEqual([k["plan"] for k in self.lines("wisdom", "export", "-")
                          if k["record"] == "plan"], [tuned[0]["after"]])

    def test_what_was_timed_is_known_the_next_time(self):
        first, = self.lines("tune", "--json", "--budget", 2, "30")
        self.assertEqual(first["known"], 0)
        timings = self.file.with_name("timings.jsonl")
        self.assertEqual(len({json.loads(line)["plan"]
                              for line in timings.read_text().splitlines()}),
                         first["plans"])
        done = self.done("tune", "--budget", 1, "30", "5")
        head, *rows = [line.split() for line in done.stdout.splitlines()]
        self.assertEqual(head[-1], "KNOWN")
        self.assertEqual([row[-1] for row in rows], [str(first["plans"]), "0"])
        known, = self.lines("tune", "--json", "--budget", 1, "--fresh", "30")
        self.assertEqual(known["known"], 0)
        # Forgotten with the wisdom; others are not.
        self.done("wisdom", "forget", "c2c forward 30")
        self.assertEqual({json.loads(line)["plan"].split(":")[0]
                          for line in timings.read_text().splitlines()},
                         {"c2c forward 5"})

    def record(self, transform, when_s, product="A GPU", seconds=1e-6):
        return json.dumps({
            "gpufft-wisdom": 1, "record": "plan", "backend": "cuda", "product": product,
            "platform": "CUDA", "driver": "1", "architecture": "sm_1", "version": "0.1.0",
            "transform": transform, "rows": "many", "plan": f"{transform}: stockham | {transform.split()[-1]}",
            "seconds": seconds, "before_s": 0, "batch": 1, "effort": "measure",
            "when_s": when_s})

    def written(self, name, *records):
        path = self.cache / name
        path.write_text("".join(r + "\n" for r in records))
        return path

    def transforms(self, *words):
        return [k["transform"] for k in self.lines("wisdom", "export", *words, "-")]

    def test_export_import_merge_forget(self):
        now = int(time.time())
        one = self.written("one", self.record("c2c forward 8", now - 7200),
                           self.record("c2c forward 9", now, "B GPU"), "{damaged")
        two = self.written("two", self.record("c2c forward 8", now, seconds=2e-6))
        whole = self.cache / "whole"
        done = self.done("wisdom", "merge", whole, one)
        self.assertIn("1 line is skipped, the first because: it is no JSON, from byte 2 on",
                      done.stderr)
        done = self.done("wisdom", "import", whole)
        self.assertIn("imported: 2", done.stderr)
        self.assertEqual(len(self.done("wisdom", "list").stdout.splitlines()), 2)
        self.assertEqual(self.transforms("--product", "b g"), ["c2c forward 9"])
        self.assertEqual(self.transforms("--since", "1h"), ["c2c forward 9"])
        self.assertEqual(self.transforms("--since", "2020-01-01"),
                         ["c2c forward 8", "c2c forward 9"])
        # The newer one of two lines about one transform.
        merged = self.cache / "merged"
        self.done("wisdom", "merge", merged, one, two)
        seconds = {k["transform"]: k["seconds"]
                   for k in map(json.loads, merged.read_text().splitlines())}
        self.assertEqual(seconds, {"c2c forward 8": 2e-6, "c2c forward 9": 1e-6})
        done = self.done("wisdom", "forget", "c2c forward 8")
        self.assertIn("forgotten: 1", done.stderr)
        self.assertEqual(self.transforms(), ["c2c forward 9"])
        self.done("wisdom", "forget", "--everything")
        self.assertEqual(self.file.read_text(), "")

    def refused(self, *words):
        done = run(*words, XDG_CACHE_HOME=self.cache)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        return done.stderr

    def test_import_takes_all_lines_or_none(self):
        good = self.record("c2c forward 8", 1000)
        code = json.loads(good)
        code["plan"] = "c2c forward 8: x\n system(0); // | 8"
        other = json.loads(good)
        other["plan"] = "c2c forward 9: stockham | 9"
        unmade = json.loads(good)
        unmade["plan"] = "c2c forward 8: stockham | 9"
        cases = [([good, "{damaged", good], "line 2: it is no JSON, from byte 2 on"),
                 ([good, "", good[:40]], "line 3: it is no JSON, from byte 41 on"),
                 ([good, "", json.dumps(code)], "line 3: plan holds the control character"),
                 ([json.dumps(other)], "line 1: its plan is for c2c forward 9, and its"),
                 ([json.dumps(unmade)], "line 1: pass 1 of the plan: caller-length 9"),
                 ([], "there is nothing in it"),
                 (["", " "], "there is nothing in it")]
        whole = self.written("whole", good)
        for lines, why in cases:
            path = self.written("some", *lines)
            said = self.refused("wisdom", "import", whole, path)
            self.assertIn(f"{path}: {why}", said)
            self.assertIn("nothing is imported", said)
            self.assertFalse(self.file.exists())
        noise = self.cache / "noise"
        noise.write_bytes(bytes(range(256)) * 16)
        self.assertIn(f"{noise}: line 1: it is no JSON", self.refused("wisdom", "import", noise))
        self.assertIn(f"{noise}: no line of it is wisdom",
                      self.refused("wisdom", "merge", self.cache / "merged", noise))
        self.assertFalse(self.file.exists())
        self.done("wisdom", "import", whole)
        self.assertEqual(self.transforms(), ["c2c forward 8"])

    def test_nobody_waits_for_a_fifo(self):
        self.file.parent.mkdir()
        pipe = self.cache / "pipe"
        for path in self.file, pipe:
            os.mkfifo(path, 0o600)
        self.assertIn("is no regular file", self.done("wisdom", "list").stderr)
        self.assertIn("is no regular file", self.done("plan", "64").stderr)
        self.assertIn("is no regular file", self.refused("wisdom", "import", pipe))
        self.assertIn("is no regular file", self.refused("wisdom", "forget", "--everything"))

    def test_a_link_is_not_followed(self):
        whole = self.written("whole", self.record("c2c forward 8", 1000))
        self.file.parent.mkdir()
        self.file.symlink_to(whole)
        self.assertIn("is a link", self.done("wisdom", "list").stderr)
        # A user's own files are read wherever they are.
        link = self.cache / "link"
        link.symlink_to(whole)
        self.file.unlink()
        self.done("wisdom", "import", link)
        self.assertEqual(self.transforms(), ["c2c forward 8"])

    def test_a_list_moves_no_cursor(self):
        record = json.loads(self.record("c2c forward 8", 1000, "A \x1b[2J GPU"))
        self.done("wisdom", "import", self.written("one", json.dumps(record)))
        self.assertIn("A  [2J GPU", self.done("wisdom", "list").stdout)

    def test_flowgraph(self):
        blocks = [
            ("size", "variable", {"value": "2**3"}, "enabled"),
            ("a", "gpufft_fft_vxx", {"fft_size": "size * (2 + 1) // 4"}, "enabled"),
            ("b", "gpufft_dct_vff", {"length": "'12'", "type": "'2'",
                                     "inverse": "'True'"}, "enabled"),
            ("c", "gpufft_fftn_vcc", {"shape": "(size, int(2))"}, "enabled"),
            ("d", "gpufft_fft_vxx", {"fft_size": "len(taps)"}, "enabled"),
            ("e", "gpufft_rfft_vfc", {"length": "10"}, "disabled"),
            ("f", "gpufft_fft_vxx", {"fft_size": "6"}, "enabled"),
            ("round", "variable", {"value": "round"}, "enabled"),
            ("g", "gpufft_irfft_vcf", {"length": "round"}, "enabled"),
            ("h", "blocks_null_sink", {"length": "77"}, "enabled"),
            ("i", "gpufft_spectrum_x", {"length": "10", "type": "float"}, "enabled"),
            ("j", "gpufft_spectrum_x", {"length": "6", "type": "short"}, "enabled"),
            ("k", "gpufft_logpwrfft_x", {"fft_size": "12", "type": "complex"},
             "enabled"),
            ("l", "gpufft_persistence_c", {"length": "2 * size"}, "enabled"),
            ("points", "parameter", {"type": "intx", "value": "'18'"}, "enabled"),
            ("m", "gpufft_fft_vxx", {"fft_size": "points"}, "enabled")]
        path = self.cache / "some.grc"
        text = "options:\n  parameters:\n    id: some\nblocks:\n"
        for name, kind, parameters, state in blocks:
            text += f"- name: {name}\n  id: {kind}\n  parameters:\n"
            text += "".join(f"    {k}: {v}\n" for k, v in parameters.items())
            text += f"  states:\n    coordinate: [8, 8]\n    state: {state}\n"
        path.write_text(text)
        done = self.done("tune", "--json", "--budget", 3, path)
        self.assertEqual([json.loads(line)["transform"] for line in done.stdout.splitlines()],
                         ["c2c forward 6", "dct3 forward 12", "c2c forward 8x2",
                          "r2c forward 10", "c2c forward 12", "c2c forward 16",
                          "c2c forward 18"])
        self.assertEqual(done.stderr.splitlines(), [
            f'gpufft tune: {path}: d: "len(taps)" is no whole number that can be told',
            f"gpufft tune: {path}: g: variables that need each other"])
        # Nothing to do is no success.
        path.write_text("blocks:\n- name: a\n  id: blocks_copy\n  parameters:\n")
        done = run("tune", path, XDG_CACHE_HOME=self.cache)
        self.assertEqual(done.returncode, 1)
        self.assertIn("has no block of ours whose length can be told", done.stderr)
        for text, said in (
                ("blocks: " + "[" * 60000, "more than 32 values lie in each other"),
                ("#" * (9 << 20), "has more than 8 MiB, which is no flowgraph's size"),
                ("a picture", 'no flowgraph, which has a list "blocks"')):
            path.write_text(text)
            done = run("tune", path, XDG_CACHE_HOME=self.cache)
            self.assertEqual(done.returncode, 1)
            self.assertTrue(done.stderr.startswith(f"gpufft tune: {path}"), done.stderr)
            self.assertIn(said, done.stderr)
        (self.cache / "folder.grc").mkdir()
        for name in ("none.grc", "folder.grc"):
            done = run("tune", self.cache / name, XDG_CACHE_HOME=self.cache)
            self.assertEqual(done.returncode, 1)
            self.assertIn("cannot read", done.stderr)

    def test_all_plans(self):
        done = self.done("plan", "--all", "--local-memory", 49152, "--max-work-items", 1024,
                         "--registers", 128, "480")
        costs = [float(line.split("  ", 1)[0]) for line in done.stdout.splitlines()]
        lines = [line.split("  ", 1)[1] for line in done.stdout.splitlines()]
        self.assertGreater(len(lines), 20)
        self.assertEqual(len(set(lines)), len(lines))
        self.assertEqual(costs, sorted(costs))
        # The planner's is among them, and each is a line that kernels are made from.
        full = self.done("plan", "--full", "--local-memory", 49152, "--max-work-items",
                         1024, "--registers", 128, "480").stdout.rstrip("\n")
        self.assertIn(full, lines)
        self.assertIn("__kernel", self.done("dump", "--plan", lines[-1]).stdout)
        # Primes come with convolutions of several sorts and lengths.
        done = self.done("plan", "--all", "--local-memory", 49152, "--max-work-items", 1024,
                         "--registers", 128, "1021", "4093")
        for prime in ["1021", "4093"]:
            lines = [line.split("  ", 1)[1] for line in done.stdout.splitlines()
                     if f"c2c forward {prime}:" in line]
            self.assertTrue(any("rader" in line for line in lines))
            splits = {line.split(" input-step=")[1].split()[0] for line in lines
                      if "bluestein" in line and " input-step=" in line}
            self.assertGreater(len(splits), 3)


if __name__ == "__main__":
    unittest.main()
