#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The real and N-dimensional blocks in flowgraphs: every item once, in order, alone."""

from dataclasses import dataclass
from typing import Callable

import numpy as np
import pmt
import scipy.fft
from flowgraphs import noise, relative_error, run, run_with_windows, tolerance
from gnuradio import blocks, gpufft, gr, gr_unittest


@dataclass
class Case:
    make: Callable
    reference: Callable  #: of items in double precision
    shape: tuple  #: of an item that goes in
    points: int  #: of the DFT, for the bound of the error
    takes: type = np.float32
    gives: type = np.float32

    def items(self, count):
        return noise((count, *self.shape), real=self.takes is np.float32)

    def want(self, items):
        double = items.astype(complex if self.takes is np.complex64 else float)
        return self.reference(double).reshape(len(items), -1)

    def run(self, block, items, *limit):
        return run(block, items, *limit, dtype=self.gives)


# Items that fill no page, of another size on either side where the block allows it.
CASES = {
    "rfft_vfc": Case(
        lambda: gpufft.rfft_vfc(30), np.fft.rfft, (30,), 30, gives=np.complex64
    ),
    "irfft_vcf": Case(
        lambda: gpufft.irfft_vcf(30, "by_length"),
        lambda x: np.fft.irfft(x, 30),
        (16,),
        30,
        takes=np.complex64,
    ),
    "dct_vff": Case(
        lambda: gpufft.dct_vff(15), lambda x: scipy.fft.dct(x), (15,), 30
    ),
    "dst_vff": Case(
        lambda: gpufft.dst_vff(15, 3), lambda x: scipy.fft.dst(x, 3), (15,), 30
    ),
    "fftn_vcc": Case(
        lambda: gpufft.fftn_vcc((3, 5)),
        lambda x: np.fft.fft2(x),
        (3, 5),
        15,
        takes=np.complex64,
        gives=np.complex64,
    ),
}

SOURCES = {np.float32: blocks.vector_source_f, np.complex64: blocks.vector_source_c}
SINKS = {np.float32: blocks.vector_sink_f, np.complex64: blocks.vector_sink_c}


class qa_transform_running(gr_unittest.TestCase):
    def check(self, case, items, got):
        want = case.want(items)
        self.assertEqual(got.shape, want.shape)
        # The error of the whole would hide one wrong item among many.
        errors = np.linalg.norm(got - want, axis=1) / np.linalg.norm(want, axis=1)
        self.assertLess(errors.max(initial=0), 4 * tolerance(case.points))
        self.assertLessEqual(relative_error(got, want), 2 * tolerance(case.points))

    def test_every_item_comes_out_once_and_in_order(self):
        for name, case in CASES.items():
            for count in (1, 7, 1009, 100003):
                with self.subTest(f"{name}: {count} items"):
                    items = case.items(count)
                    self.check(case, items, case.run(case.make(), items))

    def test_not_a_number_stays_in_its_item(self):
        for name, case in CASES.items():
            for bad in (np.nan, np.inf):
                with self.subTest(f"{name}: {bad}"):
                    items = case.items(1000)
                    at = [0, 1, 63, 64, 500, 999]
                    items.reshape(1000, -1)[at, 2] = bad
                    got = case.run(case.make(), items)
                    self.assertFalse(np.isfinite(got[at]).all(axis=1).any())
                    good = np.delete(np.arange(1000), at)
                    self.check(case, items[good], got[good])

    def test_tags_stay_on_their_items(self):
        offsets = [0, 1, 777, 4096, 9999]
        tags = [
            gr.tag_utils.python_to_tag((at, pmt.intern("at"), pmt.from_long(at)))
            for at in offsets
        ]
        for name, case in CASES.items():
            with self.subTest(name):
                block = case.make()
                points = int(np.prod(case.shape))
                points_out = case.want(case.items(1)).size
                source = SOURCES[case.takes]([1] * (points * 10000), False, points, tags)
                sink = SINKS[case.gives](points_out)
                graph = gr.top_block()
                graph.connect(source, block, sink)
                graph.run()
                self.assertEqual(len(sink.data()), points_out * 10000)
                arrived = [(tag.offset, pmt.to_long(tag.value)) for tag in sink.tags()]
                self.assertEqual(sorted(arrived), [(at, at) for at in offsets])

    def test_obeys_small_buffers_and_few_items_a_call(self):
        for name, case in CASES.items():
            for buffer, call in ((2, None), (5, None), (None, 1), (None, 7)):
                with self.subTest(f"{name}: {buffer=} {call=}"):
                    items = case.items(2000)
                    block = case.make()
                    if buffer:
                        block.set_max_output_buffer(buffer)
                    limit = [call] if call else []
                    self.check(case, items, case.run(block, items, *limit))

    def test_runs_again(self):
        for name, case in CASES.items():
            with self.subTest(name):
                block = case.make()
                for count in (100, 3000):
                    items = case.items(count)
                    self.check(case, items, case.run(block, items))

    def test_buffers_are_as_long_each_time_it_runs(self):
        """Also those that the user has limited, to 4 items at least, and an even number."""
        for limit in (None, 4, 6, 700):
            with self.subTest(limit=limit):
                source = blocks.null_source(8 * 1024)
                block = gpufft.fft_vcc(1024, True, [], True)
                if limit:
                    block.set_max_output_buffer(limit)
                flowgraph = gr.top_block()
                flowgraph.connect(source, block, blocks.head(8 * 1024, 50),
                                  blocks.null_sink(8 * 1024))
                found = []
                for _ in range(3):
                    flowgraph.run()
                    found.append((source.max_output_buffer(0), block.max_output_buffer(0)))
                self.assertEqual(found, 3 * found[:1])
                if limit:
                    self.assertEqual(found[0][1], limit)

    def test_each_item_has_one_window_and_windows_keep_their_order(self):
        length, count = 16, 200000
        block = gpufft.rfft_vfc(length, [1.0] * length)
        items = np.ones((count, length), np.float32)
        got, scales = run_with_windows(block, items, length)
        self.assertEqual(got.shape, (count, length // 2 + 1))
        self.assertEqual(np.abs(got[:, 1:]).max(), 0)  # a mixture would have other bins
        used = got[:, 0].real / length
        self.assertTrue(np.isin(used, [1.0, *scales]).all())
        self.assertTrue((np.diff(used) >= 0).all())
        self.assertGreater(len(np.unique(used)), 2, "no window was changed while running")


if __name__ == "__main__":
    gr_unittest.run(qa_transform_running)
