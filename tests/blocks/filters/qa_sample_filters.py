#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""fft_filter_scc and _bcc, of shorts and bytes, beside in-tree's converter and filter, and beside
sums in double precision; buffer sizes, tags, and taps that change while running."""

import random

import numpy as np
import pmt
from flowgraphs import noise, relative_error
from gnuradio import blocks, filter, gpufft, gr, gr_unittest
from patience import wait_until

# Type of the items, zero and full scale, and the block.
KINDS = {
    "int16": (np.int16, 0, 32768, lambda *given: gpufft.fft_filter_scc(*given)),
    "int8": (np.int8, 0, 128, lambda *given: gpufft.fft_filter_bcc(*given)),
    "uint8": (
        np.uint8,
        127.5,
        128,
        lambda *given: gpufft.fft_filter_bcc(*given, sample_type="uint8"),
    ),
}


def random_taps(count, seed):
    return (noise(count, seed=seed) / np.sqrt(count)).tolist()


def items_of(kind, samples, seed=1):
    """I and Q by turns, over the whole range of the kind."""
    dtype = KINDS[kind][0]
    bounds = np.iinfo(dtype)
    rng = np.random.default_rng(seed)
    return rng.integers(bounds.min, bounds.max + 1, 2 * samples).astype(dtype)


def samples_of(kind, items):
    _, zero, scale, _ = KINDS[kind]
    parts = (items.astype(float) - zero) / scale
    return parts[0::2] + 1j * parts[1::2]


def filtered(x, taps, decimation):
    length = 1 << int(np.ceil(np.log2(len(x) + len(taps))))
    y = np.fft.ifft(np.fft.fft(x, length) * np.fft.fft(taps, length))
    return y[: len(x)][::decimation][: len(x) // decimation]


def run_items(kind, block, items, limit=100000000, tags=()):
    if kind == "int16":
        source = blocks.vector_source_s(items.tolist(), False, 1, list(tags))
    else:
        values = items.view(np.uint8).tolist()
        source = blocks.vector_source_b(values, False, 1, list(tags))
    sink = blocks.vector_sink_c()
    graph = gr.top_block()
    graph.connect(source, block, sink)
    graph.run(limit)
    return np.array(sink.data()), [(t.offset, pmt.to_long(t.value)) for t in sink.tags()]


class kept_samples(gr.sync_block):
    def __init__(self):
        super().__init__("kept_samples", [np.complex64], None)
        self.pieces = []

    def work(self, input_items, output_items):
        self.pieces.append(input_items[0].copy())
        return len(input_items[0])


# Why the row is here, taps, decimation, samples.
CASES = [
    ("one tap, a converter", 1, 1, 20000),
    ("fewer samples than a row", 31, 1, 100),
    ("many rows", 255, 1, 100000),
    ("decimation, folded", 255, 8, 100000),
    ("decimation that leaves a rest", 31, 7, 50001),
]


class qa_sample_filters(gr_unittest.TestCase):
    def test_outputs_are_those_of_a_fir_filter(self):
        for why, count, decimation, length in CASES:
            for kind in KINDS:
                with self.subTest(why, kind=kind):
                    taps = random_taps(count, seed=count)
                    items = items_of(kind, length)
                    got, _ = run_items(kind, KINDS[kind][3](decimation, taps), items)
                    want = filtered(samples_of(kind, items), taps, decimation)
                    self.assertEqual(got.shape, want.shape)
                    self.assertLess(relative_error(got, want), 1e-6)

    def test_outputs_are_those_of_in_trees_converter_and_filter(self):
        seed = random.randrange(1 << 30)
        print("seed", seed)
        rng = random.Random(seed)
        converters = {
            "int16": lambda: blocks.interleaved_short_to_complex(False, False, 32768),
            "int8": lambda: blocks.interleaved_char_to_complex(False, 128),
        }
        for kind, converter in converters.items():
            count, decimation = rng.randrange(1, 300), rng.choice([1, 2, 5, 8])
            limit = rng.choice([100000000, 70])
            with self.subTest(kind=kind, count=count, decimation=decimation, limit=limit):
                taps = random_taps(count, seed=rng.randrange(1 << 30))
                items = items_of(kind, rng.randrange(5000, 30000), rng.randrange(1 << 30))
                ours, _ = run_items(kind, KINDS[kind][3](decimation, taps), items, limit)
                graph = gr.top_block()
                if kind == "int16":
                    source = blocks.vector_source_s(items.tolist())
                else:
                    source = blocks.vector_source_b(items.view(np.uint8).tolist())
                sink = blocks.vector_sink_c()
                graph.connect(source, converter(), filter.fft_filter_ccc(decimation, taps), sink)
                graph.run()
                theirs = np.array(sink.data())
                self.assertEqual(len(ours), len(items) // 2 // decimation)
                # In-tree leaves up to a block of the last outputs out.
                self.assertGreater(len(theirs), len(ours) - 2 * 512 - 2)
                self.assertLess(relative_error(ours[: len(theirs)], theirs), 2e-6)

    def test_tags_are_at_the_outputs_of_their_samples(self):
        places = [0, 1, 2, 3, 8, 15, 16, 17, 1000, 4095]
        tags = [
            gr.tag_utils.python_to_tag((n, pmt.intern("at"), pmt.from_long(n)))
            for n in places
        ]
        for decimation in (1, 4):
            block = gpufft.fft_filter_scc(decimation, [1])
            _, seen = run_items("int16", block, items_of("int16", 4096), 40, tags)
            want = [((2 * (n // 2) + decimation) // (2 * decimation), n) for n in places]
            self.assertEqual(sorted(seen), want)

    def test_taps_change_without_a_lost_sample(self):
        # A constant through one tap, which says which taps made an output.
        class shorts(gr.sync_block):
            def __init__(self):
                super().__init__("shorts", None, [np.int16])
                self.given, self.ends = 0, False

            def work(self, input_items, output_items):
                if self.ends:
                    return -1
                output_items[0][:] = 16384
                self.given += len(output_items[0])
                return len(output_items[0])

        source, sink = shorts(), kept_samples()
        block = gpufft.fft_filter_scc(1, [1])
        graph = gr.top_block()
        graph.connect(source, block, sink)
        graph.start()

        def last():
            return round(2 * float(sink.pieces[-1][-1].real)) if sink.pieces else None

        for value, lead in ((1, 0), (2, 3), (3, 0), (4, 2000)):
            # Samples before the first count as 0.
            self.assertTrue(wait_until(lambda: sum(map(len, sink.pieces)) > lead))
            block.set_taps([0] * lead + [value])
            self.assertTrue(wait_until(lambda: last() == value), value)
        source.ends = True
        graph.wait()
        got = np.concatenate(sink.pieces)
        self.assertEqual(len(got), source.given // 2)
        known = np.round(2 * got.real)
        self.assertLess(np.abs(2 * got - known * (1 + 1j)).max(), 1e-4)
        # The new taps find the samples before, so each makes one value.
        self.assertTrue((np.diff(known) >= 0).all())
        self.assertEqual(sorted(set(known)), [1, 2, 3, 4])

    def test_refuses_what_no_filter_can_be(self):
        for made in (gpufft.fft_filter_scc, gpufft.fft_filter_bcc):
            for wrong in ((0, [1]), (1, []), (1, [float("nan")]), (1, [1], -1)):
                with self.assertRaises(ValueError):
                    made(*wrong)
        with self.assertRaises(ValueError):
            gpufft.fft_filter_bcc(1, [1], sample_type="int16")


if __name__ == "__main__":
    gr_unittest.run(qa_sample_filters)
