#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""fft_vcc inside a running flowgraph: new windows, tags, latency, reconfiguration."""

import queue
import threading
import time

import numpy as np
import pmt
from flowgraphs import (
    EndlessSource,
    noise,
    relative_error,
    run,
    run_with_windows,
    tolerance,
)
from gnuradio import blocks, gpufft, gr, gr_unittest
from patience import LONG_S


class one_at_a_time(gr.sync_block):
    """Gives an item, and the next only when release() says so."""

    def __init__(self, item, count):
        super().__init__("one_at_a_time", None, [(np.complex64, len(item))])
        self.item = item
        self.left = count
        self.released = queue.Queue()

    def work(self, input_items, output_items):
        if self.left == 0:
            return -1
        try:
            self.released.get(timeout=LONG_S)
        except queue.Empty:
            self.left = 0
            return -1
        self.left -= 1
        output_items[0][0] = self.item
        return 1


class arrivals(gr.sync_block):
    """Puts the number of items that each call brings into a queue."""

    def __init__(self, length):
        super().__init__("arrivals", [(np.complex64, length)], None)
        self.seen = queue.Queue()

    def work(self, input_items, output_items):
        self.seen.put(len(input_items[0]))
        return len(input_items[0])


class qa_fft_running(gr_unittest.TestCase):
    def test_threads_change_between_items_and_lose_none(self):
        length, count = 64, 200000
        block = gpufft.fft_vcc(length, True, [], nthreads=1)
        finished = threading.Event()

        def change_threads():
            for threads in (2, 1, 0, 1):
                time.sleep(0.05)
                block.set_nthreads(threads)
            finished.set()

        changer = threading.Thread(target=change_threads)
        changer.start()
        pace = blocks.throttle(gr.sizeof_gr_complex * length, 2 * count)  # half a second
        sent = np.zeros((count, length), np.complex64)
        sent[:, 0] = np.arange(count)
        got = run([pace, block], sent)
        changer.join()

        self.assertTrue(finished.is_set())
        self.assertEqual(got.shape, (count, length))
        self.assertTrue((got == np.arange(count)[:, np.newaxis]).all())

    def test_each_item_has_one_window_and_windows_keep_their_order(self):
        length, count = 16, 400000
        block = gpufft.fft_vcc(length, True, [1.0] * length)
        items = np.ones((count, length), np.complex64)
        got, scales = run_with_windows(block, items, length)
        self.assertEqual(got.shape, (count, length))
        self.assertEqual(np.abs(got[:, 1:]).max(), 0)  # a mixture would have other bins
        used = got[:, 0] / length
        self.assertTrue(np.isin(used, [1.0, *scales]).all())
        self.assertTrue((np.diff(used.real) >= 0).all())
        self.assertGreater(len(np.unique(used)), 2, "no window was changed while running")

    def test_a_window_comes_and_goes(self):
        length = 15
        taps = np.linspace(1, 2, length).astype(np.float32)
        items = noise((100, length))
        for forward, shift in ((True, False), (False, True)):
            block = gpufft.fft_vcc(length, forward, [], shift)
            order = np.fft.ifftshift if shift else np.asarray
            transform = np.fft.fft if forward else lambda x: np.fft.ifft(x) * length
            for window in ([], taps, taps[::-1], []):
                self.assertTrue(block.set_window(list(window)))
                got = run(block, items)
                x = items * window if len(window) else items
                want = transform(np.array([order(row) for row in x]))
                self.assertEqual(got.shape, items.shape)
                self.assertLessEqual(relative_error(got, want), tolerance(length))

    def test_tags_stay_on_their_items(self):
        length, count = 8, 20000
        offsets = [0, 1, 2, 777, 8191, 8192, 19999]
        tags = [
            gr.tag_utils.python_to_tag((at, pmt.intern("at"), pmt.from_long(at)))
            for at in offsets
        ]
        source = blocks.vector_source_c([1] * (length * count), False, length, tags)
        sink = blocks.vector_sink_c(length)
        graph = gr.top_block()
        graph.connect(source, gpufft.fft_vcc(length, True, []), sink)
        graph.run()
        self.assertEqual(len(sink.data()), length * count)
        arrived = sorted((tag.offset, pmt.to_long(tag.value)) for tag in sink.tags())
        self.assertEqual(arrived, [(at, at) for at in offsets])

    def test_a_lone_item_does_not_wait_for_others(self):
        count = 50
        source = one_at_a_time(np.ones(64, np.complex64), count)
        sink = arrivals(64)
        graph = gr.top_block()
        graph.connect(source, gpufft.fft_vcc(64, True, []), sink)
        graph.start()
        arrived = 0
        for _ in range(count):
            source.released.put(None)
            arrived += sink.seen.get(timeout=LONG_S)
        source.released.put(None)
        graph.wait()
        self.assertEqual(arrived, count)
        self.assertTrue(sink.seen.empty())

    def test_obeys_a_small_output_buffer(self):
        items = noise((5000, 64))
        for limit in (2, 5, 64):
            with self.subTest(limit=limit):
                block = gpufft.fft_vcc(64, True, [])
                block.set_max_output_buffer(limit)
                got = run(block, items)
                self.assertEqual(got.shape, items.shape)
                error = relative_error(got, np.fft.fft(items))
                self.assertLessEqual(error, tolerance(64))

    def test_obeys_a_limit_of_items_per_call(self):
        items = noise((5000, 64))
        for limit in (1, 7, 1000):
            with self.subTest(limit=limit):
                got = run(gpufft.fft_vcc(64, True, []), items, limit)
                self.assertEqual(got.shape, items.shape)
                error = relative_error(got, np.fft.fft(items))
                self.assertLessEqual(error, tolerance(64))

    def test_goes_on_after_the_flowgraph_is_rewired(self):
        # GNU Radio drops what is in its buffers at each lock, so gaps there may be. But
        # nothing may come twice, out of order or half computed, and the end must come.
        length = 64

        def impulses(first, count):
            return np.pad(np.arange(first, first + count)[:, None], ((0, 0), (0, length - 1)))

        source = EndlessSource(impulses, length, 30)
        block = gpufft.fft_vcc(length, True, [])
        sink = blocks.vector_sink_c(length)
        graph = gr.top_block()
        graph.connect(source, block, sink)
        graph.start()
        for _ in range(3):
            time.sleep(0.1)
            graph.lock()
            graph.connect(block, blocks.null_sink(gr.sizeof_gr_complex * length))
            graph.unlock()
        source.end_after(20000)
        graph.wait()
        got = np.array(sink.data()).reshape(-1, length)
        numbers = got[:, :1].real
        self.assertEqual(np.abs(got - numbers).max(), 0)
        self.assertTrue((np.diff(numbers[:, 0]) > 0).all())
        self.assertEqual(numbers[-1, 0], source.given - 1)

    def test_stops_at_once_when_told_to(self):
        graph = gr.top_block()
        source = blocks.null_source(gr.sizeof_gr_complex * 1024)
        sink = blocks.null_sink(gr.sizeof_gr_complex * 1024)
        graph.connect(source, gpufft.fft_vcc(1024, True, []), sink)
        took = []
        for _ in range(3):
            graph.start()
            time.sleep(0.1)
            began = time.monotonic()
            graph.stop()
            graph.wait()
            took.append(time.monotonic() - began)
        self.assertLess(min(took), 5)  # the machine may have stood still at one of them


if __name__ == "__main__":
    gr_unittest.run(qa_fft_running)
