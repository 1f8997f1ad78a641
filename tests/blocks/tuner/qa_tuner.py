#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tuner block: what it searches, says and takes, and that it is soon gone."""

import json
import os
import pathlib
import shutil
import time

import numpy as np
import pmt
from flowgraphs import relative_error
from gnuradio import blocks, gpufft, gr, gr_unittest
from patience import wait_until

LENGTH = 240
#: Of a thread's stop: what it waits for is a compiler, beside whatever else runs here;
#: the search would go on for a thousand.
SOON_S = 300

CACHE = pathlib.Path(os.environ["XDG_CACHE_HOME"], "gpufft")


def tuner_threads():
    found = 0
    for task in pathlib.Path("/proc/self/task").iterdir():
        try:
            found += (task / "comm").read_text().strip() == "gpufft_tuner"
        except OSError:
            pass  # it has ended
    return found


def say_all_was_searched():
    path = CACHE / "wisdom.jsonl"
    records = [json.loads(line) for line in path.read_text().splitlines()]
    for record in records:
        if record["record"] == "plan":
            record["effort"] = "measure"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))


class Running:
    """An FFT block at a moderate rate, and a tuner whose messages are heard."""

    def __init__(self, tuner, length=LENGTH, connected=True):
        self.tuner = tuner
        self.fft = gpufft.fft_vcc(length, True, [])
        self.heard = blocks.message_debug(False)
        self.graph = gr.top_block()
        item = gr.sizeof_gr_complex * length
        source = blocks.null_source(item)
        pace = blocks.throttle(item, 500, False)
        self.graph.connect(source, pace, self.fft, blocks.null_sink(item))
        if connected:
            self.graph.msg_connect(tuner, "results", self.heard, "store")

    def __enter__(self):
        self.graph.start()
        return self

    def __exit__(self, *_):
        self.graph.stop()
        self.graph.wait()

    def events(self, kind=None):
        all = [
            pmt.to_python(self.heard.get_message(i))
            for i in range(self.heard.num_messages())
        ]
        return [e for e in all if kind in (None, e["event"])]

    def wait_for(self, kind, count=1):
        wait_until(lambda: len(self.events(kind)) >= count)
        return self.events(kind)

    def command(self, message):
        self.tuner.to_basic_block()._post(pmt.intern("command"), message)


class qa_tuner(gr_unittest.TestCase):
    def setUp(self):
        for kept in ("wisdom.jsonl*", "timings.jsonl*"):
            for path in CACHE.glob(kept):
                path.unlink()

    def test_tunes_what_runs_and_what_is_listed(self):
        tuner = gpufft.tuner(transforms=["r2c forward 96"], budget_s=1)
        with Running(tuner) as r:
            self.assertEqual(len(r.wait_for("done")), 1)
            probed = r.events("probed")[0]
            self.assertEqual(probed["device"], tuner.device_name())
            if probed["seconds"] < 1:  # a busy machine may leave it out
                self.assertGreater(probed["copy_gb_per_s"], 0)
            results = {e["transform"]: e for e in r.events("result")}
            self.assertEqual(set(results), {f"c2c forward {LENGTH}", "r2c forward 96"})
            for name, result in results.items():
                self.assertEqual(result["device"], tuner.device_name())
                self.assertTrue(result["plan"].startswith(name + ": "))
                self.assertGreater(result["after_us"], 0)
                self.assertLessEqual(result["after_us"], result["before_us"])
                self.assertGreater(result["plans"], 0)
                self.assertIn(result["blocks"], (0, 1))
            self.assertTrue(wait_until(lambda: tuner_threads() == 0))
        text = (CACHE / "wisdom.jsonl").read_text()
        self.assertIn(f"c2c forward {LENGTH}", text)
        # The next one knows: what was searched to its end, for which a second may not be
        # enough here.
        say_all_was_searched()
        tuner = gpufft.tuner(transforms=["r2c forward 96"], budget_s=1)
        with Running(tuner) as r:
            known = {e["transform"] for e in r.wait_for("known", 2)}
            self.assertEqual(known, set(results))
            self.assertEqual(r.events("result"), [])

    def test_takes_commands(self):
        tuner = gpufft.tuner(budget_s=0.5)
        with Running(tuner) as r:
            r.wait_for("done")
            r.command(pmt.cons(pmt.intern("tune"), pmt.to_pmt(["60", "dct2 forward 64"])))
            r.wait_for("done", 2)
            r.command(pmt.intern("tune"))
            r.wait_for("done", 3)
            names = [e["transform"] for e in r.events("result")]
            ours = f"c2c forward {LENGTH}"
            self.assertEqual(names, [ours, "c2c forward 60", "dct2 forward 64", ours])
            # What it does not take changes nothing.
            r.command(pmt.cons(pmt.intern("tune"), pmt.intern("64 points")))
            r.command(pmt.cons(pmt.intern("tune"), pmt.from_long(64)))
            time.sleep(0.2)
            self.assertEqual(len(r.events("result")), 4)

    def test_stop_keeps_the_best_so_far(self):
        tuner = gpufft.tuner(effort="exhaustive", budget_s=1000)
        with Running(tuner) as r:
            r.wait_for("progress")
            r.command(pmt.intern("stop"))
            r.wait_for("stopped")
            self.assertEqual(len(r.events("result")), 1)
            self.assertEqual(r.events("done"), [])
            self.assertTrue(wait_until(lambda: tuner_threads() == 0))
        # The search was stopped before its time, so the next flowgraph looks again.
        tuner = gpufft.tuner(effort="exhaustive", budget_s=1000)
        with Running(tuner) as r:
            self.assertTrue(r.wait_for("progress"))
            self.assertEqual(r.events("known"), [])

    def test_a_flowgraph_ends_soon(self):
        for connected in (True, False):
            tuner = gpufft.tuner(effort="exhaustive", budget_s=1000)
            r = Running(tuner, connected=connected)
            with r:
                self.assertTrue(wait_until(lambda: tuner_threads() == 1))
                time.sleep(1)
                began = time.monotonic()
            self.assertLess(time.monotonic() - began, SOON_S)
            self.assertEqual(tuner_threads(), 0)

    def test_a_stream_that_ends_ends_the_flowgraph(self):
        tuner = gpufft.tuner(effort="exhaustive", budget_s=1000)
        x = np.random.default_rng(1).normal(size=(3000, 2 * LENGTH)) @ np.eye(2 * LENGTH)
        x = x.view(complex).astype(np.complex64)
        graph = gr.top_block()
        sink = blocks.vector_sink_c(LENGTH)
        graph.connect(
            blocks.vector_source_c(x.ravel(), False, LENGTH),
            gpufft.fft_vcc(LENGTH, True, []),
            sink,
        )
        graph.msg_connect(tuner, "results", blocks.message_debug(False), "store")
        graph.run()
        got = np.array(sink.data()).reshape(-1, LENGTH)
        self.assertEqual(got.shape, x.shape)
        self.assertLess(relative_error(got, np.fft.fft(x)), 1e-6)
        self.assertEqual(tuner_threads(), 0)

    def test_switched_off_it_searches_nothing(self):
        off = [
            gpufft.tuner(effort="estimate"),
            gpufft.tuner(effort="wisdom"),
            gpufft.tuner(enabled=False),
            None,
        ]
        for tuner in off:
            with Running(tuner, connected=tuner is not None) as r:
                time.sleep(0.3)
                self.assertEqual(tuner_threads(), 0)
                if tuner:
                    with self.assertRaisesRegex(ValueError, "searche?d?|switched off"):
                        tuner.tune()
                self.assertEqual(r.events(), [])
        self.assertFalse((CACHE / "wisdom.jsonl").exists())

    def test_is_switched_while_it_runs(self):
        tuner = gpufft.tuner(effort="exhaustive", budget_s=1000, enabled=False)
        with Running(tuner) as r:
            tuner.set_enabled(True)
            self.assertTrue(tuner.enabled())
            r.wait_for("progress")
            tuner.set_enabled(False)
            self.assertEqual(len(r.wait_for("stopped")), 1)
            self.assertTrue(wait_until(lambda: tuner_threads() == 0))

    def test_blocks_take_its_device_and_effort(self):
        name = gpufft.devices()[0].name
        before = gpufft.fft_vcc(64, True, [])
        tuner = gpufft.tuner(device=f"{name}/1", enabled=False)
        after = gpufft.fft_vcc(64, True, [])
        own = gpufft.fft_vcc(64, True, [], device=name)
        if "/1" not in after.device_name():
            self.skipTest("the device is no CPU device of several cores")
        self.assertNotIn("/1", before.device_name())
        self.assertNotIn("/1", own.device_name())
        spectrum = gpufft.spectrum_c(64, 64, "hann", 1e3)
        self.assertIn("/1", spectrum.device_name())
        graph = gr.top_block()
        item = 64 * gr.sizeof_gr_complex
        graph.connect(
            blocks.null_source(item), blocks.head(item, 5), before, blocks.null_sink(item)
        )
        graph.run()
        self.assertIn("/1", before.device_name())
        del tuner
        self.assertNotIn("/1", gpufft.fft_vcc(64, True, []).device_name())

    def test_says_what_is_wrong(self):
        cases = [
            ({"effort": "hard"}, 'effort "hard" is none; there are estimate'),
            ({"budget_s": 0}, "budget_s must be seconds above 0 .* got 0"),
            ({"budget_s": float("nan")}, "budget_s must be seconds above 0"),
            ({"transforms": ["4096 points"]}, "a kind, a direction and a shape"),
            ({"transforms": ["c2c sideways 8"]}, "must be forward or inverse"),
        ]
        for arguments, message in cases:
            with self.subTest(arguments), self.assertRaisesRegex(ValueError, message):
                gpufft.tuner(**arguments)
        with self.assertRaisesRegex(RuntimeError, "nowhere:7"):
            gpufft.tuner(device="nowhere:7")


if __name__ == "__main__":
    shutil.rmtree(CACHE, ignore_errors=True)
    gr_unittest.run(qa_tuner)
