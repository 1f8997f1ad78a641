#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The block channels beside mixers, filters and decimators in double precision; where tags
and times are; what it refuses."""

import random

import numpy as np
import pmt
from flowgraphs import noise, relative_error
from gnuradio import blocks, gpufft, gr, gr_unittest
from receivers import (
    BOUND,
    VectorSource,
    channel_of,
    prototype,
    run_channels,
    tags_named,
)

SAMP_RATE = 240e3
CENTER = 100e6
RATES = [12e3, 48e3]
BLOCK = 5120  #: new samples, of 6400


def channels(streams=0, **more):
    return gpufft.channels(SAMP_RATE, CENTER, 20, streams, RATES, 0.02, 5, **more)


def any_channel(rng, block, name, stream=-1):
    """Adds a channel of any frequency, rate and edges."""
    rate = rng.choice(RATES)
    room = rate / 2 - 4 / block.filter_time()
    edges = sorted(rng.uniform(-room, room) for _ in range(2))
    if edges[1] - edges[0] < 0.1 * room:
        edges = [0, 0]
    widest = max(room, *edges)
    freq = CENTER + rng.uniform(-1, 1) * (SAMP_RATE / 2 - widest - 1000)
    block.add_channel(name, freq, rate, *edges, stream=stream)


class qa_channels(gr_unittest.TestCase):
    def setUp(self):
        seed = random.randrange(1 << 30)
        print("seed", seed)
        self.rng = random.Random(seed)

    def test_streams_are_mixed_filtered_and_decimated(self):
        x = noise(20 * BLOCK + 1234, seed=self.rng.randrange(1 << 30))
        for limit in (100000000, 97):
            block = channels(7)
            for i in range(7):
                any_channel(self.rng, block, f"channel {i}", i)
            got, tags, pdus = run_channels(block, VectorSource(x), 7, limit)
            self.assertEqual(pdus, [])
            for i, y in enumerate(got):
                info = block.channel(f"channel {i}")
                # What fills no block makes no output.
                whole = x[: len(x) // block.block_samples() * block.block_samples()]
                want = channel_of(block, whole, info)
                self.assertEqual(len(y), len(want))
                with self.subTest(limit=limit, **info):
                    share = np.sqrt((info["high"] - info["low"]) / SAMP_RATE * len(y) * 2)
                    error = np.linalg.norm(y - want)
                    self.assertLess(error / max(np.linalg.norm(want), share), BOUND)
                self.assertEqual(tags_named(tags[i], "channel"), [(0, f"channel {i}")])
                self.assertEqual(tags_named(tags[i], "rx_freq"), [(0, info["freq"])])
                self.assertEqual(tags_named(tags[i], "rx_rate"), [(0, info["rate"])])

    def test_pdus_say_what_they_are(self):
        x = noise(10 * BLOCK, seed=2)
        block = channels()
        for i in range(5):
            any_channel(self.rng, block, f"{i}")
        # A receiver that began at 2^53 + 5000.25 s and lost 1 s before sample 30000.
        began = 2**53 + 5000
        stamp = lambda s, f: pmt.make_tuple(pmt.from_uint64(s), pmt.from_double(f))
        tags = [(0, "rx_time", stamp(began, 0.25)), (30000, "rx_time", stamp(began + 1, 0.375))]
        _, _, pdus = run_channels(block, VectorSource(x, tags), 0)
        for i in range(5):
            info = block.channel(f"{i}")
            own = [(meta, y) for meta, y in pdus if meta["channel"] == f"{i}"]
            want = channel_of(block, x, info)
            got = np.concatenate([y for _, y in own])
            self.assertEqual(len(got), len(want))
            share = np.sqrt((info["high"] - info["low"]) / SAMP_RATE * len(got) * 2)
            self.assertLess(
                np.linalg.norm(got - want) / max(np.linalg.norm(want), share), BOUND
            )
            so_far = 0
            for meta, y in own:
                self.assertEqual(meta["frequency"], info["freq"])
                self.assertEqual(meta["rate"], info["rate"])
                self.assertEqual(meta["number"], so_far)
                sample = so_far * SAMP_RATE / info["rate"] - block.filter_time() / 2 * SAMP_RATE
                self.assertAlmostEqual(meta["sample"], sample, 6)
                seconds, part = meta["rx_time"]
                since = sample / SAMP_RATE + 0.25
                if sample >= 30000:
                    since += 1 + 0.125 - 30000 / SAMP_RATE
                self.assertAlmostEqual(seconds - began + part, since, 9)
                so_far += len(y)

    def test_pdus_count_seconds_where_no_tag_does(self):
        block = channels()
        block.add_channel("a", CENTER, 12e3)
        _, _, pdus = run_channels(block, VectorSource(noise(BLOCK * 3)), 0)
        self.assertEqual(sum(len(y) for _, y in pdus), 3 * 256)
        for meta, _ in pdus:
            self.assertNotIn("rx_time", meta)
            self.assertAlmostEqual(meta["time"], meta["sample"] / SAMP_RATE, 9)

    def test_tags_are_at_the_outputs_of_their_time(self):
        block = channels(2)
        block.add_channel("slow", CENTER, 12e3, stream=0)
        block.add_channel("fast", CENTER, 48e3, stream=1)
        delay = block.filter_time() / 2 * SAMP_RATE
        places = [0, 1, 19, 20, BLOCK - 1, BLOCK, 20001, 40000]
        tags = [(n, "at", pmt.from_long(n)) for n in places]
        stamp = pmt.make_tuple(pmt.from_uint64(7), pmt.from_double(0.5))
        tags += [(20001, "rx_time", stamp), (5, "rx_freq", pmt.from_double(1))]
        # The impulse shows what time an output is of.
        x = np.zeros(BLOCK * 10, np.complex64)
        x[20000] = 1
        for limit in (100000000, 50):
            got, seen, _ = run_channels(block, VectorSource(x, tags), 2, limit)
            for i, rate in enumerate((12e3, 48e3)):
                step = SAMP_RATE / rate
                last = len(x) - delay
                want = [(int((n + delay) / step), n) for n in places if n < last]
                self.assertEqual(tags_named(seen[i], "at"), want)
                self.assertEqual(
                    np.argmax(abs(got[i])), round((20000 + delay) / step)
                )
                offset, (seconds, part) = tags_named(seen[i], "rx_time")[-1]
                self.assertEqual(offset, int((20001 + delay) / step))
                of_output = (offset * step - delay - 20001) / SAMP_RATE
                self.assertAlmostEqual(seconds + part, 7.5 + of_output, 9)
                self.assertEqual(tags_named(seen[i], "rx_freq"), [(0, CENTER)])

    def test_taps_of_ones_own(self):
        x = noise(BLOCK * 6, seed=3)
        block = channels(1)
        taps = prototype(block, -3000, 4000, 9)
        self.assertEqual(len(taps), block.most_taps())
        block.add_channel_taps("own", CENTER - 31234.5, 12e3, taps, 0)
        info = dict(block.channel("own"), low=-3000, high=4000, beta=9)
        (got,), _, _ = run_channels(block, VectorSource(x))
        self.assertLess(relative_error(got, channel_of(block, x, info)), 2e-4)
        block.shape_channel("own", -2000, 2000)
        (got,), _, _ = run_channels(block, VectorSource(x))
        want = channel_of(block, x, block.channel("own"))
        self.assertLess(relative_error(got, want), 1e-4)
        for wrong in ([], [1.0] * 3, [float("nan")] * 9, [0.0] * (block.most_taps() + 1)):
            with self.assertRaises(ValueError):
                block.shape_channel_taps("own", wrong)

    def test_streams_by_their_frequencies(self):
        x = noise(BLOCK * 6, seed=4)
        block = channels(3)
        for freqs in ([CENTER + 1000, CENTER - 50e3], [CENTER, CENTER, CENTER + 7]):
            block.set_streams(freqs, 12e3)
            self.assertEqual(list(block.channel_names()), [str(i) for i in range(len(freqs))])
            got, _, _ = run_channels(block, VectorSource(x), 3)
            for i, y in enumerate(got):
                if i >= len(freqs):
                    self.assertEqual(len(y), 0)
                    continue
                want = channel_of(block, x, block.channel(str(i)))
                self.assertLess(relative_error(y, want), 1e-4)
        block.set_center_freq(CENTER + 20e3)
        got, _, _ = run_channels(block, VectorSource(x), 3)
        want = channel_of(block, x, block.channel("2"))
        self.assertLess(relative_error(got[2], want), 1e-4)
        for freqs in ([CENTER] * 4, [CENTER + 1e6]):
            with self.assertRaises(ValueError):  # it has not started by itself
                gpufft.channels(SAMP_RATE, CENTER, 20, 3, RATES).set_streams(freqs, 12e3)

    def test_what_cannot_be_is_refused(self):
        nan = float("nan")
        for arguments in (
            (0,),
            (nan,),
            (1e6, nan),
            (1e6, 0, 0),
            (1e6, 0, 100000),
            (1e6, 0, 4, 5),
            (1e6, 0, 4, -1),
            (1e6, 0, 4, 1, [2e6]),
            (1e6, 0, 4, 1, [nan]),
            (1e6, 0, 4, 1, [1e6 / np.pi, 1e6 / np.e]),
            (1e6, 0, 4, 1, [], 0),
            (1e6, 0, 4, 1, [], 0.02, 1),
        ):
            with self.assertRaises(ValueError, msg=str(arguments)):
                gpufft.channels(*arguments)
        block = channels(1)
        block.add_channel("there", CENTER, 12e3, stream=0)
        refused = [
            ("", "needs a name", dict(name="")),
            ("", 'is a channel "there" already', dict(name="there")),
            ("", "outside the band", dict(freq=CENTER + 119e3)),
            ("", "outside the band", dict(freq=5.0)),
            ("", "finite", dict(freq=nan)),
            ("", "the nearest are 12000 and 12187.5 Hz", dict(rate=12100)),
            ("", "at most 240000 Hz", dict(rate=1e6)),
            ("", "finite", dict(rate=nan)),
            ("", "they fit from", dict(low=-6e3, high=6e3)),
            ("", "below high", dict(low=3e3, high=2e3)),
            ("", "beta must be", dict(beta=-1.0)),
            ("", "has no passband", dict(rate=187.5 * 5)),
            ("", "none of this block's 1", dict(stream=1)),
            ("", 'has channel "there"', dict(stream=0)),
        ]
        for _, said, changed in refused:
            with self.assertRaisesRegex(ValueError, said):
                block.add_channel(**{"name": "new", "freq": CENTER, "rate": 12e3, **changed})
        for edit in (
            lambda: block.move_channel("none", CENTER),
            lambda: block.move_channel("there", CENTER + 1e6),
            lambda: block.drop_channel("none"),
            lambda: block.channel("none"),
            lambda: block.assign_channel("there", 5),
            lambda: block.shape_channel("there", 0, 1e6),
            lambda: block.set_center_freq(nan),
            lambda: block.set_center_freq(0),
        ):
            before = block.channel("there")
            with self.assertRaises(ValueError):
                edit()
            self.assertEqual(block.channel("there"), before)
        for i in range(19):
            block.add_channel(f"{i}", CENTER, 12e3)
        with self.assertRaisesRegex(ValueError, "one more than the 20"):
            block.add_channel("one too many", CENTER, 12e3)
        self.assertEqual(len(block.channel_names()), 20)
        block.drop_all()
        self.assertEqual(list(block.channel_names()), [])

    def test_a_stream_that_is_not_connected_is_told(self):
        block = channels(2)
        block.add_channel("second", CENTER, 12e3, stream=1)
        graph = gr.top_block()
        graph.connect(blocks.null_source(8), block, blocks.null_sink(8))
        with self.assertRaises(RuntimeError):
            graph.start()

    def test_says_what_it_computes_with(self):
        block = channels()
        self.assertIn("c2c forward 6400", block.plan_line())
        self.assertEqual(block.block_length(), 6400)
        self.assertEqual(block.block_samples(), BLOCK)
        self.assertEqual(block.rate_step(), 187.5)
        self.assertEqual(block.filter_time(), 1280 / SAMP_RATE)
        self.assertEqual(block.samp_rate(), SAMP_RATE)


if __name__ == "__main__":
    gr_unittest.run(qa_channels)
