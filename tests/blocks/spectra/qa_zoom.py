#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""zoom_c: the whole band as it comes, or the part that a display shows, at its levels."""

import numpy as np
import pmt
from gnuradio import blocks, gpufft, gr, gr_unittest

RATE, FREQ = 2e6, 100e6


def view(low, high, columns=1000, bins=4096):
    message = pmt.make_dict()
    for name, value in (("low", low), ("high", high)):
        message = pmt.dict_add(message, pmt.intern(name), pmt.from_double(value))
    for name, value in (("columns", columns), ("bins", bins)):
        message = pmt.dict_add(message, pmt.intern(name), pmt.from_uint64(value))
    return message


def tag(offset, key, value):
    t = gr.tag_t()
    t.offset, t.key, t.value = offset, pmt.intern(key), value
    return t


def rx_time(seconds):
    whole = int(seconds)
    return pmt.make_tuple(pmt.from_uint64(whole), pmt.from_double(seconds - whole))


def tone(hz, count, amplitude=1.0):
    return amplitude * np.exp(2j * np.pi * (hz - FREQ) / RATE * np.arange(count))


def run(samples, tags=(), shown=None, block=None):
    """(samples, tags by name) that come out while a display shows `shown`."""
    top = gr.top_block()
    block = block or gpufft.zoom_c(RATE, FREQ)
    if shown:
        block.to_basic_block()._post(pmt.intern("zoom"), view(*shown))
    source = blocks.vector_source_c(np.asarray(samples).tolist(), False, 1, tags)
    sink = blocks.vector_sink_c()
    top.connect(source, block, sink)
    top.run()
    told = {}
    for t in sink.tags():
        told.setdefault(pmt.symbol_to_string(t.key), []).append(
            (t.offset, pmt.to_python(t.value)))
    return np.array(sink.data()), told, block


class driven_source(gr.sync_block):
    """Samples 1 with rx_time at every 64th, and what is done to `block` while they run: each
    of `acts` when there are 20000 more outputs than at the one before, so that it was heard."""

    def __init__(self, block, acts):
        gr.sync_block.__init__(self, "driven_source", None, [np.complex64])
        self.block, self.acts, self.at = block, list(acts), 0
        self.next_time = 0

    def tag(self, key, value):
        self.add_item_tag(0, self.nitems_written(0), pmt.intern(key), value)

    def work(self, inputs, outputs):
        if self.block.nitems_written(0) >= self.at + 20000:
            if not self.acts:
                return -1
            self.acts.pop(0)(self)
            self.at = self.block.nitems_written(0)
        out = outputs[0]
        out[:] = 1
        first = self.nitems_written(0)
        for offset in range(first + -first % 64, first + len(out), 64):
            self.add_item_tag(0, offset, pmt.intern("rx_time"), rx_time(offset / RATE))
        return len(out)


def drive(acts):
    """(tags by name, zoom_c) of a run in which all of `acts` were done."""
    top = gr.top_block()
    block = gpufft.zoom_c(RATE, FREQ)
    sink = blocks.vector_sink_c()
    source = driven_source(block, acts)
    top.connect(source, block, sink)
    top.run()
    told = {}
    for t in sink.tags():
        told.setdefault(pmt.symbol_to_string(t.key), []).append(
            (t.offset, pmt.to_python(t.value)))
    return told, block


def show(low, high):
    return lambda source: source.block.to_basic_block()._post(pmt.intern("zoom"),
                                                              view(low, high))


class qa_zoom(gr_unittest.TestCase):
    def test_the_whole_band_is_as_it_comes(self):
        rng = np.random.default_rng(1)
        samples = (rng.normal(size=(50000, 2)) @ [1, 1j]).astype(np.complex64)
        tags = [tag(7, "rx_freq", pmt.from_double(90e6)), tag(40000, "burst", pmt.PMT_T)]
        out, told, block = run(samples, tags)
        np.testing.assert_array_equal(out, samples)
        self.assertEqual(told, {"rx_freq": [(7, 90e6)], "burst": [(40000, True)]})
        self.assertEqual((block.freq(), block.decimation()), (90e6, 1))
        # Enough bins for all columns: nothing is narrowed.
        out, told, block = run(samples, (), (FREQ - 300e3, FREQ + 300e3))
        np.testing.assert_array_equal(out, samples)
        self.assertEqual(told, {})

    def test_a_part_of_the_band(self):
        count = 200000
        for middle in (FREQ + 312e3, FREQ - 700.1e3, FREQ):
            shown = (middle - 40e3, middle + 40e3)
            inside, outside = middle + 33e3, middle - 230e3
            samples = tone(inside, count, 0.25) + tone(outside, count, 0.5)
            tags = [tag(0, "rx_time", rx_time(50.25)), tag(100000, "burst", pmt.PMT_T)]
            out, told, block = run(samples, tags, shown)
            # 164 bins for 1000 columns: 8 times finer, and 80 kHz fit into 250 kHz.
            self.assertEqual(block.decimation(), 8)
            rate = RATE / 8
            self.assertEqual(told["rx_rate"], [(0, rate)])
            ((_, centre),) = told["rx_freq"]
            self.assertAlmostEqual(centre, middle, delta=rate / 32)
            self.assertEqual(told["whole_band"], [(0, (FREQ - RATE / 2, FREQ + RATE / 2))])
            # Filters of 24 taps, and of 128 of every second sample: their middle is the
            # time of an output.
            ((_, (whole, part)),) = told["rx_time"]
            self.assertAlmostEqual(whole + part, 50.25 + 140 / RATE, delta=1e-9)
            self.assertAlmostEqual(told["burst"][0][0], (100000 - 140) / 8, delta=1)
            self.assertEqual(len(out), (count - 278) // 8 + 1)
            # Phase and level of the tone, from the first output on; the other is gone.
            when = 140 / RATE + np.arange(len(out)) / rate
            expected = 0.25 * np.exp(2j * np.pi * (inside - centre) * when)
            error = out - expected
            self.assertLess(np.max(np.abs(error)), 0.25 * 1.2e-3)  # 0.01 dB
            noise = out - np.vdot(expected, out) / np.vdot(expected, expected) * expected
            self.assertLess(20 * np.log10(np.std(noise) / 0.5), -95)

    def test_seconds_of_the_stream(self):
        """Where no tag says a time, those since the first sample, at the rates there were."""
        shown = (FREQ - 40e3, FREQ + 40e3)  # by 8, whose filters' middle is 140 samples behind
        _, told, _ = run(np.ones(100000), (), shown)
        ((offset, seconds),) = told["stream_seconds"]
        self.assertEqual(offset, 0)
        self.assertAlmostEqual(seconds, 140 / RATE, 12)
        self.assertNotIn("rx_time", told)
        tags = [tag(50000, "rx_rate", pmt.from_double(2 * RATE)),
                tag(80000, "rx_rate", pmt.from_double(RATE))]
        _, told, _ = run(np.ones(100000), tags, shown)
        found = [seconds for _, seconds in told["stream_seconds"]]
        delays = [35 * RATE * n / told["rx_rate"][i][1] for i, n in enumerate((1, 2, 1))]
        want = [0, 50000 / RATE, 50000 / RATE + 30000 / (2 * RATE)]
        self.assertEqual(len(found), 3)
        for seconds, begin, delay, rate in zip(found, want, delays, (RATE, 2 * RATE, RATE)):
            self.assertGreater(seconds, begin)
            self.assertLess(seconds, begin + delay / rate)

    def test_goes_back_and_follows_the_receiver(self):
        block = gpufft.zoom_c(RATE, FREQ)
        shown = (FREQ + 100e3, FREQ + 110e3)
        samples = tone(FREQ + 105e3, 100000)
        out, told, _ = run(samples, (), shown, block)
        self.assertEqual((block.decimation(), told["rx_rate"]), (64, [(0, RATE / 64)]))
        # The receiver moves while the same frequencies are shown.
        out, told, _ = run(samples, [tag(50000, "rx_freq", pmt.from_double(FREQ + 1e5))],
                           None, block)
        self.assertEqual([x for _, x in told["whole_band"]],
                         [(FREQ - RATE / 2, FREQ + RATE / 2),
                          (FREQ + 1e5 - RATE / 2, FREQ + 1e5 + RATE / 2)])
        self.assertEqual([x for _, x in told["rx_rate"]], [RATE / 64] * 2)
        # All frequencies are the whole band again.
        out, told, _ = run(samples, (), (FREQ + 1e5 - RATE / 2, FREQ + 1e5 + RATE / 2), block)
        self.assertEqual(block.decimation(), 1)
        np.testing.assert_array_equal(out, samples.astype(np.complex64))
        self.assertEqual(told["rx_freq"], [(0, FREQ + 1e5)])
        self.assertEqual(told["rx_rate"], [(0, RATE)])
        # Frequencies that are not there are not zoomed into.
        run(samples, (), (3 * FREQ, 3 * FREQ + 10e3), block)
        self.assertEqual(block.decimation(), 1)

    def test_a_small_pan_changes_nothing(self):
        told, block = drive([show(FREQ - 40e3, FREQ + 40e3), show(FREQ - 35e3, FREQ + 45e3)])
        self.assertEqual([x for _, x in told["rx_freq"]], [FREQ])
        self.assertEqual(block.decimation(), 8)
        told, block = drive([show(FREQ - 40e3, FREQ + 40e3), show(FREQ + 60e3, FREQ + 140e3)])
        self.assertEqual([x for _, x in told["rx_freq"]], [FREQ, block.center_freq()])
        self.assertAlmostEqual(block.center_freq(), FREQ + 100e3, delta=RATE / 8 / 16)

    def test_setters_are_announced(self):
        # A value that has not changed is announced, too: a display may have been told another.
        told, block = drive([lambda source: source.block.set_freq(FREQ)])
        self.assertEqual([x for _, x in told["rx_freq"]], [FREQ])
        told, block = drive([show(FREQ - 40e3, FREQ + 40e3),
                             lambda source: source.block.set_samp_rate(RATE),
                             lambda source: source.block.set_freq(FREQ + 10e3)])
        self.assertEqual([x for _, x in told["rx_rate"]], [RATE / 8] * 3)
        self.assertEqual([x[0] for _, x in told["whole_band"]],
                         [FREQ - RATE / 2] * 2 + [FREQ + 10e3 - RATE / 2])
        for _, centre in told["rx_freq"]:
            self.assertAlmostEqual(centre, FREQ, delta=RATE / 8 / 16)

    def test_the_whole_band_again_and_its_times(self):
        moved = FREQ + 10e3
        told, block = drive([
            show(FREQ - 40e3, FREQ + 40e3), show(FREQ - RATE / 2, FREQ + RATE / 2),
            lambda source: source.tag("rx_freq", pmt.from_double(moved))])
        self.assertEqual([x for _, x in told["rx_rate"]], [RATE / 8, RATE, RATE])
        # A display takes whole_band for the last word, so that it follows each retune.
        self.assertEqual(told["whole_band"][-1][1], (moved - RATE / 2, moved + RATE / 2))
        # No sample has the time of one before it.
        back, _ = told["rx_rate"][1]
        times = [whole + part for offset, (whole, part) in told["rx_time"] if offset == back]
        self.assertLess(max(times) - min(times), 1e-9)

    def test_skipped_samples_are_nowhere(self):
        skipped, count = 1000, 40000
        samples = np.concatenate([np.full(skipped, 100), tone(FREQ + 20e3, count, 0.25)])
        tags = [tag(0, "rx_time", rx_time(50.25)), tag(500, "rx_time", rx_time(60.25)),
                tag(600, "rx_freq", pmt.from_double(FREQ)), tag(700, "burst", pmt.PMT_T)]
        for shown, delay, decimation in ((None, 0, 1), ((FREQ - 40e3, FREQ + 40e3), 140, 8)):
            block = gpufft.zoom_c(RATE, FREQ)
            block.skip(skipped)
            block.set_freq(FREQ)
            out, told, _ = run(samples, tags, shown, block)
            self.assertEqual((len(out), block.decimation()),
                             (count, 1) if not shown else ((count - 278) // 8 + 1, 8))
            self.assertLess(np.max(np.abs(out)), 0.251)
            ((at, (whole, part)),) = told["rx_time"]
            self.assertAlmostEqual(whole + part, 60.25 + (500 + delay) / RATE, delta=1e-9)
            self.assertEqual((at, told["rx_freq"], told["burst"]), (0, [(0, FREQ)], [(0, True)]))
        with self.assertRaisesRegex(ValueError, "0 or more, got -1"):
            gpufft.zoom_c(RATE, FREQ).skip(-1)

    def test_spectra_are_finer_with_the_same_levels(self):
        bins = 1024
        top = gr.top_block()
        zoom = gpufft.zoom_c(RATE, FREQ)
        hz = FREQ + 822 * RATE / 16 / bins  # in the middle of a fine bin, not of a wide one
        zoom.to_basic_block()._post(pmt.intern("zoom"), view(hz - 30e3, hz + 30e3, 500, bins))
        source = blocks.vector_source_c(tone(hz, 600000, 0.1).tolist())
        spectrum = gpufft.spectrum_c(bins, bins // 2, "hann", RATE, output="dbfs", frames=8)
        sink = blocks.vector_sink_f(bins)
        top.connect(source, zoom, spectrum, sink)
        top.run()
        self.assertEqual(zoom.decimation(), 16)
        self.assertEqual(spectrum.samp_rate(), RATE / 16)
        spectra = np.array(sink.data()).reshape(-1, bins)
        self.assertGreater(len(spectra), 5)
        place = round((hz - zoom.center_freq()) / (RATE / 16 / bins)) + bins // 2
        self.assertEqual({int(np.argmax(x)) for x in spectra}, {place})
        np.testing.assert_allclose(spectra.max(1), -20, atol=0.02)

    def test_what_is_refused(self):
        for arguments, word in (((0.0, FREQ), "samp_rate"), ((RATE, float("nan")), "freq")):
            with self.assertRaisesRegex(ValueError, word):
                gpufft.zoom_c(*arguments)
        block = gpufft.zoom_c(RATE, FREQ)
        for message in (pmt.PMT_T, pmt.make_dict(), pmt.cons(pmt.intern("low"), pmt.PMT_T)):
            block.to_basic_block()._post(pmt.intern("zoom"), message)
        run(tone(FREQ, 100), (), (FREQ, FREQ), block)  # of no width
        self.assertEqual(block.decimation(), 1)


if __name__ == "__main__":
    gr_unittest.run(qa_zoom)
