#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""fft_filter_ccc, _ccf and _fff beside those of gnuradio.filter, sample for sample, and
beside sums in double precision; buffer sizes, tags, and taps that change while running."""

import random

import numpy as np
import pmt
from flowgraphs import EndlessSource, noise, relative_error, run
from gnuradio import blocks, filter, gpufft, gr, gr_unittest
from patience import wait_until


class kept_samples(gr.sync_block):
    """Keeps all that comes, and says what came last."""

    def __init__(self):
        super().__init__("kept_samples", [np.complex64], None)
        self.pieces, self.last = [], None

    def count(self):
        return sum(len(piece) for piece in self.pieces)

    def work(self, input_items, output_items):
        self.pieces.append(input_items[0].copy())
        self.last = round(float(input_items[0][-1].real))
        return len(input_items[0])


KINDS = ["ccc", "ccf", "fff"]


def random_taps(kind, count, seed):
    taps = noise(count, real=kind != "ccc", seed=seed) / np.sqrt(count)
    return taps.tolist()


def samples(kind, count, seed=1):
    return noise(count, real=kind == "fff", seed=seed)


def filtered(x, taps, decimation):
    """Every decimation-th output of the FIR filter, in double precision."""
    dtype = complex if np.iscomplexobj(x) or np.iscomplexobj(taps) else float
    length = 1 << int(np.ceil(np.log2(len(x) + len(taps))))
    x, taps = np.asarray(x, dtype), np.asarray(taps, dtype)
    y = np.fft.ifft(np.fft.fft(x, length) * np.fft.fft(taps, length))[: len(x)]
    return (y if dtype is complex else y.real)[::decimation]


def made(kind, module, decimation, taps):
    return getattr(module, "fft_filter_" + kind)(decimation, taps)


def outputs_of(kind, block, x, **more):
    dtype = np.float32 if kind == "fff" else np.complex64
    return run(block, x.reshape(-1, 1), dtype=dtype, **more).ravel()


# Why the row is here, taps, decimation, samples.
CASES = [
    ("one tap", 1, 1, 10000),
    ("fewer samples than a row", 31, 1, 100),
    ("short taps, many rows", 31, 1, 100000),
    ("even number of taps", 64, 1, 50000),
    ("decimation by a power of two, folded", 255, 8, 100000),
    ("decimation by an odd number, folded", 100, 5, 60000),
    ("decimation with a prime that no radix has", 50, 37, 60000),
    ("decimation by more than the taps", 3, 64, 50000),
    ("decimation that leaves a rest", 31, 7, 50001),
    ("rows of 4096 points and more", 1023, 1, 120000),
    ("long taps", 4095, 2, 120000),
]


class qa_fft_filter(gr_unittest.TestCase):
    def test_outputs_are_those_of_a_fir_filter(self):
        # Each kind has kernels of its own, which take long to compile.
        for i, (why, count, decimation, length) in enumerate(CASES):
            for kind in KINDS if i < 3 else [KINDS[i % 3]]:
                with self.subTest(why, kind=kind):
                    taps = random_taps(kind, count, seed=count)
                    x = samples(kind, length)
                    got = outputs_of(kind, made(kind, gpufft, decimation, taps), x)
                    # The last samples of an incomplete group make no output.
                    want = filtered(x, taps, decimation)[: length // decimation]
                    self.assertEqual(len(got), len(want))
                    self.assertLess(relative_error(got, want), 5e-7)

    def test_outputs_are_those_of_the_in_tree_block(self):
        seed = random.randrange(1 << 30)
        print("seed", seed)
        rng = random.Random(seed)
        for _ in range(6):
            kind = rng.choice(KINDS)
            count = int(2 ** rng.uniform(0, 11))
            decimation = rng.choice([1, 1, 2, 3, 8, 10, 25])
            limit = rng.choice([100000000, 37, 1000])
            with self.subTest(kind=kind, taps=count, decimation=decimation, limit=limit):
                taps = random_taps(kind, count, seed=rng.randrange(1 << 30))
                # In-tree computes only whole blocks, of up to 4 * count outputs.
                length = rng.randrange(20000, 60000) + 4 * count * decimation
                x = samples(kind, length, seed=rng.randrange(1 << 30))
                ours = outputs_of(
                    kind,
                    made(kind, gpufft, decimation, taps),
                    x,
                    max_noutput_items=limit,
                )
                theirs = outputs_of(kind, made(kind, filter, decimation, taps), x)
                # In-tree leaves an incomplete block at the end out.
                self.assertEqual(len(ours), len(x) // decimation)
                self.assertLessEqual(len(theirs), len(ours))
                self.assertGreater(len(theirs), 0)
                self.assertLess(relative_error(ours[: len(theirs)], theirs), 1e-6)

    def test_tags_are_where_those_of_the_in_tree_block_are(self):
        places = [0, 1, 7, 8, 4095, 20000, 39999]
        for decimation in (1, 8):
            seen = []
            for module in (gpufft, filter):
                x = samples("ccc", 49152)
                tags = [
                    gr.tag_utils.python_to_tag((n, pmt.intern("at"), pmt.from_long(n)))
                    for n in places
                ]
                source = blocks.vector_source_c(x.tolist(), False, 1, tags)
                block = made("ccc", module, decimation, random_taps("ccc", 100, seed=1))
                sink = blocks.vector_sink_c()
                graph = gr.top_block()
                graph.connect(source, block, sink)
                graph.run()
                seen.append(
                    sorted((tag.offset, pmt.to_long(tag.value)) for tag in sink.tags())
                )
            self.assertEqual(len(seen[0]), len(places))
            self.assertEqual(seen[0], seen[1])

    def test_taps_change_without_a_lost_or_torn_sample(self):
        # A constant through one tap each: the output says which taps made it. The second
        # and the third change want longer rows, for which kernels are made.
        source = EndlessSource(lambda first, count: np.ones(count, np.complex64))
        block = gpufft.fft_filter_ccc(1, [1])
        sink = kept_samples()
        graph = gr.top_block()
        graph.connect(source, block, sink)
        graph.start()
        for value, taps in ((1, [1]), (2, [2]), (3, [0, 3]), (4, [0] * 700 + [4]), (5, [5])):
            # Samples before the first count as 0.
            self.assertTrue(wait_until(lambda: sink.count() >= len(taps)))
            block.set_taps(taps)
            self.assertTrue(wait_until(lambda: sink.last == value), value)
        source.end_after(1000)
        graph.wait()
        got = np.concatenate(sink.pieces)
        self.assertEqual(len(got), source.given)
        self.assertEqual(block.taps(), [5])
        known = np.round(got.real)
        self.assertLess(np.abs(got - known).max(), 1e-4)
        # The new taps find the samples before, so from a constant each makes one value.
        self.assertTrue((np.diff(known) >= 0).all())
        self.assertEqual(sorted(set(known)), [1, 2, 3, 4, 5])

    def test_refuses_what_no_filter_can_be(self):
        for taps, decimation in (
            ([], 1),
            ([1, float("nan")], 1),
            ([1], 0),
            ([1], -1),
        ):
            with self.assertRaises(ValueError):
                gpufft.fft_filter_ccc(decimation, taps)
        block = gpufft.fft_filter_fff(2, [1, 2])
        with self.assertRaises(ValueError):
            block.set_taps([])
        self.assertEqual(block.taps(), [1, 2])
        block.set_taps([3])
        self.assertEqual(block.taps(), [3])

    def test_says_what_it_computes_with(self):
        block = gpufft.fft_filter_ccc(1, [1] * 255)
        self.assertIn("convolved", block.plan_line())
        self.assertEqual(block.nthreads(), 0)


if __name__ == "__main__":
    gr_unittest.run(qa_fft_filter)
