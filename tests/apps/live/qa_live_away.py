#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Radios that end, throw, fall silent or lose samples while gpufft live runs."""
import argparse
import contextlib
import time
import unittest
from unittest import mock

import numpy as np
import pmt
from gnuradio import blocks, gr

from gnuradio.gpufft.live import arguments
from gnuradio.gpufft.live.analyzer import Analyzer
from gnuradio.gpufft.live.flowgraph import Flowgraph
from gnuradio.gpufft.live.meters import RateMeter, SampleMeter
from gnuradio.gpufft.live.pacing import Pacer
from gnuradio.gpufft.live.radio import DeviceFailed, Radio, RadioError, Span
from gnuradio.gpufft.live.spectrum_plan import ArgumentError
from gnuradio.gpufft.live.words import missing_share, warning_of


class Unsteady(Radio):
    """Gives ``samples`` of a tone, and then does what ``then`` says."""

    name = "radio"
    samp_rate = 1e6
    freq_hz = 50e6
    can_come_back = True
    loses_samples = True

    def __init__(self, samples, then):
        self._samples, self._then = samples, then
        self.is_closed = False

    def connect(self, flowgraph):
        self._block = _Block(self)  # a flowgraph does not keep blocks of Python
        return self._block

    def close(self):
        self.is_closed = True


class _Block(gr.sync_block):
    def __init__(self, radio):
        gr.sync_block.__init__(self, "unsteady", None, [np.complex64])
        self._radio, self._pacer = radio, Pacer(radio.samp_rate)

    def work(self, input_items, output_items):
        radio, out = self._radio, output_items[0]
        left = radio._samples - self.nitems_written(0)
        if left <= 0:
            if radio._then == "silence":
                time.sleep(0.02)
                return 0
            radio.failure = RuntimeError("pulled out\nof its socket") \
                if radio._then == "failure" else None
            return -1
        count = self._pacer.allowed(int(min(left, len(out))))
        out[:count] = 0.5
        return count


class qa_live_away(unittest.TestCase):
    def analyzer(self, open_radio, **more):
        options = argparse.Namespace(sweep=None, record=None, length=512, rbw=None, window=None,
                                     average=None, seconds=None, max_hold=None, fps=None,
                                     device="auto")
        arguments.fill_in(options)
        vars(options).update(more)
        self.said = []
        return Analyzer(open_radio, options, self.said.append)

    @contextlib.contextmanager
    def running(self, analyzer):
        analyzer.start()
        try:
            yield
        finally:
            analyzer.stop()

    def poll_until(self, analyzer, wanted):
        end = time.monotonic() + 60
        while not wanted():
            if time.monotonic() > end:
                self.fail(f"did not come; said: {self.said}")
            analyzer.poll()
            time.sleep(0.02)

    def test_each_way_to_go_away(self):
        for then, reason in (("end", "it ended"), ("failure", "pulled out of its socket"),
                             ("silence", "no samples for 2 s")):
            with self.subTest(then):
                radios = [Unsteady(100000, then)]
                refused = []

                def open_radio():
                    if radios:
                        return radios.pop()
                    if len(refused) < 2:  # it is not there for some seconds
                        refused.append(time.monotonic())
                        raise RadioError("radio: is not there")
                    return Unsteady(10**9, "end")

                first = radios[0]
                analyzer = self.analyzer(open_radio)
                with self.running(analyzer):
                    self.poll_until(analyzer, lambda: self.said)
                    self.assertFalse(analyzer.is_receiving)
                    self.assertIn("NO SAMPLES", warning_of(analyzer, 0.0))
                    self.assertTrue(first.is_closed)
                    analyzer.flowgraph.store.take()
                    self.poll_until(analyzer, lambda: len(self.said) == 2)
                    self.assertTrue(analyzer.is_receiving)
                    self.poll_until(analyzer, lambda: analyzer.flowgraph.meter.total > 100000)
                    time.sleep(0.2)
                    shown = analyzer.flowgraph.store.take()
                self.assertEqual(self.said, [f"radio is away: {reason}; tries again every "
                                             f"second", "radio is back"])
                self.assertAlmostEqual(refused[1] - refused[0], 1.0, delta=0.3)
                self.assertEqual(analyzer.interruptions, 1)
                self.assertGreater(shown.spectra, 0)
                self.assertAlmostEqual(shown.now.max(), 20 * np.log10(0.5), delta=0.01)
                self.assertEqual(shown.frequencies_hz[np.argmax(shown.now)], 50e6)

    def test_a_slow_device_is_no_radio_that_is_away(self):
        class Stalled:
            """In the place of a block that has taken nothing of what came."""

            @staticmethod
            def nitems_read(_):
                return 0

        analyzer = self.analyzer(lambda: Unsteady(100000, "silence"))
        with self.running(analyzer):
            flowgraph = analyzer.flowgraph
            self.poll_until(analyzer, lambda: flowgraph.meter.total == 100000)
            taker, flowgraph._taker = flowgraph._taker, Stalled
            time.sleep(analyzer.SILENCE_S + 0.3)
            analyzer.poll()
            self.assertEqual(self.said, [])
            flowgraph._taker = taker
            analyzer.poll()
            self.assertEqual(len(self.said), 1)

    def test_settings_while_it_is_away(self):
        class Tunable(Unsteady):
            freq_span, gain_span, rate_span = Span(1e6, 1e9), Span(0, 40), Span(1e5, 1e7)

            def _tune(self, hz):
                if self.is_closed:
                    raise AssertionError("a radio that is away was tuned")
                return hz

            _set_gain = _set_rate = _tune

        radios = [Tunable(50000, "end")]

        def open_radio():
            if not radios:
                raise RadioError("radio: is not there")
            radio = radios.pop()
            for name, setter in (("freq", radio.tune), ("gain", radio.set_gain),
                                 ("samp_rate", radio.set_rate)):
                if getattr(analyzer.options, name) is not None:
                    setter(getattr(analyzer.options, name))
            return radio

        analyzer = self.analyzer(open_radio, freq=None, gain=None, samp_rate=None)
        with self.running(analyzer):
            self.poll_until(analyzer, lambda: self.said)
            with self.assertRaisesRegex(RadioError, "does not reach 2 GHz"):
                analyzer.tune(2e9)
            analyzer.tune(60e6)
            analyzer.set_gain(10)
            analyzer.set_rate(0.5e6)
            analyzer.set_length(256)
            analyzer.set_window("hann")
            radios.append(Tunable(10**9, "end"))
            self.poll_until(analyzer, lambda: analyzer.flowgraph.meter.total > 300000)
            shown = analyzer.flowgraph.store.take()
        self.assertEqual(self.said[1:], ["radio is back"])
        self.assertEqual(shown.frequencies_hz[np.argmax(shown.now)], 60e6)
        self.assertEqual((len(shown.now), analyzer.radio.samp_rate,
                          analyzer.flowgraph.plan.window), (256, 0.5e6, "hann"))

    def test_a_change_that_cannot_be_had_is_undone(self):
        class Fast(Unsteady):
            rate_span = Span(1e5, 1e12)
            asked = []

            def _set_rate(self, samp_rate):
                self.asked.append(samp_rate)
                return samp_rate

        analyzer = self.analyzer(lambda: Fast(10**9, "end"), length=None, rbw=1000.0,
                                 samp_rate=None)
        with self.running(analyzer):
            length = analyzer.flowgraph.plan.length
            with self.assertRaisesRegex(ArgumentError, "--rbw 1000 Hz at 1e\\+12 S/s needs"):
                analyzer.set_rate(1e12)
            self.assertEqual(Fast.asked, [1e12, 1e6])
            self.assertEqual((analyzer.radio.samp_rate, analyzer.options.samp_rate,
                              analyzer.flowgraph.plan.length), (1e6, None, length))
            make = Flowgraph._spectrum

            def fail_once(*arguments, **more):
                Flowgraph._spectrum = make
                raise DeviceFailed("full")

            with mock.patch.object(Flowgraph, "_spectrum", fail_once), \
                    self.assertRaisesRegex(DeviceFailed, "full"):
                analyzer.set_length(256)
            self.assertEqual((analyzer.options.length, analyzer.options.rbw), (None, 1000.0))
            self.poll_until(analyzer, lambda: analyzer.flowgraph.meter.total > 100000)
        self.assertEqual(self.said, [])

    def test_a_source_that_cannot_come_back(self):
        class Once(Unsteady):
            can_come_back = False

        analyzer = self.analyzer(lambda: Once(50000, "end"))
        with self.running(analyzer):
            self.poll_until(analyzer, lambda: analyzer.is_over)
        analyzer = self.analyzer(lambda: Once(50000, "failure"))
        with self.running(analyzer), self.assertRaisesRegex(RuntimeError, "pulled out"):
            self.poll_until(analyzer, lambda: analyzer.is_over)
        self.assertEqual(self.said, [])

    def test_no_radio_from_the_beginning(self):
        def refuse():
            raise RadioError("radio: is not there")

        analyzer = self.analyzer(refuse)
        with self.assertRaisesRegex(RadioError, "is not there"):
            analyzer.start()
        analyzer.stop()

    def test_a_radio_that_gives_less_than_its_rate(self):
        class Slow(Unsteady):
            def connect(self, flowgraph):
                self.samp_rate = 0.5e6  # what the block then gives
                return super().connect(flowgraph)

        radio = Slow(10**9, "end")
        analyzer = self.analyzer(lambda: radio)
        with self.running(analyzer):
            self.poll_until(analyzer, lambda: analyzer.rate.seconds > RateMeter.SPAN_S * 0.7)
            self.assertEqual(missing_share(analyzer), 0.0)
            radio.samp_rate = 1e6
            self.assertAlmostEqual(missing_share(analyzer), 0.5, delta=0.1)
            self.assertRegex(warning_of(analyzer, 0.0), r"^[45]\d % of samples missing$")

    def test_overload_and_losses_are_counted(self):
        radio = Radio()
        radio.samp_rate, radio.clip_level = 1000.0, 0.99
        samples = np.full(30000, 0.98, np.complex64)
        samples[:100] = 1
        samples[200:300] = -0.2 - 0.995j
        tags = [gr.tag_utils.python_to_tag((offset, pmt.intern("rx_time"), pmt.make_tuple(
            pmt.from_uint64(seconds), pmt.from_double(fraction)), pmt.PMT_NIL))
            for offset, seconds, fraction in ((0, 7, 0.5), (10000, 17, 0.75), (20000, 27, 0.75))]
        flowgraph = gr.top_block()
        meter = SampleMeter(radio)
        flowgraph.connect(blocks.vector_source_c(samples.tolist(), False, 1, tags), meter)
        flowgraph.run()
        self.assertEqual(meter.take(), (200 / 30000, 30000))
        self.assertEqual(meter.take(), (0.0, 0))
        self.assertEqual(meter.lost, 250)  # a quarter of a second before the second tag


if __name__ == "__main__":
    unittest.main()
