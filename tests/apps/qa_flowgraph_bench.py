#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft bench --flowgraph: what it takes, measures, prints and draws."""
import contextlib
import copy
import io
import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

import numpy as np
from gnuradio import blocks, gr

from gnuradio.gpufft import flowgraph_bench
from gnuradio.gpufft._flowgraph_ends import counting_sink, noise_once_source, reading_sink
from gnuradio.gpufft.flowgraph_bench_arguments import USAGE, parse
from gnuradio.gpufft.flowgraph_chains import CHAINS, COMPLEX, Chain
from gnuradio.gpufft.flowgraph_rate import Ends, Flowgraph

HELP = pathlib.Path(__file__).with_name("help") / "bench.txt"
EXAMPLE = pathlib.Path(__file__).parents[2] / "examples/benchmark.py"
SEE = "; see gpufft bench --help"

# why, arguments, status, what stderr says
COMMAND_LINES = [
    ("nothing to measure", "1024", 1, "what to measure must be said: --flowgraph, or --suite NAME"
     + SEE),
    ("no points", "--flowgraph 0", 1,
     "lengths: must be a whole number of at least 1, got 0" + SEE),
    ("unknown option", "--flowgraph --fast", 1, "unknown option --fast" + SEE),
    ("no such ends", "--flowgraph --ends none", 1,
     "--ends: must be untouched, file or both, got none" + SEE),
    ("buffers in words", "--flowgraph --buffers big", 1,
     "--buffers: must be whole numbers of MiB up to 1024, such as 0 or 0,16, got big"
     + SEE),
    ("buffers of a terabyte", "--flowgraph --buffers 0,1048576", 1,
     "--buffers: must be whole numbers of MiB up to 1024, such as 0 or 0,16, got "
     "0,1048576" + SEE),
    ("no rounds", "--flowgraph --rounds 0", 1,
     "--rounds: must be a whole number of at least 1, got 0" + SEE),
    ("no time", "--flowgraph --seconds 0", 1,
     "--seconds: must be a number of seconds, above 0, e.g. 1.5 or 20m, got 0" + SEE),
    ("another kind of picture", "--flowgraph --plot x.jpg", 1,
     "--plot x.jpg: pictures are PNG files; --plot x.png works" + SEE),
    ("no folder for the picture", "--flowgraph --plot /none/x.png", 1,
     "/none: the folder to write to does not exist"),
    ("odd frames of whole pages", "--flowgraph 1000003", 1,
     "length 1000003 needs buffers of 3906 MiB, because whole frames must fill whole "
     "memory pages; 524288 works" + SEE),
    ("results that are not there", "--flowgraph --from /none.json", 1,
     "/none.json: No such file or directory"),
    ("results that are none", "--flowgraph --from {folder}/other.json", 1,
     "{folder}/other.json: not what gpufft bench --flowgraph --json prints"),
    ("results and a length", "--flowgraph --from x.json 64", 1,
     "--from shows what was measured, and 64 is given, too" + SEE),
    ("results and a device", "--flowgraph --from x.json -d auto", 1,
     "--from shows what was measured, and --device is given, too" + SEE),
    ("no such device", "--flowgraph --quick -d opencl:99", 2, "opencl:99"),
]

MEASURED = {
    "machine": {"device": "opencl:0 (CPU)", "cpu": "a CPU", "cores": 2,
                "gnuradio": "3.10.5.1", "gpufft": "0.1.0", "date": "2026-01-02T03:04:05"},
    "threads": 1, "rounds": 3, "seconds": 0.2,
    "rates": [
        {"chain": name, "job": "FFT", "is_ours": is_ours, "length": 64,
         "ends": "untouched", "buffer_bytes": size,
         "samples_per_s": {"median": rate, "lowest": 0.9 * rate, "highest": 1.2 * rate}}
        for name, is_ours, size, rate in (
            ("fft.fft_vcc", False, 0, 100e6), ("fft.fft_vcc", False, 16 << 20, 250e6),
            ("gpufft.fft_vcc", True, 0, 500e6), ("gpufft.fft_vcc", True, 16 << 20, 5e9))
    ],
}

TABLE = """\
device   opencl:0 (CPU)
cpu      a CPU, 2 cores
software GNU Radio 3.10.5.1, gr-gpufft 0.1.0
run      2026-01-02T03:04:05, median of 3 rounds of 0.2 s in turn, in-tree FFTs with 1 thread

64 points, source and sink touch no memory
  flowgraph             buffers     MS/s          spread of in-tree
  fft.fft_vcc           default      100       90 .. 120
  fft.fft_vcc            16 MiB      250      225 .. 300
  gpufft.fft_vcc        default      500      450 .. 600      2.00x
  gpufft.fft_vcc         16 MiB     5000    4500 .. 6000     20.00x
"""


class qa_flowgraph_bench(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "other.json").write_text('{"rates": []}')

    def run_program(self, *words):
        """(exit status, stdout, stderr)"""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = flowgraph_bench.main([str(word) for word in words])
        return status, out.getvalue(), err.getvalue()

    def measured(self):
        """MEASURED as it is printed, with what ours are of in-tree."""
        measured = copy.deepcopy(MEASURED)
        flowgraph_bench._compare(measured["rates"])
        return measured

    def test_help_is_the_text(self):
        self.assertEqual(HELP.read_text(), USAGE)
        self.assertEqual(self.run_program("--help"), (0, USAGE, ""))
        self.assertLessEqual(max(map(len, USAGE.splitlines())), 90)

    def test_wrong_arguments(self):
        for why, words, status, said in COMMAND_LINES:
            with self.subTest(why):
                done = self.run_program(*words.format(folder=self.folder).split())
                self.assertEqual(done[:2], (status, ""))
                said = f"gpufft bench: {said.format(folder=self.folder)}"
                if status == 1:
                    self.assertEqual(done[2], said + "\n")
                else:
                    self.assertIn("opencl:99", done[2])
                    self.assertEqual(done[2].count("\n"), 1)

    def test_quick_gives_way_to_what_is_said(self):
        quick = parse(["--flowgraph", "--quick", "--rounds", "1", "64"])
        self.assertEqual((quick.lengths, quick.rounds, quick.seconds, quick.ends),
                         ([64], 1, 0.2, ["untouched"]))

    def test_table_word_for_word(self):
        path = self.folder / "rates.json"
        path.write_text(json.dumps(self.measured()))
        self.assertEqual(self.run_program("--flowgraph", "--from", path), (0, TABLE, ""))

    def test_picture_of_results(self):
        path, picture = self.folder / "rates.json", self.folder / "rates.png"
        path.write_text(json.dumps(self.measured()))
        words = "--flowgraph", "--from", path, "--plot", picture, "--json"
        status, out, _ = self.run_program(*words)
        self.assertEqual((status, json.loads(out)), (0, self.measured()))
        png = picture.read_bytes()
        self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(struct.unpack(">II", png[16:24]), (620, 650))

    def test_rate_is_what_a_throttle_lets_through(self):
        rate, length = 3e5, 50
        throttle = Chain("throttle", "nothing", False, True, COMPLEX,
                         lambda *_: [blocks.throttle(COMPLEX * length, rate / length)])
        with Ends() as ends:
            for name in Ends.NAMES:
                graph = Flowgraph(throttle, length, "auto", 1, ends, name, 0)
                for again in range(2):
                    for _ in range(10):  # on a busy machine a second may be longer
                        got = graph.samples_per_s(1.0)
                        if abs(got - rate) < 0.15 * rate:
                            break
                    self.assertLess(abs(got - rate), 0.15 * rate, f"{name} {again}")

    def test_noise_goes_once_around_the_buffer(self):
        graph, sink = gr.top_block(), blocks.vector_sink_f(16)
        head = blocks.head(64, 50000)
        graph.connect(noise_once_source(64), head, sink)
        graph.run()
        items = np.reshape(sink.data(), (-1, 16))
        self.assertEqual(len(items), 50000)
        self.assertLess(abs(np.var(items) - 1 / 3), 0.01)
        # As many items are different as the buffer holds.
        different = len(np.unique(items, axis=0))
        self.assertGreater(different, 1000)
        self.assertLess(different, 40000)

    def test_sinks_count_every_item(self):
        for sink in (counting_sink(64), reading_sink(64)):
            graph, head = gr.top_block(), blocks.head(64, 12345)
            graph.connect(noise_once_source(64), head, sink)
            graph.run()
            self.assertEqual(sink.last_arrival()[0], 12345)

    def test_every_chain_of_a_job_gives_the_same(self):
        length, frames = 256, 40
        rng = np.random.default_rng(1)
        samples = (rng.standard_normal((frames * length, 2)) @ (1, 1j)).astype(np.complex64)
        seen = {}
        for chain in CHAINS:
            source = blocks.vector_source_c(samples.tolist(), False,
                                            length if chain.frames_in else 1)
            is_complex = chain.output_bytes == COMPLEX
            sink = (blocks.vector_sink_c if is_complex else blocks.vector_sink_f)(length)
            graph = gr.top_block()
            graph.connect(source, *chain.make(length, "auto", 1), sink)
            graph.run()
            got = np.reshape(sink.data(), (-1, length))
            self.assertEqual(len(got), frames, chain.name)
            if not is_complex:
                got = 10 ** ((got - np.max(got)) / 10)  # each has a scale of its own
            want = seen.setdefault(chain.job, got)
            error = np.linalg.norm(got - want) / np.linalg.norm(want)
            self.assertLess(error, 1e-5, chain.name)
        self.assertEqual(len(seen), 2)

    def test_the_example_is_the_program(self):
        done = subprocess.run([sys.executable, EXAMPLE, "256", "--rounds", "1",
                               "--seconds", "0.1", "--json"], capture_output=True,
                              text=True, timeout=1500)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        measured = json.loads(done.stdout)
        self.assertEqual(len(measured["rates"]), len(CHAINS) * 2 * 2)
        for rate in measured["rates"]:
            self.assertGreater(rate["samples_per_s"]["median"], 1e3, rate)
            self.assertEqual("of_in_tree" in rate, rate["is_ours"])


if __name__ == "__main__":
    unittest.main()
