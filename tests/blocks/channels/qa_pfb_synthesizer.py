#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""pfb_synthesizer_ccf and _vccf beside that of gnuradio.filter, sample for sample, and beside
sums in double precision; behind a channelizer; channel maps, buffer sizes, tags, and changes
while running."""

import random

import numpy as np
import pmt
from flowgraphs import EndlessSource, noise, relative_error, run
from gnuradio import blocks, filter, gpufft, gr, gr_unittest
from patience import wait_until


def random_taps(count, seed):
    return (noise(count, real=True, seed=seed) / np.sqrt(count)).tolist()


def synthesized(rows, channel_map, taps, channels, twox):
    """In double precision, of rows[item, input]: each channel is interpolated, filtered and
    mixed."""
    points = channels * (2 if twox else 1)
    taps = np.asarray(taps, np.float32).astype(float)
    count = len(rows) * channels
    time = np.arange(count)
    of_channel = dict(zip(channel_map, rows.astype(complex).T))  # the last one counts
    result = np.zeros(count, complex)
    for channel, samples in of_channel.items():
        spread = np.zeros(count, complex)
        spread[::channels] = samples
        turns = (time + points - channels) * channel % points
        filtered = np.convolve(spread, taps)[:count]
        result += filtered * np.exp(2j * np.pi * turns / points)
    return result


def run_streams(block, rows, limit=100000000, tags=()):
    """Output of rows[item, input], and the (offset, value) of its tags; tags[i] are input
    i's."""
    graph = gr.top_block()
    for i, column in enumerate(rows.T):
        given = list(tags[i]) if i < len(tags) else []
        source = blocks.vector_source_c(column.tolist(), False, 1, given)
        graph.connect(source, (block, i))
    sink = blocks.vector_sink_c()
    graph.connect(block, sink)
    graph.run(limit)
    seen = [(tag.offset, pmt.to_long(tag.value)) for tag in sink.tags()]
    return np.array(sink.data()), sorted(seen)


def power_complementary_taps(points, count):
    """Low-pass taps of channels 1 / points apart: |H(f)|^2 + |H(1 / points - f)|^2 = 1."""
    grid = 1 << 16
    apart = np.abs(np.fft.fftfreq(grid)) * points  # in channels
    x = np.clip((apart - 0.05) / 0.9, 0, 1)
    smooth = x**4 * (35 - 84 * x + 70 * x**2 - 20 * x**3)
    taps = np.fft.fftshift(np.fft.ifft(np.cos(np.pi / 2 * smooth)).real)
    first = grid // 2 - count // 2
    return (taps[first : first + count] * np.sqrt(points / 2)).tolist()


# Why the row is here, channels, taps, whether there are twice as many, items.
CASES = [
    ("a lane a row on CPUs", 16, 192, False, 3000),
    ("lanes of points on CPUs", 64, 768, False, 1000),
    ("twice the rate", 64, 768, True, 1000),
    ("rows of taps that are no multiple of a vector", 6, 50, False, 2000),
    ("the same at twice the rate", 6, 47, True, 2000),
    ("fewer taps than channels", 10, 7, False, 500),
    ("one tap a branch at twice the rate", 10, 10, True, 500),
    ("two channels, the least that differ", 2, 21, False, 900),
    ("one channel, an FIR filter", 1, 33, False, 5000),
    ("more branches than a piece of few rows has", 4, 4000, False, 3000),
]


class qa_pfb_synthesizer(gr_unittest.TestCase):
    def test_outputs_are_those_of_filters_and_mixers(self):
        for why, channels, count, twox, items in CASES:
            taps = random_taps(count, seed=count)
            points = channels * (2 if twox else 1)
            rows = noise((items, points))
            want = synthesized(rows, range(points), taps, channels, twox)
            with self.subTest(why, form="vectors"):
                block = gpufft.pfb_synthesizer_vccf(channels, taps, twox)
                got = run(block, rows)
                self.assertEqual(got.size, want.size)
                self.assertLess(relative_error(got.ravel(), want), 1e-6)
            with self.subTest(why, form="streams"):
                block = gpufft.pfb_synthesizer_ccf(channels, taps, twox)
                got, _ = run_streams(block, rows)
                self.assertEqual(got.shape, want.shape)
                self.assertLess(relative_error(got, want), 1e-6)

    def test_outputs_are_those_of_the_in_tree_block(self):
        seed = random.randrange(1 << 30)
        print("seed", seed)
        rng = random.Random(seed)
        for _ in range(8):
            twox = rng.random() < 0.5
            channels = rng.randrange(1, 20) * 2 if twox else rng.randrange(1, 40)
            points = channels * (2 if twox else 1)
            count = rng.randrange(1, 400)
            streams = rng.randrange(1, channels + 1)
            channel_map = [rng.randrange(points) for _ in range(streams + 2)]
            limit = rng.choice([100000000, 10 * channels])
            what = dict(channels=channels, twox=twox, count=count, channel_map=channel_map)
            with self.subTest(limit=limit, streams=streams, **what):
                taps = random_taps(count, seed=rng.randrange(1 << 30))
                rows = noise(
                    (rng.randrange(100, 3000), streams), seed=rng.randrange(1 << 30)
                )
                made = []
                for module in (gpufft, filter):
                    block = module.pfb_synthesizer_ccf(channels, taps, twox)
                    block.set_channel_map(channel_map)
                    self.assertEqual(list(block.channel_map()), channel_map)
                    got, _ = run_streams(block, rows, limit)
                    made.append((got, np.array(block.taps())))
                (ours, our_taps), (theirs, their_taps) = made
                np.testing.assert_array_equal(our_taps, their_taps)
                self.assertEqual(len(ours), len(rows) * channels)
                self.assertEqual(len(theirs), len(ours))
                self.assertLess(relative_error(ours, theirs), 2e-6)

    def test_vectors_have_the_channels_of_the_map(self):
        taps = random_taps(100, seed=3)
        rows = noise((700, 4))
        channel_map = [23, 0, 7, 7]
        for twox in (False, True):
            block = gpufft.pfb_synthesizer_vccf(24, taps, twox, channel_map)
            got = run(block, rows, max_noutput_items=24 * 50).ravel()
            want = synthesized(rows, channel_map, taps, 24, twox)
            self.assertEqual(got.shape, want.shape)
            self.assertLess(relative_error(got, want), 1e-6)

    def test_rebuilds_what_a_channelizer_took_apart(self):
        # Channels lie half as far apart as their rate, and the powers of neighbours'
        # responses add up to 1, as Meyer's wavelets have it, so that both filters behind
        # one another pass every frequency alike. With 32 more taps than 64 times any
        # number and 1, what the delays turn channels by is whole turns.
        channels, points = 32, 64
        prototype = power_complementary_taps(points, 24 * points + 33)
        x = noise(channels * 4000)
        apart = gpufft.pfb_channelizer_vccf(points, prototype, 2)
        together = gpufft.pfb_synthesizer_vccf(channels, prototype, True)
        graph = gr.top_block()
        sink = blocks.vector_sink_c()
        graph.connect(blocks.vector_source_c(x.tolist()), apart, together, sink)
        graph.run()
        got = np.array(sink.data())
        self.assertEqual(len(got), len(x))
        spectrum = np.fft.fft(got) * np.conj(np.fft.fft(x))
        delay = int(np.argmax(np.abs(np.fft.ifft(spectrum))))
        inner = slice(len(prototype), len(x) - 2 * len(prototype))
        want = x[inner]
        have = got[delay:][inner]
        gain = np.vdot(want, have) / np.vdot(want, want)
        error = 20 * np.log10(relative_error(have / gain, want))
        print(f"rebuilt to {error:.1f} dB, gain {gain:.6f}, delay {delay}")
        self.assertLess(error, -80)
        self.assertLess(abs(gain - 1), 1e-4)

    def test_tags_are_at_the_samples_of_their_items(self):
        def tag(offset, value):
            return gr.tag_utils.python_to_tag(
                (offset, pmt.intern("at"), pmt.from_long(value))
            )

        tags = [[tag(n, n) for n in (0, 1, 499)], [tag(77, 1077)], []]
        rows = noise((500, 3))
        both = []
        for module in (gpufft, filter):
            block = module.pfb_synthesizer_ccf(8, [1.0] * 64)
            both.append(run_streams(block, rows, 80, tags)[1])
        self.assertEqual(both[0], sorted([(0, 0), (8, 1), (8 * 499, 499), (8 * 77, 1077)]))
        self.assertEqual(both[0], both[1])

    def test_taps_and_map_change_without_a_lost_sample(self):
        # Sample 0 of each vector is a constant in channel 0 through one tap, which says
        # which taps made it. The third change reaches further back than any before.
        source = EndlessSource(lambda first, count: np.ones(count, np.complex64))
        block = gpufft.pfb_synthesizer_ccf(4, [1, 1, 1, 1])
        pieces = []

        class kept(gr.sync_block):
            def __init__(self):
                super().__init__("kept", [np.complex64], None)

            def work(self, input_items, output_items):
                pieces.append(input_items[0].copy())
                return len(input_items[0])

        def last():
            return pieces[-1][-1] if pieces else None

        graph = gr.top_block()
        sink = kept()  # which the graph alone would not keep
        graph.connect(source, block, sink)
        graph.start()
        for value, lead in ((1, 0), (2, 8), (3, 0), (4, 1000)):
            # Items before the first count as 0.
            self.assertTrue(wait_until(lambda: sum(map(len, pieces)) > lead + 4))
            block.set_taps([0] * lead + [value] * 4)
            self.assertTrue(wait_until(lambda: last() == value), value)
        block.set_channel_map([2])
        # Channel 2 turns by half a turn a sample, and the last of four is at -1.
        self.assertTrue(wait_until(lambda: last() is not None and abs(last() + 4) < 1e-3))
        block.set_channel_map([4])  # refused: the log says so
        block.set_taps([])
        source.end_after(1000)
        graph.wait()
        got = np.concatenate(pieces)
        self.assertEqual(len(got), 4 * source.given)
        self.assertEqual(list(block.channel_map()), [2])
        even = got[::2]  # the same in channels 0 and 2
        known = np.round(even.real)
        self.assertLess(np.abs(even - known).max(), 1e-3)
        # The new taps find the items before, so from a constant each makes one value.
        self.assertTrue((np.diff(known) >= 0).all())
        self.assertEqual(sorted(set(known)), [1, 2, 3, 4])

    def test_commands_come_as_messages(self):
        source = EndlessSource(lambda first, count: np.ones(count, np.complex64))
        block = gpufft.pfb_synthesizer_ccf(4, [1, 1, 1, 1])
        sink, answers = blocks.vector_sink_c(), blocks.message_debug()
        graph = gr.top_block()
        graph.connect(source, block, sink)
        graph.msg_connect(block, "status", answers, "store")
        graph.start()
        command = block.to_basic_block()
        for name, values in (("taps", [2, 2, 2, 2]), ("channel_map", [3])):
            pair = pmt.cons(pmt.intern(name), pmt.init_f32vector(len(values), values))
            command._post(pmt.intern("command"), pair)
        self.assertTrue(wait_until(lambda: list(block.channel_map()) == [3]))
        self.assertTrue(wait_until(lambda: block.taps() == [[2], [2], [2], [2]]))
        command._post(pmt.intern("command"), pmt.intern("status"))
        self.assertTrue(wait_until(lambda: answers.num_messages() >= 2))
        source.end_after(100)
        graph.wait()
        answer = pmt.to_python(answers.get_message(1))
        self.assertIn("c2c inverse 4", answer["plan"])

    def test_refuses_what_no_synthesizer_can_be(self):
        for channels, taps, twox in (
            (0, [1], False),
            (4, [], False),
            (4, [1, float("nan")], False),
            (5, [1], True),
            (1 << 17, [1], False),
        ):
            for name in ("pfb_synthesizer_ccf", "pfb_synthesizer_vccf"):
                with self.assertRaises(ValueError):
                    getattr(gpufft, name)(channels, taps, twox)
        with self.assertRaises(ValueError):
            gpufft.pfb_synthesizer_vccf(4, [1], False, [4])
        block = gpufft.pfb_synthesizer_vccf(4, [1], True, [1, 7])
        for wrong in ([1], [1, 2, 3], [0, 8]):
            with self.assertRaises(ValueError):
                block.set_channel_map(wrong)
        self.assertEqual(list(block.channel_map()), [1, 7])
        # Two streams, and a channel for one.
        graph = gr.top_block()
        source, sink = blocks.null_source(8), blocks.null_sink(8)
        block = gpufft.pfb_synthesizer_ccf(4, [1])
        block.set_channel_map([1])
        graph.connect(source, (block, 0))
        graph.connect(source, (block, 1))
        graph.connect(block, sink)
        with self.assertRaises(RuntimeError):
            graph.start()

    def test_says_what_it_computes_with(self):
        block = gpufft.pfb_synthesizer_ccf(16, [1] * 192, True)
        self.assertIn("c2c inverse 32", block.plan_line())
        self.assertEqual(block.nthreads(), 0)
        block.set_nthreads(1)
        self.assertEqual(block.nthreads(), 1)


if __name__ == "__main__":
    gr_unittest.run(qa_pfb_synthesizer)
