#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Spectrum blocks in flowgraphs: sources of any pace, small buffers, long frames,
rewiring, latency, a stalled sink, status."""

import threading
import time

import numpy as np
import pmt
from flowgraphs import EndlessSource, noise
from gnuradio import blocks, gpufft, gr, gr_unittest
from patience import LONG_S, is_idle, wait_until
from spectra import block_of, frame_powers, run, stored, worst_error

LENGTH, HOP = 48, 20


def spectrum(length=LENGTH, hop=HOP, frames=1, **named):
    return gpufft.spectrum_c(
        length, hop, [], 1e6, frames=frames, output="power", centered=False, **named
    )


class slow_sink(gr.sync_block):
    """Counts what arrives, and takes nothing while it is told to wait."""

    def __init__(self, bins):
        super().__init__("slow_sink", [(np.float32, bins)], None)
        self.may_take = threading.Event()
        self.taken = 0

    def work(self, input_items, output_items):
        if not self.may_take.wait(LONG_S):
            return -1
        self.taken += len(input_items[0])
        return len(input_items[0])


class paced(gr.sync_block):
    """Gives `size` samples each time it is asked to."""

    def __init__(self, size):
        super().__init__("paced", None, [np.complex64])
        self.size, self.asked, self.ends = size, threading.Semaphore(0), False

    def work(self, input_items, output_items):
        if not self.asked.acquire(timeout=LONG_S) or self.ends:
            return -1
        output_items[0][: self.size] = 1
        return self.size


class qa_spectrum_running(gr_unittest.TestCase):
    def test_pieces_of_any_size_give_the_same(self):
        for kind in ("complex", "short", "int8", "float"):
            x = noise(3000)
            items = stored(kind, 0.1 * x)
            block = block_of(kind, LENGTH, HOP, "hann", 1e6, frames=3, output="power")
            want = run(block, items)
            for parts in ([1], [3, 1, 2], [997], [1000000]):
                got = run(block, items, parts)
                np.testing.assert_allclose(got, want, rtol=1e-5, err_msg=f"{parts}")

    def test_sources_of_4_million_samples_at_once(self):
        x = noise(2**22)
        for length, hop, frames in [(64, 64, 1), (64, 64, 1000), (1024, 512, 8191)]:
            got = run(spectrum(length, hop, frames), x, [2**22])
            powers = frame_powers(x, length, hop, "boxcar")
            outputs = len(powers) // frames
            want = powers[: outputs * frames].reshape(outputs, frames, length)
            self.assertLess(worst_error(got, want.mean(axis=1)), 2e-4, f"{length}")

    def test_long_frames_that_begin_at_every_sample(self):
        length, frames = 2**20, 5
        x = np.zeros(length + frames - 1, np.complex64)
        x[length - 1 :] = np.arange(1, frames + 1)  # the last sample of each frame
        got = run(spectrum(length, 1), x)
        self.assertEqual(got.shape, (frames, length))
        # Frame f has the samples 1 .. f + 1 at its end; bin 0 is their sum.
        sums = np.cumsum(np.arange(1, frames + 1))
        np.testing.assert_allclose(got[:, 0] * length**2, sums**2, rtol=1e-4)

    def test_obeys_small_buffers_and_limits(self):
        x = noise(20000)
        want = frame_powers(x, LENGTH, HOP, "boxcar")
        for limit in (2, 7):
            block = spectrum()
            block.set_max_output_buffer(limit)
            self.assertLess(worst_error(run(block, x), want), 1e-4, f"buffer {limit}")
        for limit in (1, 7):
            block = spectrum()
            block.set_max_noutput_items(limit)
            self.assertLess(worst_error(run(block, x), want), 1e-4, f"call {limit}")

    def test_a_lone_frame_does_not_wait_for_others(self):
        source, sink = paced(LENGTH), blocks.vector_sink_f(LENGTH)
        block = spectrum(hop=LENGTH)
        graph = gr.top_block()
        graph.connect(source, block, sink)
        graph.start()
        for count in range(1, 30):
            source.asked.release()
            is_there = wait_until(lambda: len(sink.data()) >= count * LENGTH)
            self.assertTrue(is_there, f"frame {count}")
        source.ends = True
        source.asked.release()
        graph.wait()
        self.assertEqual(len(sink.data()), 29 * LENGTH)

    def test_a_stalled_sink_costs_no_time_and_no_samples(self):
        samples = 400000
        sink = slow_sink(LENGTH)
        block = spectrum()
        graph = gr.top_block()
        source = blocks.null_source(gr.sizeof_gr_complex)
        head = blocks.head(gr.sizeof_gr_complex, samples)
        graph.connect(source, head, block, sink)
        graph.start()
        # Once all buffers are full.
        was_idle = is_idle(lambda: block.nitems_read(0), share=0.2)
        sink.may_take.set()
        graph.wait()
        self.assertTrue(was_idle)
        self.assertEqual(sink.taken, (samples - LENGTH) // HOP + 1)

    def test_goes_on_after_the_flowgraph_is_rewired(self):
        # GNU Radio drops what is in its buffers at each lock, so gaps there may be. But
        # the average goes on, and the end must come.
        block = spectrum(average="max")
        block.set_frames(0)

        def strong_at_first(first, count):
            return np.where(np.arange(first, first + count) < 100, 5, 1)

        source, sink = EndlessSource(strong_at_first), blocks.vector_sink_f(LENGTH)
        graph = gr.top_block()
        graph.connect(source, block, sink)
        graph.start()
        self.assertTrue(wait_until(lambda: len(sink.data()) > 0))  # the first frame is in
        for _ in range(3):
            time.sleep(0.1)
            graph.lock()
            graph.connect(block, blocks.null_sink(4 * LENGTH))
            graph.unlock()
        samples = 200000
        source.end_after(samples)
        graph.wait()
        got = np.array(sink.data()).reshape(-1, LENGTH)
        self.assertGreater(len(got), samples / HOP)
        np.testing.assert_allclose(got[:, 0].max(), 25, rtol=1e-3)
        np.testing.assert_allclose(got[-1], got.max(axis=0), rtol=1e-4)

    def test_a_new_run_begins_anew(self):
        x = noise(1000)
        block = spectrum(frames=7)
        first = run(block, x)
        np.testing.assert_array_equal(run(block, x), first)

    def test_stops_at_once_when_told_to(self):
        graph = gr.top_block()
        source = blocks.null_source(gr.sizeof_gr_complex)
        graph.connect(source, spectrum(1024, 100), blocks.null_sink(4 * 1024))
        took = []
        for _ in range(3):
            graph.start()
            time.sleep(0.1)
            began = time.monotonic()
            graph.stop()
            graph.wait()
            took.append(time.monotonic() - began)
        self.assertLess(min(took), 5)  # the machine may have stood still at one of them

    def test_says_what_it_does_by_message(self):
        block, kept = spectrum(1024, 1024), blocks.message_debug()
        graph = gr.top_block()
        source = blocks.null_source(gr.sizeof_gr_complex)
        strobe = blocks.message_strobe(pmt.intern("status"), 100)
        graph.connect(source, block, blocks.null_sink(4 * 1024))
        graph.msg_connect((strobe, "strobe"), (block, "command"))
        graph.msg_connect((block, "status"), (kept, "store"))
        graph.start()

        def message(i):
            return pmt.to_python(kept.get_message(i))

        def last_has_rate():
            last = kept.num_messages() - 1
            return last > 0 and message(last)["gsps"] > 0

        self.assertTrue(wait_until(last_has_rate))
        last = kept.num_messages() - 1
        self.assertTrue(wait_until(lambda: block.gsps() > 0))
        graph.stop()
        graph.wait()
        self.assertEqual(message(0)["event"], "started")
        self.assertEqual(message(last)["event"], "status")
        self.assertEqual(message(last)["device"], block.device_name())
        self.assertEqual(message(last)["plan"], block.plan_line())
        self.assertEqual(message(last)["dropped"], 0)


if __name__ == "__main__":
    gr_unittest.run(qa_spectrum_running)
