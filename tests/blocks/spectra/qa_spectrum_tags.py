#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where tags of samples come out of a spectrum block, and what those of a receiver do."""

import numpy as np
import pmt
from flowgraphs import noise
from gnuradio import blocks, gpufft, gr, gr_unittest
from spectra import frame_powers, run_tagged, worst_error

LENGTH, HOP = 48, 20


def spectrum(hop=HOP, frames=1, **named):
    return gpufft.spectrum_c(
        LENGTH, hop, "hann", 1e4, frames=frames, output="power", centered=False, **named
    )


def at(offsets):
    return [(offset, "at", offset) for offset in offsets]


# hop, frames of an average, sample -> output it comes out with
PLACES = [
    ("each frame an average", 20, 1, {0: 0, 1: 0, 19: 0, 20: 1, 39: 1, 40: 2, 500: 25}),
    ("several frames in one", 20, 3, {0: 0, 59: 0, 60: 1, 119: 1, 120: 2, 600: 10}),
    ("no overlap", 48, 2, {0: 0, 95: 0, 96: 1, 480: 5}),
    ("between frames: with the next", 100, 1, {47: 0, 48: 1, 99: 1, 100: 1, 148: 2}),
    ("between averages: with the next", 100, 2, {48: 0, 147: 0, 148: 1, 200: 1, 348: 2}),
]

# frames, tags, first sample and number of outputs of each stretch of one tuning
TUNINGS = [
    ("no change of value", 1, [(0, "rx_freq", 1e6), (500, "rx_freq", 1e6)], [(0, 98)]),
    ("a frequency", 1, [(0, "rx_freq", 1e6), (505, "rx_freq", 2e6)], [(0, 23), (505, 73)]),
    ("under another name", 1, [(0, "freq", 1e6), (505, "freq", 2.0)], [(0, 23), (505, 73)]),
    ("a rate", 1, [(505, "rx_rate", 2e4)], [(0, 23), (505, 73)]),
    ("the rate it has", 1, [(505, "rx_rate", 1e4)], [(0, 98)]),
    ("a rate by its other name", 1, [(505, "samp_rate", 5000)], [(0, 23), (505, 73)]),
    ("no number", 1, [(505, "rx_freq", "high"), (600, "rx_rate", -1.0)], [(0, 98)]),
    ("of several frames", 4, [(505, "rx_freq", 2e6)], [(0, 5), (505, 18)]),
    ("both at a sample", 1, [(505, "rx_freq", 3.0), (505, "rx_rate", 2.0)],
     [(0, 23), (505, 73)]),
    ("twice within a frame", 1, [(505, "rx_freq", 1.0), (515, "rx_freq", 2.0)],
     [(0, 23), (515, 72)]),
    ("at the end of a frame", 1, [(508, "rx_freq", 1.0)], [(0, 24), (508, 73)]),
    ("at the first sample", 1, [(0, "rx_freq", 1.0)], [(0, 98)]),
    ("again and again", 1, [(100 * i, "rx_freq", float(i)) for i in range(20)],
     [(100 * i, 3) for i in range(20)]),
]  # fmt: skip


class qa_spectrum_tags(gr_unittest.TestCase):
    def test_a_tag_goes_out_with_the_average_that_begins_last_before_it(self):
        x = noise(2000)
        for why, hop, frames, places in PLACES:
            _, arrived = run_tagged(spectrum(hop, frames), x, at(places))
            want = [(output, "at", sample) for sample, output in places.items()]
            self.assertEqual(sorted(arrived, key=lambda t: t[2]), want, why)

    def test_tags_keep_key_value_and_source(self):
        source = blocks.vector_source_c([1] * 200)
        tag = gr.tag_t()
        tag.offset, tag.key, tag.value = 30, pmt.intern("k"), pmt.from_double(1.5)
        tag.srcid = pmt.intern("receiver")
        source.set_data([1] * 200, [tag])
        sink = blocks.vector_sink_f(LENGTH)
        graph = gr.top_block()
        graph.connect(source, spectrum(), sink)
        graph.run()
        (got,) = sink.tags()
        self.assertEqual(got.offset, 1)
        self.assertEqual(pmt.symbol_to_string(got.srcid), "receiver")
        self.assertEqual(pmt.to_double(got.value), 1.5)

    def test_of_two_items_a_sample_both_belong_to_it(self):
        tags = []
        for offset in (0, 39, 40, 41, 79, 80):
            tag = gr.tag_t()
            tag.offset, tag.key, tag.value = offset, pmt.intern("at"), pmt.from_long(offset)
            tags.append(tag)
        source = blocks.vector_source_s([1] * 400, False, 1, tags)
        sink = blocks.vector_sink_f(LENGTH)
        graph = gr.top_block()
        graph.connect(source, gpufft.spectrum_s(LENGTH, HOP, [], 1e4), sink)
        graph.run()
        got = {pmt.to_long(tag.value): tag.offset for tag in sink.tags()}
        self.assertEqual(got, {0: 0, 39: 0, 40: 1, 41: 1, 79: 1, 80: 2})

    def test_another_tuning_restarts_the_average_at_its_sample(self):
        x = noise(2000)
        for why, frames, tags, stretches in TUNINGS:
            got, _ = run_tagged(spectrum(HOP, frames), x, tags)
            want = []
            for first, outputs in stretches:
                powers = frame_powers(x[first:], LENGTH, HOP, "hann")
                powers = powers[: outputs * frames].reshape(outputs, frames, LENGTH)
                want.append(powers.mean(axis=1))
            want = np.concatenate(want)
            self.assertEqual(got.shape, want.shape, why)
            self.assertLess(worst_error(got, want), 1e-4, why)

    def test_a_tag_that_restarts_comes_out_with_the_first_average_after_it(self):
        _, arrived = run_tagged(
            spectrum(HOP, 4), noise(2000), [(505, "rx_freq", 1.0), (504, "other", 2)]
        )
        # The average under way at sample 504 is never finished.
        self.assertEqual(arrived, [(5, "other", 2), (5, "rx_freq", 1.0)])

    def test_a_rate_changes_the_level_per_hz_and_the_rate_of_outputs(self):
        x = noise(8000)
        block = gpufft.spectrum_c(
            LENGTH, HOP, "hann", 1e4, output="power_per_hz", centered=False, rate=50.0
        )
        got, arrived = run_tagged(block, x, [(4000, "rx_rate", 2e4)])
        self.assertEqual(block.samp_rate(), 2e4)
        # 198 frames, an output for each 10 of them; then for each 20 of 198.
        first = frame_powers(x, LENGTH, HOP, "hann", 1e4, "power_per_hz")[:190]
        second = frame_powers(x[4000:], LENGTH, HOP, "hann", 2e4, "power_per_hz")[:180]
        want = np.concatenate(
            [
                first.reshape(19, 10, LENGTH).mean(axis=1),
                second.reshape(9, 20, LENGTH).mean(axis=1),
            ]
        )
        self.assertEqual(got.shape, want.shape)
        self.assertLess(worst_error(got, want), 1e-4)
        self.assertEqual(arrived, [(19, "rx_rate", 2e4)])

    def test_offsets_are_right_behind_every_change(self):
        changes = [(0, 1.0), (997, 2.0), (2500, 3.0), (2541, 4.0), (6003, 5.0)]
        tags = [(sample, "rx_freq", value) for sample, value in changes]
        probes = list(range(0, 9900, 7))
        tags += [(sample, "at", sample) for sample in probes]
        _, arrived = run_tagged(spectrum(HOP, 2), noise(10000), sorted(tags))
        # First samples of the outputs, by the definition.
        starts = []
        for (first, _), (end, _) in zip(changes, [*changes[1:], (10000, 0)]):
            frames = max(0, (end - first - LENGTH) // HOP + 1)
            starts += [first + 2 * HOP * i for i in range(frames // 2)]
        ends = [start + 2 * HOP for start in starts]
        for output, key, value in arrived:
            if key == "at":
                want = int(np.searchsorted(ends, value, side="right"))
                self.assertEqual(output, want, f"sample {value}")
        came = [value for _, key, value in arrived if key == "at"]
        self.assertEqual(came, [p for p in probes if p < ends[-1]])


if __name__ == "__main__":
    gr_unittest.run(qa_spectrum_tags)
