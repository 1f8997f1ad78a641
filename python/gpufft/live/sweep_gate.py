# SPDX-License-Identifier: GPL-3.0-or-later
"""The block of a sweep: retunes the radio, and lets through what has settled."""
import time

import numpy as np
import pmt
from gnuradio import gr

_RX_FREQ = pmt.intern("rx_freq")


class SweepGate(gr.basic_block):
    """Passes ``plan.dwell`` samples of each station on, the first one tagged rx_freq with
    the frequency that the radio says it is at; drops what comes between.

    Where the radio tags retunes, samples count from its tag on. Where it does not, they
    count when ``radio.settle_s`` have gone by on the clock and ``buffered`` samples, which
    may have waited between the radio and this block, have been dropped.
    """

    def __init__(self, radio, plan, buffered):
        gr.basic_block.__init__(self, "sweep_gate", [np.complex64], [np.complex64])
        self.set_tag_propagation_policy(gr.TPP_DONT)
        self._radio, self._plan, self._buffered = radio, plan, buffered
        self._settle = int(radio.settle_s * plan.spectra.samp_rate)
        self._station = 0
        self._left = 0  # samples of this station that are still to come
        self._waits_for_tag = False
        self._to_drop = 0
        self._not_before = 0.0
        self._is_tuned = False
        self.dropped = 0  #: samples, while the radio settled
        self.retunes = 0

    def forecast(self, noutput_items, ninputs):
        return [1] * ninputs

    def general_work(self, input_items, output_items):
        try:
            return self._go_on(input_items[0], output_items[0])
        except Exception as error:  # an exception in this thread would stop nothing
            self._radio.failure = error
            return -1

    def _go_on(self, samples, out):
        if not self._is_tuned:
            self._tune()
        if self._left == 0:
            self.consume(0, self._settled(len(samples)))
            return 0
        count = min(len(samples), len(out), self._left)
        if count == 0:
            return 0
        if self._left == self._plan.dwell:
            self.add_item_tag(0, self.nitems_written(0), _RX_FREQ,
                              pmt.from_double(self._radio.freq_hz))
        out[:count] = samples[:count]
        self.consume(0, count)
        self._left -= count
        if self._left == 0:
            self._station = (self._station + 1) % self._plan.stations
            self._is_tuned = False
        return count

    def _tune(self):
        wanted = self._plan.centre_hz(self._station)
        span = self._radio.freq_span
        # The outermost stations reach beyond the sweep, and maybe beyond the radio's range.
        self._radio.tune(span.nearest(wanted))
        self.retunes += 1
        self._waits_for_tag = self._radio.tags_retunes
        self._to_drop = self._settle + (0 if self._waits_for_tag else self._buffered)
        self._not_before = time.monotonic() + (0 if self._waits_for_tag
                                               else self._radio.settle_s)
        self._is_tuned = True
        self._left = 0

    def _settled(self, available):
        """How many of ``available`` samples are dropped; after the last, a station begins."""
        if self._waits_for_tag:
            return self._drop(self._up_to_tag(available))
        count = min(available, self._to_drop)
        self._to_drop -= count
        if self._to_drop == 0:
            if time.monotonic() >= self._not_before:
                self._left = self._plan.dwell
            else:  # of what is there nothing was received after that time
                count = available
        return self._drop(count)

    def _up_to_tag(self, available):
        begin = self.nitems_read(0)
        for tag in self.get_tags_in_window(0, 0, available, _RX_FREQ):
            if abs(pmt.to_double(tag.value) - self._radio.freq_hz) < 1.0:
                self._waits_for_tag = False
                if self._to_drop == 0:
                    self._left = self._plan.dwell
                return tag.offset - begin
        return available

    def _drop(self, count):
        self.dropped += count
        return count
