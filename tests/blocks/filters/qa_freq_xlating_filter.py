#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""freq_xlating_fft_filter_ccc beside that of gnuradio.filter, sample for sample, and beside
sums in double precision; tags, and a tuning that changes while running, in every way."""

import random

import numpy as np
import pmt
from flowgraphs import EndlessSource, noise, relative_error, run
from gnuradio import blocks, filter, gpufft, gr, gr_unittest
from patience import wait_until

RATE = 48000.0


def random_taps(count, seed):
    return (noise(count, seed=seed) / np.sqrt(count)).tolist()


def translated(x, taps, decimation, center):
    """In double precision: mixer, FIR filter, decimation."""
    turns = np.arange(len(x)) * (center / RATE)
    mixed = x.astype(complex) * np.exp(-2j * np.pi * (turns % 1))
    length = 1 << int(np.ceil(np.log2(len(x) + len(taps))))
    y = np.fft.ifft(np.fft.fft(mixed, length) * np.fft.fft(taps, length))
    return y[: len(x)][::decimation]


def outputs_of(block, x, **more):
    return run(block, x.reshape(-1, 1), **more).ravel()


def outputs_and_tags(block, x, tags):
    source = blocks.vector_source_c(x.tolist(), False, 1, tags)
    sink = blocks.vector_sink_c()
    graph = gr.top_block()
    graph.connect(source, block, sink)
    graph.run()
    return np.array(sink.data()), [(t.offset, pmt.to_long(t.value)) for t in sink.tags()]


class kept_samples(gr.sync_block):
    def __init__(self):
        super().__init__("kept_samples", [np.complex64], None)
        self.pieces = []

    def work(self, input_items, output_items):
        self.pieces.append(input_items[0].copy())
        return len(input_items[0])


# Why the row is here, taps, decimation, center, samples.
CASES = [
    ("one tap, a mixer", 1, 1, 1234.5, 10000),
    ("fewer samples than a row", 31, 1, 5000.0, 100),
    ("many rows", 31, 1, -17000.0, 100000),
    ("decimation by a power of two, folded", 255, 8, 12345.6, 100000),
    ("decimation that leaves a rest", 31, 7, 99.9, 50001),
    ("no frequency to move", 64, 2, 0.0, 20000),
    ("beyond the rate, which is as well below", 64, 5, 3.25 * RATE, 20000),
    ("longer rows", 1023, 1, 777.0, 120000),
]


class qa_freq_xlating_filter(gr_unittest.TestCase):
    def test_outputs_are_those_of_a_mixer_and_a_filter(self):
        for why, count, decimation, center, length in CASES:
            with self.subTest(why):
                taps = random_taps(count, seed=count)
                x = noise(length)
                block = gpufft.freq_xlating_fft_filter_ccc(decimation, taps, center, RATE)
                got = outputs_of(block, x)
                want = translated(x, taps, decimation, center)[: length // decimation]
                self.assertEqual(got.shape, want.shape)
                self.assertLess(relative_error(got, want), 2e-6)

    def test_outputs_and_tags_are_those_of_the_in_tree_block(self):
        seed = random.randrange(1 << 30)
        print("seed", seed)
        rng = random.Random(seed)
        for _ in range(5):
            count, decimation = rng.randrange(1, 300), rng.choice([1, 2, 3, 8, 10])
            center = rng.uniform(-RATE, RATE)
            length = rng.randrange(2000, 4000) * decimation
            places = sorted(rng.sample(range(length // 2), 20))
            tags = [
                gr.tag_utils.python_to_tag((n, pmt.intern("at"), pmt.from_long(n)))
                for n in places
            ]
            with self.subTest(count=count, decimation=decimation, center=center):
                taps = random_taps(count, seed=rng.randrange(1 << 30))
                x = noise(length, seed=rng.randrange(1 << 30))
                made = []
                for module in (gpufft, filter):
                    block = module.freq_xlating_fft_filter_ccc(
                        decimation, taps, center, RATE
                    )
                    made.append(outputs_and_tags(block, x, tags))
                (ours, our_tags), (theirs, their_tags) = made
                self.assertEqual(len(ours), length // decimation)
                # In-tree leaves up to a block of the last outputs out.
                self.assertGreater(len(theirs), len(ours) - 2 * 512 - 2)
                self.assertEqual(sorted(our_tags), sorted(their_tags))
                self.assertEqual(len(our_tags), len(tags))
                # In-tree's rotator adds up an angle, and a factor, of 24 bits.
                angle = 2 * np.pi * decimation * abs(center) / RATE
                bound = 2e-6 + 2**-24 * (angle + 2) * len(theirs)
                self.assertLess(relative_error(ours[: len(theirs)], theirs), bound)

    def test_small_buffers_change_nothing(self):
        x, taps = noise(20000), random_taps(100, seed=2)
        block = gpufft.freq_xlating_fft_filter_ccc(3, taps, 4321.0, RATE)
        got = outputs_of(block, x, max_noutput_items=70)
        self.assertLess(relative_error(got, translated(x, taps, 3, 4321.0)[: len(got)]), 2e-6)
        self.assertEqual(len(got), len(x) // 3)

    def test_taps_and_center_are_settable_before_it_runs(self):
        x, taps = noise(5000), random_taps(50, seed=4)
        block = gpufft.freq_xlating_fft_filter_ccc(1, [1], 0, RATE)
        block.set_taps(taps)
        block.set_center_freq(-1000)
        block.set_nthreads(1)
        self.assertEqual(block.center_freq(), -1000)
        self.assertEqual(block.sampling_freq(), RATE)
        self.assertEqual(block.nthreads(), 1)
        np.testing.assert_allclose(block.taps(), taps, rtol=1e-6)
        got = outputs_of(block, x)
        self.assertLess(relative_error(got, translated(x, taps, 1, -1000)), 2e-6)

    def test_phase_goes_on_where_it_is_retuned(self):
        # An output of a constant through one tap is the turn of the mixer: from one to the
        # next it turns by the old or the new frequency, and by nothing else.
        decimation = 3
        steps = {f: -decimation * f / RATE for f in (1000.0, -2500.0, 7000.0, 123.0)}
        source = EndlessSource(lambda first, count: np.ones(count, np.complex64))
        block = gpufft.freq_xlating_fft_filter_ccc(decimation, [1], 1000.0, RATE)
        sink = kept_samples()
        graph = gr.top_block()
        graph.connect(source, block, sink)
        graph.start()

        def turns():
            y = sink.pieces[-1] if sink.pieces else np.ones(1)
            return np.angle(y[-1] * np.conj(y[-2])) / (2 * np.pi) if len(y) > 1 else None

        def runs_at(frequency):
            now = turns()
            return now is not None and abs((now - steps[frequency] + 0.5) % 1 - 0.5) < 1e-4

        self.assertTrue(wait_until(lambda: runs_at(1000.0)))
        block.set_center_freq(-2500.0)
        self.assertTrue(wait_until(lambda: runs_at(-2500.0)))
        basic = block.to_basic_block()
        pair = pmt.cons(pmt.intern("freq"), pmt.from_double(7000.0))
        basic._post(pmt.intern("freq"), pair)
        self.assertTrue(wait_until(lambda: runs_at(7000.0)))
        command = pmt.cons(pmt.intern("center_freq"), pmt.from_double(123.0))
        basic._post(pmt.intern("command"), command)
        self.assertTrue(wait_until(lambda: runs_at(123.0)))
        block.set_center_freq(float("nan"))  # refused: the log says so
        basic._post(pmt.intern("freq"), pmt.intern("what"))
        source.end_after(1000)
        graph.wait()
        y = np.concatenate(sink.pieces)
        self.assertEqual(len(y), source.given // decimation)
        self.assertEqual(block.center_freq(), 123.0)
        self.assertLess(np.abs(np.abs(y) - 1).max(), 1e-5)
        moved = np.angle(y[1:] * np.conj(y[:-1])) / (2 * np.pi)
        apart = [np.abs((moved - each + 0.5) % 1 - 0.5) for each in steps.values()]
        self.assertLess(np.min(apart, axis=0).max(), 1e-6)
        # Each frequency begins once.
        which = np.argmin(apart, axis=0)
        self.assertEqual(which[np.flatnonzero(np.diff(which))].tolist() + [which[-1]], [0, 1, 2, 3])
        # The turns are those that were made, to the end.
        whole = np.sum(np.array(list(steps.values()))[which])
        self.assertLess(abs((np.angle(y[-1]) / (2 * np.pi) - whole + 0.5) % 1 - 0.5), 1e-5)

    def test_a_dictionary_tunes_and_status_answers(self):
        block = gpufft.freq_xlating_fft_filter_ccc(1, [1], 0, RATE)
        source = EndlessSource(lambda first, count: np.ones(count, np.complex64))
        answers = blocks.message_debug()
        graph = gr.top_block()
        graph.connect(source, block, blocks.null_sink(8))
        graph.msg_connect(block, "status", answers, "store")
        graph.start()
        asked = pmt.dict_add(pmt.make_dict(), pmt.intern("freq"), pmt.from_long(55))
        block.to_basic_block()._post(pmt.intern("freq"), asked)
        self.assertTrue(wait_until(lambda: block.center_freq() == 55))
        block.to_basic_block()._post(pmt.intern("command"), pmt.intern("status"))
        self.assertTrue(wait_until(lambda: answers.num_messages() >= 2))
        source.end_after(100)
        graph.wait()
        self.assertIn("convolved", pmt.to_python(answers.get_message(1))["plan"])

    def test_refuses_what_no_filter_can_be(self):
        made = gpufft.freq_xlating_fft_filter_ccc
        nan, infinity = float("nan"), float("inf")
        for wrong in (
            (0, [1], 0, RATE),
            (1, [], 0, RATE),
            (1, [nan], 0, RATE),
            (1, [1], nan, RATE),
            (1, [1], infinity, RATE),
            (1, [1], 0, 0),
            (1, [1], 0, -RATE),
            (1, [1], 0, nan),
            (1, [1], 0, RATE, -1),
        ):
            with self.assertRaises(ValueError):
                made(*wrong)
        block = made(1, [1], 7, RATE)
        with self.assertRaises(ValueError):
            block.set_center_freq(nan)
        self.assertEqual(block.center_freq(), 7)


if __name__ == "__main__":
    gr_unittest.run(qa_freq_xlating_filter)
