#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands to the blocks, what they say of themselves, and that waiting costs nothing."""

import threading
from dataclasses import dataclass

import numpy as np
import pmt
from gnuradio import blocks, gpufft, gr, gr_unittest
from patience import is_idle, wait_until

LENGTH = 16

#: Every block of one transform an item, with the dtype that goes in.
MAKERS = {
    "fft_vcc": (lambda: gpufft.fft_vcc(LENGTH, True, []), np.complex64),
    "fft_vfc": (lambda: gpufft.fft_vfc(LENGTH, True, []), np.float32),
    "rfft_vfc": (lambda: gpufft.rfft_vfc(LENGTH), np.float32),
    "irfft_vcf": (lambda: gpufft.irfft_vcf(LENGTH), np.complex64),
    "dct_vff": (lambda: gpufft.dct_vff(LENGTH), np.float32),
    "dst_vff": (lambda: gpufft.dst_vff(LENGTH), np.float32),
    "fftn_vcc": (lambda: gpufft.fftn_vcc((4, 4)), np.complex64),
}
WITH_WINDOW = ["fft_vcc", "fft_vfc", "rfft_vfc"]


class stalled_sink(gr.sync_block):
    """Stays in its first call until told to go on, as behind a network that is down."""

    def __init__(self, item_bytes):
        super().__init__("stalled_sink", [(np.uint8, item_bytes)], None)
        self.go_on = threading.Event()
        self.items = 0

    def work(self, input_items, output_items):
        self.go_on.wait()
        self.items += len(input_items[0])
        return len(input_items[0])


@dataclass
class Running:
    """A flowgraph whose sink keeps what comes out, and whose status is heard."""

    block: object
    dtype: type
    items_a_second: float = 2000

    def __post_init__(self):
        item_bytes = self.block.input_signature().sizeof_stream_item(0)
        out_bytes = self.block.output_signature().sizeof_stream_item(0)
        ones = np.ones(item_bytes // np.dtype(self.dtype).itemsize, self.dtype)
        self.source = blocks.vector_source_b(list(ones.tobytes()), True, item_bytes)
        self.pace = blocks.throttle(item_bytes, self.items_a_second, False)
        self.heard = blocks.message_debug(False)
        self.graph = gr.top_block()
        sink = blocks.null_sink(out_bytes)
        self.graph.connect(self.source, self.pace, self.block, sink)
        self.graph.msg_connect(self.block, "status", self.heard, "store")

    def __enter__(self):
        self.graph.start()
        return self

    def __exit__(self, *_):
        self.graph.stop()
        self.graph.wait()

    def command(self, message):
        self.block.to_basic_block()._post(pmt.intern("command"), message)

    def statuses(self):
        return [
            pmt.to_python(self.heard.get_message(i))
            for i in range(self.heard.num_messages())
        ]

    def ask(self):
        """The status that it says now."""
        count = len(self.wait_for("status", 0))
        self.command(pmt.cons(pmt.intern("status"), pmt.PMT_NIL))
        return self.wait_for("status", count + 1)[-1]

    def wait_for(self, event, count=1):
        found = lambda: [s for s in self.statuses() if s["event"] == event]
        wait_until(lambda: len(found()) >= count)
        return found()


class qa_messages(gr_unittest.TestCase):
    def test_every_block_says_how_it_does(self):
        for name, (make, dtype) in MAKERS.items():
            with self.subTest(name), Running(make(), dtype) as r:
                started = r.wait_for("started")
                self.assertEqual(len(started), 1)
                self.assertTrue(wait_until(lambda: r.block.gsps() > 0))
                # Its rate is that of the last second, in which all may have stood still.
                wait_until(lambda: r.ask()["gsps"] > 0)
                status = r.wait_for("status")[-1]
                self.assertEqual(status["device"], r.block.device_name())
                self.assertEqual(status["plan"], r.block.plan_line())
                self.assertEqual(status["dropped"], 0)
                self.assertEqual(r.block.dropped(), 0)
                self.assertGreater(status["gsps"], 0)
                self.assertIn(status["queue_depth"], range(5))
                self.assertIn(r.block.queue_depth(), range(5))
                self.assertNotIn("reason", status)

    def test_a_listener_may_have_gone_with_its_flowgraph(self):
        spectrum = lambda: gpufft.spectrum_c(LENGTH, LENGTH, [], 1e6)
        makers = dict(MAKERS, spectrum_c=(spectrum, np.complex64))
        for name, (make, dtype) in makers.items():
            with self.subTest(name):
                block = make()
                with Running(block, dtype, 1e6) as r:
                    self.assertEqual(len(r.wait_for("started")), 1)
                del r
                # The next listener is connected behind the one that has gone.
                with Running(block, dtype, 1e6) as r:
                    self.assertEqual(len(r.wait_for("started")), 1)
                    self.assertTrue(wait_until(lambda: block.nitems_written(0) > 0))

    def test_rate_is_that_of_the_samples(self):
        make, dtype = MAKERS["fft_vcc"]
        with Running(make(), dtype) as r:
            # The rate of the last second or so, which a busy machine may hold up.
            is_right = lambda: abs(r.block.gsps() / (2000 * LENGTH * 1e-9) - 1) < 0.2
            self.assertTrue(wait_until(is_right), r.block.gsps())
        self.assertEqual(r.block.queue_depth(), 0)

    def test_a_window_comes_by_message(self):
        taps = [float(i % 3) for i in range(LENGTH)]
        forms = {
            "f32vector": pmt.init_f32vector(LENGTH, taps),
            "f64vector": pmt.init_f64vector(LENGTH, taps),
            "a list": pmt.to_pmt(taps),
            "a vector": self.vector_of(taps),
        }
        for name in WITH_WINDOW:
            for form, value in forms.items():
                for shape in ("pair", "dict"):
                    with self.subTest(f"{name}, {form} in a {shape}"):
                        self.check_window(name, value, shape, sum(taps))

    @staticmethod
    def vector_of(numbers):
        vector = pmt.make_vector(len(numbers), pmt.PMT_NIL)
        for i, number in enumerate(numbers):
            pmt.vector_set(vector, i, pmt.from_double(number))
        return vector

    def check_window(self, name, value, shape, dc):
        make, dtype = MAKERS[name]
        block = make()
        key = pmt.intern("window")
        message = (
            pmt.cons(key, value)
            if shape == "pair"
            else pmt.dict_add(pmt.make_dict(), key, value)
        )
        # Messages are handled before the first items.
        block.to_basic_block()._post(pmt.intern("command"), message)
        out = self.run_ones(block, dtype)
        self.assertEqual(out[-1], dc)

    def run_ones(self, block, dtype):
        """Bin 0 of each item that comes out where ones go in."""
        is_complex = dtype is np.complex64
        make = blocks.vector_source_c if is_complex else blocks.vector_source_f
        source = make([1] * (LENGTH * 1000), False, LENGTH)
        points = block.output_signature().sizeof_stream_item(0) // 8
        sink = blocks.vector_sink_c(points)
        graph = gr.top_block()
        graph.connect(source, block, sink)
        graph.run()
        return np.array(sink.data()).reshape(-1, points)[:, 0]

    def test_what_is_refused_changes_nothing(self):
        pair = lambda name, value: pmt.cons(pmt.intern(name), value)
        messages = {
            "too few taps": pair("window", pmt.init_f32vector(3, [2, 2, 2])),
            "no numbers": pair("window", pmt.intern("hann")),
            "a list of words": pair("window", pmt.to_pmt(["a"] * LENGTH)),
            "no such command": pair("gain", pmt.from_double(2)),
            "no name": pmt.from_double(2),
            "nothing": pmt.PMT_NIL,
        }
        for why, message in messages.items():
            with self.subTest(why):
                block = gpufft.fft_vcc(LENGTH, True, [])
                block.to_basic_block()._post(pmt.intern("command"), message)
                out = self.run_ones(block, np.complex64)
                self.assertEqual(len(out), 1000)
                self.assertTrue((out == LENGTH).all())

    def test_no_taps_are_no_window(self):
        block = gpufft.fft_vcc(LENGTH, True, [3] * LENGTH)
        no_taps = pmt.cons(pmt.intern("window"), pmt.PMT_NIL)
        block.to_basic_block()._post(pmt.intern("command"), no_taps)
        self.assertEqual(self.run_ones(block, np.complex64)[-1], LENGTH)

    def test_a_stalled_sink_costs_no_time(self):
        item_bytes = 8 * LENGTH
        block = gpufft.fft_vcc(LENGTH, True, [])
        sink = stalled_sink(item_bytes)
        graph = gr.top_block()
        count = 400000  # more than the buffers hold
        head = blocks.head(item_bytes, count)
        graph.connect(blocks.null_source(item_bytes), head, block, sink)
        graph.start()
        self.assertTrue(wait_until(lambda: block.nitems_written(0) > 0))
        # Once all buffers are full.
        self.assertTrue(is_idle(lambda: block.nitems_written(0)))
        self.assertLess(block.nitems_written(0), count)
        sink.go_on.set()
        graph.wait()
        self.assertEqual(sink.items, count)


if __name__ == "__main__":
    gr_unittest.run(qa_messages)
