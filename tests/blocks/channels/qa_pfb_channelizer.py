#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""pfb_channelizer_ccf and _vccf beside that of gnuradio.filter, sample for sample, and beside
sums in double precision; channel maps, buffer sizes, tags, and changes while running."""

import random

import numpy as np
import pmt
from flowgraphs import EndlessSource, noise, relative_error, run
from gnuradio import blocks, filter, gpufft, gr, gr_unittest
from patience import wait_until


def random_taps(count, seed):
    return (noise(count, real=True, seed=seed) / np.sqrt(count)).tolist()


def channelized(x, taps, channels, hop):
    """[channel, output] in double precision: mixer, filter, decimation."""
    time = np.arange(len(x))
    taps = np.asarray(taps, np.float32).astype(float)
    length = 1 << int(np.ceil(np.log2(len(x) + len(taps))))
    spectrum = np.fft.fft(taps, length)
    result = []
    for channel in range(channels):
        turns = (time + hop + 1) * channel % channels
        mixed = x.astype(complex) * np.exp(-2j * np.pi * turns / channels)
        y = np.fft.ifft(np.fft.fft(mixed, length) * spectrum)[: len(x)]
        result.append(y[hop - 1 :: hop])
    return np.array(result)


def whole(x, channels, hop):
    """Without the last samples that make no whole period, which no channelizer takes."""
    period = channels * hop // np.gcd(channels, hop)
    return x[: len(x) // period * period]


def run_streams(block, x, channels, outputs, is_dealt, limit=100000000, tags=()):
    """[output, time], and the (output, offset, value) of tags, from as many streams as
    channels or from one. Sinks of all outputs."""
    source = blocks.vector_source_c(x.tolist(), False, 1, list(tags))
    graph = gr.top_block()
    if is_dealt:
        deal = blocks.stream_to_streams(gr.sizeof_gr_complex, channels)
        graph.connect(source, deal)
        for i in range(channels):
            graph.connect((deal, i), (block, i))
    else:
        graph.connect(source, block)
    sinks = [blocks.vector_sink_c() for _ in range(outputs)]
    for i, sink in enumerate(sinks):
        graph.connect((block, i), sink)
    graph.run(limit)
    seen = [
        (i, tag.offset, pmt.to_long(tag.value))
        for i, sink in enumerate(sinks)
        for tag in sink.tags()
    ]
    return np.array([sink.data() for sink in sinks]), sorted(seen)


# Why the row is here, channels, taps, hop, samples.
CASES = [
    ("a lane a row on CPUs", 16, 192, 16, 20000),
    ("lanes of points on CPUs", 64, 768, 64, 60000),
    ("oversampled by 2", 64, 500, 32, 30000),
    ("oversampled by 4/3", 12, 100, 9, 10000),
    ("every sample an output", 6, 50, 1, 2000),
    ("fewer taps than channels", 10, 7, 10, 3000),
    ("two channels, the least that differ", 2, 20, 2, 1000),
]


class qa_pfb_channelizer(gr_unittest.TestCase):
    def test_outputs_are_those_of_mixers_and_filters(self):
        for why, channels, count, hop, length in CASES:
            taps = random_taps(count, seed=count)
            x = whole(noise(length), channels, hop)
            want = channelized(x, taps, channels, hop)
            with self.subTest(why, form="vectors"):
                block = gpufft.pfb_channelizer_vccf(channels, taps, channels / hop)
                got = run(block, x.reshape(-1, 1))
                self.assertEqual(got.T.shape, want.shape)
                self.assertLess(relative_error(got.T, want), 1e-6)
            for is_dealt in (False, True):
                with self.subTest(why, is_dealt=is_dealt):
                    block = gpufft.pfb_channelizer_ccf(channels, taps, channels / hop)
                    got, _ = run_streams(block, x, channels, channels, is_dealt)
                    self.assertEqual(got.shape, want.shape)
                    self.assertLess(relative_error(got, want), 1e-6)

    def test_outputs_are_those_of_the_in_tree_block(self):
        seed = random.randrange(1 << 30)
        print("seed", seed)
        rng = random.Random(seed)
        for _ in range(5):
            channels = rng.randrange(2, 40)
            hop = rng.choice([channels, channels, rng.randrange(1, channels + 1)])
            count = rng.randrange(1, 400)
            # In-tree's scheduler takes no fewer streams out than come in.
            channel_map = [rng.randrange(channels) for _ in range(channels)]
            limit = rng.choice([100000000, 300])
            what = dict(channels=channels, hop=hop, count=count, channel_map=channel_map)
            with self.subTest(limit=limit, **what):
                taps = random_taps(count, seed=rng.randrange(1 << 30))
                x = noise(rng.randrange(3000, 20000), seed=rng.randrange(1 << 30))
                made = []
                for module in (gpufft, filter):
                    block = module.pfb_channelizer_ccf(channels, taps, channels / hop)
                    block.set_channel_map(channel_map)
                    self.assertEqual(list(block.channel_map()), channel_map)
                    np.testing.assert_allclose(
                        np.ravel(block.taps(), order="F")[:count], taps, rtol=1e-6
                    )
                    got, _ = run_streams(block, x, channels, channels, True, limit)
                    made.append(got)
                ours, theirs = made
                # Whole periods of what each input has are outputs.
                self.assertEqual(
                    ours.shape[1],
                    len(whole(x[: len(x) // channels * channels], channels, hop)) // hop,
                )
                # In-tree may leave some at the end out.
                self.assertGreater(theirs.shape[1], 0.8 * ours.shape[1] - channels)
                self.assertLessEqual(theirs.shape[1], ours.shape[1])
                self.assertLess(
                    relative_error(ours[:, : theirs.shape[1]], theirs), 2e-6
                )

    def test_vectors_have_the_wanted_channels(self):
        channels, taps = 24, random_taps(100, seed=3)
        x = whole(noise(5000), channels, 12)
        channel_map = [23, 0, 7, 7]
        block = gpufft.pfb_channelizer_vccf(channels, taps, 2, channel_map)
        got = run(block, x.reshape(-1, 1), max_noutput_items=50)
        want = channelized(x, taps, channels, 12)[channel_map]
        self.assertEqual(got.T.shape, want.shape)
        self.assertLess(relative_error(got.T, want), 1e-6)

    def test_some_streams_have_the_wanted_channels(self):
        channels, taps = 24, random_taps(100, seed=3)
        x = whole(noise(5000), channels, 16)
        want = channelized(x, taps, channels, 16)
        for is_dealt in (False, True):
            block = gpufft.pfb_channelizer_ccf(channels, taps, 1.5)
            block.set_channel_map([23, 0, 7])
            got, _ = run_streams(block, x, channels, 2, is_dealt, 100)
            self.assertEqual(got.shape, (2, want.shape[1]))
            self.assertLess(relative_error(got, want[[23, 0]]), 1e-6)

    def test_tags_are_at_the_outputs_of_their_samples(self):
        places = [0, 1, 15, 16, 17, 1000, 4095]
        tags = [
            gr.tag_utils.python_to_tag((n, pmt.intern("at"), pmt.from_long(n)))
            for n in places
        ]
        x = noise(4096)
        for hop in (16, 8):
            block = gpufft.pfb_channelizer_ccf(16, [1.0] * 64, 16 / hop)
            _, seen = run_streams(block, x, 16, 3, False, 40, tags)
            self.assertEqual(seen, [(i, n // hop, n) for i in range(3) for n in places])
            both = []
            for module in (gpufft, filter):
                block = module.pfb_channelizer_ccf(16, [1.0] * 64, 16 / hop)
                both.append(run_streams(block, x, 16, 16, True, tags=tags)[1])
            self.assertGreater(len(both[0]), 0)
            self.assertEqual(both[0], both[1])

    def test_taps_and_map_change_without_a_lost_sample(self):
        # Channel 0 of a constant through one tap says which taps made it. The second and
        # all later changes want rows of another length.
        source = EndlessSource(lambda first, count: np.ones(count, np.complex64))
        block = gpufft.pfb_channelizer_vccf(4, [1], 1, [0, 0])
        pieces = []

        class kept(gr.sync_block):
            def __init__(self):
                super().__init__("kept", [(np.complex64, 2)], None)

            def work(self, input_items, output_items):
                pieces.append(input_items[0].copy())
                return len(input_items[0])

        def last(column):
            return round(float(pieces[-1][-1, column].real)) if pieces else None

        graph = gr.top_block()
        sink = kept()  # which the graph alone would not keep
        graph.connect(source, block, sink)
        graph.start()
        for value, taps in ((1, [1]), (2, [0] * 9 + [2]), (3, [3]), (4, [0] * 301 + [4])):
            # Samples before the first count as 0.
            self.assertTrue(wait_until(lambda: 4 * sum(map(len, pieces)) >= len(taps)))
            block.set_taps(taps)
            self.assertTrue(wait_until(lambda: last(0) == value), value)
        block.set_channel_map([1, 0])
        self.assertTrue(wait_until(lambda: last(0) == 0))  # of channel 1, which turns
        block.set_channel_map([4, 0])  # refused: the log says so
        block.set_taps([])
        source.end_after(1000)
        graph.wait()
        got = np.concatenate(pieces)
        self.assertEqual(len(got), source.given // 4)
        self.assertEqual(list(block.channel_map()), [1, 0])
        known = np.round(got[:, 1].real)
        self.assertLess(np.abs(got[:, 1] - known).max(), 1e-4)
        # The new taps find the samples before, so from a constant each makes one value.
        self.assertTrue((np.diff(known) >= 0).all())
        self.assertEqual(sorted(set(known)), [1, 2, 3, 4])

    def test_refuses_what_no_channelizer_can_be(self):
        for channels, taps, rate in (
            (0, [1], 1),
            (4, [], 1),
            (4, [1, float("nan")], 1),
            (4, [1], 0.5),
            (4, [1], 3),
            (4, [1], 5),
            (1 << 17, [1], 1),
        ):
            for name in ("pfb_channelizer_ccf", "pfb_channelizer_vccf"):
                with self.assertRaises(ValueError):
                    getattr(gpufft, name)(channels, taps, rate)
        with self.assertRaises(ValueError):
            gpufft.pfb_channelizer_vccf(4, [1], 1, [4])
        block = gpufft.pfb_channelizer_vccf(4, [1], 1, [1, 2])
        for wrong in ([1], [1, 2, 3], [0, -1]):
            with self.assertRaises(ValueError):
                block.set_channel_map(wrong)
        self.assertEqual(list(block.channel_map()), [1, 2])
        graph = gr.top_block()
        source, sink = blocks.null_source(8), blocks.null_sink(8)
        block = gpufft.pfb_channelizer_ccf(4, [1])
        graph.connect(source, (block, 0))
        graph.connect(source, (block, 1))
        graph.connect(block, sink)
        with self.assertRaises(RuntimeError):
            graph.start()

    def test_says_what_it_computes_with(self):
        block = gpufft.pfb_channelizer_vccf(16, [1] * 192)
        self.assertIn("taps per branch 13", block.plan_line())
        self.assertEqual(block.nthreads(), 0)


if __name__ == "__main__":
    gr_unittest.run(qa_pfb_channelizer)
