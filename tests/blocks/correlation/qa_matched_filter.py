#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""matched_filter: correlations beside NumPy's in double, peaks, times, changes while it runs."""

import random
from time import monotonic

import numpy as np
import pmt
from flowgraphs import noise, relative_error
from gnuradio import blocks, gpufft, gr, gr_unittest
from patience import wait_until
from time_values import time_value


class Peaks(gr.basic_block):
    """Keeps the dictionaries that come."""

    def __init__(self):
        super().__init__("peaks", [], [])
        self.port = pmt.intern("in")
        self.message_port_register_in(self.port)
        self.set_msg_handler(self.port, self.take)
        self.all = []

    def take(self, message):
        self.all.append(pmt.to_python(message))

    def places(self):
        return [(peak["offset"], peak["reference"]) for peak in self.all]


def found(x, references, *arguments, tags=(), limit=None, **named):
    """(peaks, correlations as streams) of a flowgraph; the peaks in order."""
    block = gpufft.matched_filter([list(map(complex, r)) for r in references], *arguments,
                                  **named)
    made = [gr.tag_utils.python_to_tag((at, pmt.intern(key), value)) for at, key, value in tags]
    source = blocks.vector_source_c(x.tolist(), False, 1, made)
    sinks = [blocks.vector_sink_c() for _ in references]
    peaks, graph = Peaks(), gr.top_block()
    graph.connect(source, block)
    for i, sink in enumerate(sinks):
        graph.connect((block, i), sink)
    graph.msg_connect(block, "peaks", peaks, "in")
    if limit:
        graph.run(limit)
    else:
        graph.run()
    peaks.all.sort(key=lambda peak: (peak["offset"], peak["reference"]))
    return peaks, [np.array(sink.data()) for sink in sinks]


def correlation(x, reference):
    x, r = np.asarray(x, complex), np.asarray(reference, complex)
    length = 1 << int(np.ceil(np.log2(len(x) + len(r))))
    return np.fft.ifft(np.fft.fft(x, length) * np.fft.fft(r[::-1].conj(), length))[:len(x)]


def levels(x, reference):
    size = np.concatenate([np.zeros(len(reference)), np.cumsum(np.abs(x.astype(complex))**2)])
    energy = size[len(reference):] - size[:-len(reference)]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.abs(correlation(x, reference)) / np.sqrt(
            energy * np.sum(np.abs(reference.astype(complex))**2))


class qa_matched_filter(gr_unittest.TestCase):
    def test_correlations_are_numpys(self):
        seed = random.randrange(1 << 30)
        print("seed", seed)
        choose = random.Random(seed)
        for lengths in ((1,), (31, 64), (1000, 7, 130), (5000,)):
            limit = choose.choice((None, 37, 1000))
            x = noise(choose.randrange(9000, 20000), seed=choose.randrange(999))
            references = [noise(n, seed=n) for n in lengths]
            with self.subTest(f"{lengths} {limit} {seed}"):
                _, got = found(x, references, 1.0, limit=limit)
                for mine, reference in zip(got, references):
                    self.assertEqual(len(mine), len(x))
                    self.assertLess(relative_error(mine, correlation(x, reference)), 1e-6)

    def test_preambles_in_noise(self):
        references = [noise(255, seed=5), noise(100, seed=6)]
        x = 1.0 * noise(30000, seed=7)
        hidden = [(0, 0, 2.0), (777, 1, 2.0j), (9999, 0, -3.0), (10300, 0, 1 - 1j),
                  (20000, 1, 1.5), (29500, 0, 2.0)]
        for at, which, gain in hidden:
            x[at:at + len(references[which])] += gain * references[which]
        for limit in (None, 100, 4096):
            peaks, streams = found(x, references, 0.6, limit=limit)
            self.assertEqual(peaks.places(), [(at, which) for at, which, _ in hidden])
            for peak, (at, which, gain) in zip(peaks.all, hidden):
                last = at + len(references[which]) - 1
                self.assertAlmostEqual(peak["value"], streams[which][last], 3)
                energy = np.sum(np.abs(references[which])**2)
                self.assertLess(abs(peak["value"] / energy - gain), 0.35)
                self.assertAlmostEqual(peak["level"], levels(x, references[which])[last], 5)
                self.assertNotIn("time", peak)

    def test_levels_do_not_depend_on_how_strong_the_signal_is(self):
        reference = noise(200, seed=3)
        x = np.zeros(9000, np.complex64)
        for at, gain in ((1000, 1e4), (3000, 1), (5000, 1e-4)):
            x[at:at + 200] = gain * reference
        peaks, _ = found(x, [reference], 0.99)
        self.assertEqual([at for at, _ in peaks.places()], [1000, 3000, 5000])
        for peak in peaks.all:
            self.assertAlmostEqual(peak["level"], 1, 5)

    def test_the_highest_within_the_distance(self):
        reference = np.ones(4, np.complex64)
        x = np.zeros(400, np.complex64)
        x[100:104] = x[110:114] = x[130:134] = 1
        x[103], x[113] = 0.9, 0.7
        for distance, want in ((0, [100, 110, 130]), (9, [100, 110, 130]), (15, [100, 130]),
                               (40, [130])):
            peaks, _ = found(x, [reference], 0.97, distance)
            self.assertEqual([at for at, _ in peaks.places()], want, distance)

    def test_the_end_of_a_stream(self):
        reference = noise(50, seed=2)
        for behind in (0, 1, 49, 50, 200):
            x = 0.01 * noise(500 + behind)
            x[450:500] += reference
            for limit in (None, 1, 3):
                peaks, (stream,) = found(x, [reference], 0.9, limit=limit)
                self.assertEqual(peaks.places(), [(450, 0)], f"{behind} {limit}")
                self.assertEqual(len(stream), len(x))

    def test_without_streams(self):
        reference = noise(50, seed=2)
        x = 0.01 * noise(30000)
        x[20000:20050] += reference
        block, peaks, graph = gpufft.matched_filter([reference.tolist()]), Peaks(), gr.top_block()
        graph.connect(blocks.vector_source_c(x.tolist()), block)
        graph.msg_connect(block, "peaks", peaks, "in")
        graph.run()
        self.assertEqual(peaks.places(), [(20000, 0)])

    def test_times(self):
        def time(seconds, fraction):
            return pmt.make_tuple(pmt.from_uint64(seconds), pmt.from_double(fraction))

        reference = noise(64, seed=4)
        x = 0.1 * noise(9000)
        for at in (100, 2000, 4000, 7000):
            x[at:at + 64] += reference
        rate = 1000.0
        tags = [(1000, "rx_time", time(100, 0.75)), (3000, "rx_rate", pmt.from_double(2000.0)),
                (6990, "rx_time", time(200, 0.995))]
        peaks, _ = found(x, [reference], 0.8, 0, rate, tags=tags)
        want = [None, (101, 0.75), (103, 0.25), (201, 0.0)]
        self.assertEqual(len(peaks.all), 4)
        for peak, time_of in zip(peaks.all, want):
            self.assertEqual("time" in peak, time_of is not None)
            if time_of:
                seconds, fraction = peak["time"]
                self.assertAlmostEqual(seconds + fraction, sum(time_of), 9)
                self.assertLess(fraction, 1)
        rate_with_time = [tags[0], (1000, "rx_rate", pmt.from_double(1000.0))]
        for tags, has_time in ((tags[:1], False), (rate_with_time, True)):
            peaks, _ = found(x[:5000], [reference], 0.8, tags=tags)
            self.assertEqual("time" in peaks.all[-1], has_time)

    def test_rates_of_any_number(self):
        reference = noise(64, seed=4)
        x = 0.1 * noise(3000)
        x[2000:2064] += reference
        time = time_value(7, 0.5)
        for tags, want in (
                ([("rx_time", time), ("rx_rate", pmt.from_uint64(4000))], 8.0),
                ([("rx_time", time), ("rx_rate", pmt.from_long(4000))], 8.0),
                ([("rx_time", time), ("rx_rate", pmt.from_complex(4000, 0))], None),
                ([("rx_time", time), ("rx_rate", pmt.from_double(-4000))], None)):
            peaks, _ = found(x, [reference], 0.8, tags=[(0, *tag) for tag in tags])
            self.assertEqual(peaks.places(), [(2000, 0)])
            seconds = sum(peaks.all[0]["time"]) if "time" in peaks.all[0] else None
            self.assertEqual(seconds, want, tags)

    def test_silence_and_what_is_not_finite(self):
        # Host loops of as many products as samples times taps would take minutes.
        reference = noise(20000, seed=4)
        x = np.zeros(600000, np.complex64)
        x[40000:60000] = 1e4 * reference
        x[140000:160000] = x[550000:570000] = reference
        begin = monotonic()
        peaks, _ = found(x, [reference], 0.9)
        self.assertEqual(peaks.places(), [(40000, 0), (140000, 0), (550000, 0)])
        x[30000], x[30001] = np.nan, np.inf  # near them there is no correlation
        peaks, _ = found(x, [reference], 0.9)
        self.assertIn((550000, 0), peaks.places())
        self.assertNotIn((40000, 0), peaks.places())
        x = np.zeros(4000000, np.complex64)
        x[::60000] = 1e4  # each transform has rounding errors where the samples are 0
        peaks, _ = found(x, [reference], 0.9)
        self.assertEqual(peaks.places(), [])
        self.assertLess(monotonic() - begin, 30)

    def test_levels_are_exact(self):
        # Weak signals right behind strong ones, whose rounding errors are above them.
        reference = noise(32, seed=4)
        x = np.zeros(4000, np.complex64)
        x[1000:1032] = 1e6 * reference
        x[1032:1300] = 0.03 * noise(268, seed=5)
        peaks, _ = found(x, [reference], 0.7, 1)
        self.assertIn((1000, 0), peaks.places())
        for peak in peaks.all:
            self.assertLessEqual(peak["level"], 1)
            window = x[peak["offset"]:peak["offset"] + 32].astype(complex)
            exact = abs(np.vdot(reference.astype(complex), window)) / np.sqrt(
                np.sum(np.abs(window)**2) * np.sum(np.abs(reference.astype(complex))**2))
            self.assertAlmostEqual(peak["level"], exact, 9)

    def test_only_the_top_of_what_falls_slowly_is_a_peak(self):
        # Levels rise to 1 and fall over many times the distance.
        reference = np.ones(400, np.complex64)
        x = np.zeros(3000, np.complex64)
        x[1000:1400] = 1
        x[1400:1900] = np.exp(0.05j * np.arange(1, 501))
        for limit in (None, 7):
            for distance in (2, 10, 50):
                peaks, _ = found(x, [reference], 0.6, distance, limit=limit)
                self.assertEqual(peaks.places(), [(1000, 0)], f"{distance} {limit}")

    def test_changes_while_it_runs(self):
        one, two = noise(64, seed=4), noise(32, seed=8)
        x = 0.1 * noise(4096)
        x[500:564] += one
        x[1500:1532] += two
        block = gpufft.matched_filter([one.tolist()], 0.8)
        peaks, graph = Peaks(), gr.top_block()
        throttle = blocks.throttle(gr.sizeof_gr_complex, 2e5)
        graph.connect(blocks.vector_source_c(x.tolist(), True), throttle, block)
        graph.msg_connect(block, "peaks", peaks, "in")
        graph.start()
        try:
            wait_until(lambda: len(peaks.all) > 2)
            self.assertEqual({at % 4096 for at, _ in peaks.places()}, {500})
            block.set_references([two.tolist()])
            wait_until(lambda: peaks.places() and peaks.places()[-1][0] % 4096 == 1500)
            port = pmt.intern("command")
            block.to_basic_block()._post(port, pmt.cons(
                pmt.intern("references"), pmt.init_c32vector(64, one.tolist())))
            wait_until(lambda: peaks.places()[-1][0] % 4096 == 500)
            block.to_basic_block()._post(port, pmt.cons(pmt.intern("threshold"),
                                                        pmt.from_double(1.0)))
            wait_until(lambda: block.threshold() == 1.0)
            block.set_threshold(2)  # logged
            block.set_references([one.tolist(), two.tolist()])
            self.assertEqual((block.threshold(), len(block.references())), (1.0, 1))
        finally:
            graph.stop()
            graph.wait()

    def test_refuses(self):
        good = [[1.0, 1j]]
        for words, arguments in (
                ("1 .. 64 references, got 0", ([],)), ("1 .. 64 references, got 65", (good * 65,)),
                ("reference 1 has 0 samples", ([[1], []],)),
                ("reference 0 has 2 samples.*finite", ([[1, np.nan]],)),
                ("all samples of reference 0 are 0", ([[0, 0]],)),
                ("threshold must be above 0", (good, 0)), ("threshold", (good, 1.1)),
                ("threshold", (good, np.nan)), ("min_distance must be", (good, 0.5, -1)),
                ("samp_rate must be", (good, 0.5, 0, -1)),
                ("samp_rate must be", (good, 0.5, 0, np.inf)),
                ("nthreads must be", (good, 0.5, 0, 0, -1))):
            with self.assertRaisesRegex(ValueError, words):
                gpufft.matched_filter(*arguments)
        block = gpufft.matched_filter(good)
        with self.assertRaisesRegex(ValueError, "make another block"):
            block.set_references(good * 2)
        self.assertEqual(block.references(), good)


if __name__ == "__main__":
    gr_unittest.run(qa_matched_filter)
