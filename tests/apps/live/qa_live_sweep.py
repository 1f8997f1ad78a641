#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sweeps of gpufft live: what the radio's stations give is one spectrum, at true frequencies."""
import argparse
import time
import unittest

import numpy as np

from gnuradio.gpufft.live import arguments
from gnuradio.gpufft.live.analyzer import Analyzer
from gnuradio.gpufft.live.radio import Span
from gnuradio.gpufft.live.simulated_signals import SIGNALS, Signal
from gnuradio.gpufft.live.simulation import Simulation
from gnuradio.gpufft.spectrogram_plan import ArgumentError


#: An edge of a burst spreads over all frequencies, which is no fault of a sweep.
STEADY = tuple(signal for signal in SIGNALS if not signal.period_s)


class Steady(Simulation):
    def __init__(self, signals=STEADY, **more):
        super().__init__(signals=signals, **more)


class OnAGrid(Steady):
    """Tunes to multiples of 130 kHz only, as a synthesizer of coarse steps does."""

    def _tune(self, hz):
        return super()._tune(round(hz / 130e3) * 130e3)


class SlowToSettle(Steady):
    """Says nothing when a retune takes effect, and takes longer than its buffers hold."""

    def __init__(self):
        super().__init__(settle_s=0.01, has_tags=False)
        self._settles_within = 0.015

    @property
    def settle_s(self):
        return 0.01 if self._block is None else self._settles_within

    @settle_s.setter
    def settle_s(self, value):
        pass


class OfSomeRange(Steady):
    freq_span = Span(90e6, 110e6)


def sweep_of(radio, low, high, sweeps=2, **more):
    """What the store shows after so many sweeps, the analyzer, and lines that it said."""
    options = argparse.Namespace(
        sweep=(low, high), length=None, rbw=None, window=None, average=None, seconds=None,
        max_hold=None, fps=None, device="auto", samp_rate=None, gain=None, freq=None)
    arguments.fill_in(options)
    vars(options).update(more)
    said = []
    analyzer = Analyzer(lambda: radio, options, said.append)
    analyzer.start()
    try:
        end = time.monotonic() + 120
        while analyzer.flowgraph.sink.sweeps < sweeps:
            if time.monotonic() > end:
                raise AssertionError("the sweep does not end")
            analyzer.poll()
            time.sleep(0.05)
        return analyzer.flowgraph.store.take(), analyzer, said
    finally:
        analyzer.stop()


class qa_live_sweep(unittest.TestCase):
    def check(self, shown, low, high, signals=STEADY):
        """Carriers are where and as strong as they are, and nothing else is."""
        frequencies, levels = shown.frequencies_hz, shown.now
        bin_hz = frequencies[1] - frequencies[0]
        self.assertTrue(np.isfinite(levels).all())
        self.assertEqual(frequencies[0], low)
        self.assertLessEqual(frequencies[-1], high)
        self.assertGreaterEqual(frequencies[-1] + bin_hz, high)
        known = np.zeros(len(levels), bool)
        floor = np.median(levels)
        for signal in signals:
            width = signal.deviation_hz + 10 * signal.tone_hz + 6 * bin_hz
            near = np.abs(frequencies - signal.freq_hz) < width
            known |= near
            if not near.any() or signal.deviation_hz:
                continue
            if not low + bin_hz < signal.freq_hz < high - bin_hz:
                continue
            # Noise moves the level of a mean of 8 frames by so many dB, four sigma.
            noise_db = 4 * 8.69 / np.sqrt(2 * 8 * 10**((signal.level_dbfs - floor) / 10))
            peak = frequencies[near][np.argmax(levels[near])]
            self.assertLessEqual(abs(peak - signal.freq_hz),
                                 bin_hz / 2 + 1 if noise_db < 1 else bin_hz)
            self.assertLess(signal.level_dbfs - levels[near].max(), 0.85 + noise_db)
            self.assertGreater(signal.level_dbfs - levels[near].max(), -0.1 - noise_db)
        # A synthesizer that has not locked would be seen at -1 dBFS in the middle of a
        # station, and samples of the station before as a second carrier.
        self.assertLess(levels[~known].max(), floor + 6)

    def test_a_radio_that_tags(self):
        shown, analyzer, said = sweep_of(Steady(fast=True), 80e6, 180e6, length=1024)
        self.check(shown, 80e6, 180e6)
        gate, plan = analyzer.flowgraph.gate, analyzer.flowgraph.sweep
        self.assertEqual(said, [])
        self.assertGreaterEqual(gate.retunes, 2 * plan.stations)
        # What the radio took to settle is dropped at each station, at least.
        self.assertGreaterEqual(gate.dropped, (gate.retunes - 2) * 0.001 * 2e6)
        self.assertEqual(np.isfinite(shown.ages_s).sum(), 2)  # a row a sweep

    def test_a_radio_that_does_not_tag(self):
        shown, _, _ = sweep_of(SlowToSettle(), 97e6, 103e6, length=1024)
        self.check(shown, 97e6, 103e6)

    def test_a_radio_of_coarse_steps(self):
        """What the radio says is taken, not what it was told."""
        shown, _, _ = sweep_of(OnAGrid(fast=True), 95e6, 105e6, length=2000)
        # Where stations move apart there are gaps of less than a step: they are not invented.
        gaps = np.isnan(shown.now)
        self.assertLess(gaps.mean(), 0.1)
        shown.now[gaps] = np.nanmedian(shown.now)
        self.check(shown, 95e6, 105e6)

    def test_to_the_edges_of_the_radio(self):
        shown, analyzer, _ = sweep_of(OfSomeRange(fast=True), 90e6, 110e6, length=1024)
        self.check(shown, 90e6, 110e6)
        self.assertGreater(analyzer.flowgraph.sweep.centre_hz(13), 110e6 - 1e6)

    def test_one_station(self):
        shown, analyzer, _ = sweep_of(Steady(fast=True), 100e6, 100.8e6, length=1024,
                                      sweeps=20)
        self.assertEqual(analyzer.flowgraph.sweep.stations, 1)
        self.check(shown, 100e6, 100.8e6)

    def test_every_bin_between_stations(self):
        """Carriers at each seam, and in the middle of each station."""
        plan = sweep_of(Steady(fast=True), 200e6, 210e6, length=512)[1].flowgraph.sweep
        edge = plan.kept / 2 * plan.spectra.bin_hz
        for side in (-edge, edge - plan.spectra.bin_hz):
            carriers = tuple(Signal(centre + place, -30)
                             for centre in map(plan.centre_hz, range(1, 6))
                             for place in (0, side))
            shown, _, _ = sweep_of(Steady(fast=True, signals=carriers), 200e6, 210e6,
                                   length=512)
            for carrier in carriers:
                place = np.argmin(np.abs(shown.frequencies_hz - carrier.freq_hz))
                self.assertAlmostEqual(shown.frequencies_hz[place], carrier.freq_hz, delta=1)
                self.assertAlmostEqual(shown.now[place], -30, delta=0.05)
                self.assertEqual(np.argmax(shown.now[place - 2:place + 3]), 2)

    def test_what_cannot_be_swept(self):
        with self.assertRaisesRegex(ArgumentError, r"--sweep at --length 1048576 has \d+ bins, "
                                                   r"above the limit of 4194304; --length "
                                                   r"(\d+) works") as refused:
            sweep_of(Simulation(), 80e6, 1e9, length=1 << 20)
        works = int(str(refused.exception).split("--length ")[2].split()[0])
        shown, _, _ = sweep_of(Steady(fast=True), 100e6, 103e6, length=works)
        self.assertTrue(np.isfinite(shown.now).all())


if __name__ == "__main__":
    unittest.main()
