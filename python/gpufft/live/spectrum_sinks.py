# SPDX-License-Identifier: GPL-3.0-or-later
"""Blocks that hand spectra to a SpectrumStore, at the frequencies that tags say."""
import time

import numpy as np
import pmt
from gnuradio import gr

_RX_FREQ = pmt.intern("rx_freq")


class SpectrumSink(gr.sync_block):
    """Spectra of one band. plan: a SpectrumPlan; centre_hz: until a tag says another."""

    def __init__(self, store, plan, centre_hz):
        gr.sync_block.__init__(self, "spectrum_sink", [(np.float32, (plan.bins,))], None)
        self._store, self._plan = store, plan
        self._centre_hz = centre_hz
        self.failure = None

    def _restart(self, centre_hz):
        self._centre_hz = centre_hz
        self._store.restart(low_of(self._plan, centre_hz), centre_hz)

    def work(self, input_items, output_items):
        try:
            for number, levels in enumerate(input_items[0]):
                for tag in self.get_tags_in_window(0, number, number + 1, _RX_FREQ):
                    if pmt.to_double(tag.value) != self._centre_hz:
                        self._restart(pmt.to_double(tag.value))
                self._store.add(levels)
                self._store.add_row(levels)
            return len(input_items[0])
        except Exception as error:  # an exception in this thread would stop nothing
            self.failure = error
            return -1


class LargestSink(gr.sync_block):
    """Spectra of which the store keeps the largest level of each bin."""

    def __init__(self, store, plan):
        gr.sync_block.__init__(self, "largest_sink", [(np.float32, (plan.bins,))], None)
        self._store = store
        self.failure = None

    def work(self, input_items, output_items):
        try:
            for levels in input_items[0]:
                self._store.add_largest(levels)
            return len(input_items[0])
        except Exception as error:
            self.failure = error
            return -1


class PanoramaSource(gr.sync_block):
    """What ``store`` has of a sweep, for a display, when there is more of it."""

    PERIOD_S = 0.1

    def __init__(self, store, bins):
        gr.sync_block.__init__(self, "panorama_source", None, [(np.float32, (bins,))])
        self._store, self._seen, self._given = store, 0, 0.0

    def work(self, input_items, output_items):
        time.sleep(max(0.0, self._given + self.PERIOD_S - time.monotonic()))
        self._given = time.monotonic()
        seen = self._store.spectra_ever
        if seen == self._seen:
            return 0
        self._seen = seen
        output_items[0][0] = self._store.take().now
        return 1


class SweepSink(gr.sync_block):
    """Stitches spectra of stations into a panorama (SweepPlan), each at the frequency that
    its tag says; a row of the waterfall is a whole sweep."""

    def __init__(self, store, plan):
        gr.sync_block.__init__(self, "sweep_sink", [(np.float32, (plan.spectra.bins,))], None)
        self._store, self._plan = store, plan
        self._at_hz = None
        self.sweeps = 0
        self.failure = None

    def work(self, input_items, output_items):
        try:
            for number, levels in enumerate(input_items[0]):
                for tag in self.get_tags_in_window(0, number, number + 1, _RX_FREQ):
                    self._at_hz = pmt.to_double(tag.value)
                if self._at_hz is not None:
                    self._add(levels)
            return len(input_items[0])
        except Exception as error:
            self.failure = error
            return -1

    def _add(self, levels):
        plan = self._plan
        first = (plan.spectra.length - plan.kept) // 2
        begin = plan.first_bin(self._at_hz)
        self._store.add(levels[first:first + plan.kept], begin)
        if begin + plan.kept >= plan.bins:
            self._store.add_row(self._store.levels_now())
            self.sweeps += 1


def low_of(plan, centre_hz):
    """The frequency of a spectrum's lowest bin."""
    return 0.0 if plan.is_real else (centre_hz or 0.0) - plan.length // 2 * plan.bin_hz
