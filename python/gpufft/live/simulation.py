# SPDX-License-Identifier: GPL-3.0-or-later
"""A radio that is simulated: it tunes, settles, clips and tags as real ones do."""
import threading

import numpy as np
import pmt
from gnuradio import gr

from .pacing import Pacer
from .radio import Radio, Span
from .simulated_signals import NOISE_DBFS_PER_HZ, SIGNALS, SimulatedBand


class Simulation(Radio):
    """signals: what it receives (simulated_signals.Signal)
    fast:       as fast as samples are taken, not at the sampling rate
    settle_s:   after a retune it gives a loud carrier for so long, which is not there
    has_tags:   tags rx_freq where a retune takes effect
    """

    name = "simulation"
    freq_span = Span(50e6, 2e9)
    rate_span = Span(100e3, 50e6)
    gain_span = Span(-20.0, 60.0)

    def __init__(self, samp_rate=2e6, freq_hz=100e6, fast=False, settle_s=0.001,
                 has_tags=True, signals=SIGNALS, noise_dbfs_per_hz=NOISE_DBFS_PER_HZ):
        self.samp_rate, self.freq_hz = samp_rate, freq_hz
        self.settle_s, self.tags_retunes = settle_s, has_tags
        self._is_fast, self._gain_db = fast, 0.0
        self._signals, self._noise = signals, noise_dbfs_per_hz
        self.lock = threading.Lock()
        self._retunes = 0
        self._block = None

    def connect(self, flowgraph):
        self._block = _Receiver(self, 0 if self._is_fast else self.samp_rate)
        return self._block

    def band(self):
        """(what is received as it is set now, which retune this is)"""
        with self.lock:
            return SimulatedBand(self._signals, self._noise, self.samp_rate, self.freq_hz,
                                 self._gain_db), self._retunes

    def retunes(self):
        with self.lock:
            return self._retunes

    def _tune(self, hz):
        with self.lock:
            self._retunes += 1
            self.freq_hz = hz
        return hz

    def _set_gain(self, gain):
        with self.lock:
            self._retunes += 1
            self._gain_db = 0.0 if gain == "auto" else gain

    def _set_rate(self, samp_rate):
        return samp_rate


class _Receiver(gr.sync_block):
    def __init__(self, radio, rate):
        gr.sync_block.__init__(self, "simulated_radio", None, [np.complex64])
        self._radio, self._pacer = radio, Pacer(rate)
        self._band, self._seen = None, -1
        self._is_new = False
        self._unsettled = 0

    def work(self, input_items, output_items):
        try:
            return self._fill(output_items[0])
        except Exception as error:  # an exception in this thread would stop nothing
            self._radio.failure = error
            return -1

    def _fill(self, out):
        count = self._pacer.allowed(len(out))
        if not count:
            return 0
        first = self.nitems_written(0)
        if self._radio.retunes() != self._seen:
            is_first = self._band is None
            self._band, self._seen = self._radio.band()
            self._unsettled = 0 if is_first else int(self._radio.settle_s
                                                     * self._radio.samp_rate)
            if self._radio.tags_retunes:
                self.add_item_tag(0, first, pmt.intern("rx_freq"),
                                  pmt.from_double(self._radio.freq_hz))
        out[:count] = self._band.samples(first, count)
        bad = min(self._unsettled, count)
        out[:bad] = 0.9  # a synthesizer that has not locked yet
        self._unsettled -= bad
        return count
