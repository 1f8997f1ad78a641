# SPDX-License-Identifier: GPL-3.0-or-later
"""Where spectra are shown in a window: the block `display`, and clicks on it."""
import os
import queue

import pmt
from gnuradio import gpufft, gr
from PyQt5 import Qt, sip

from .spectrum_plan import enbw


_MOST_SURVEYS = 1000


class ClickHandler(gr.basic_block):
    """Messages "freq" of a display, kept until the window's thread asks."""

    def __init__(self):
        gr.basic_block.__init__(self, "click_handler", None, None)
        self._clicks = queue.SimpleQueue()
        self.message_port_register_in(pmt.intern("freq"))
        self.set_msg_handler(pmt.intern("freq"), self._take)

    def _take(self, message):
        try:
            self._clicks.put(pmt.to_double(pmt.cdr(message)))
        except (RuntimeError, TypeError):
            pass  # not what a display sends

    def last(self):
        """Hz of the last click since the last call, or None."""
        hz = None
        while not self._clicks.empty():
            hz = self._clicks.get()
        return hz


class Screen:
    """Shows spectra in ``holder``, a QVBoxLayout; to be used by the window's thread."""

    def __init__(self, holder):
        self._holder = holder
        self._key = None
        self.display = self.handler = None
        self._widget = None
        self._problem = ""
        self._survey = ""  # that the display before recorded

    def display_of(self, bins, samp_rate, centre_hz, spectra_rate, plan, has_max=False):
        """(display for such spectra, handler of its clicks): what is there already where
        it fits, so that a radio which comes back finds its traces again.

        spectra_rate: what display.set_spectra_rate() takes: (a second, samples for each at least)
        has_max: a display that is made shows the trace "max"
        """
        key = (bins, plan.is_real)
        if key != self._key:
            self._make(bins, samp_rate, centre_hz, plan.is_real)
            self._key = key
            if has_max:
                self.display.set_trace("max", True)
        display = self.display
        if display.samp_rate() != samp_rate:
            display.set_samp_rate(samp_rate)
        if display.freq() != centre_hz:
            display.set_freq(centre_hz)
        display.set_spectra_rate(*spectra_rate)
        display.set_enbw(enbw(plan.taps))
        if self._survey:  # once the display knows what its spectra are
            survey, self._survey = self._survey, ""
            self._record_beside(survey)
        return display, self.handler

    def _make(self, bins, samp_rate, centre_hz, is_real):
        survey = self.display.recording() if self.display else ""
        if survey:
            self.display.record("")
        display = gpufft.display(bins, samp_rate, centre_hz, "dbfs", one_sided=is_real)
        display.set_log_level("off")  # what ends a recording is said by the program
        if self._widget is not None:
            self._holder.removeWidget(self._widget)
            self._widget.deleteLater()
        self._widget = sip.wrapinstance(display.qwidget(), Qt.QWidget)
        self._holder.addWidget(self._widget, 1)
        self.display, self.handler = display, ClickHandler()
        self._survey = survey

    def record(self, survey):
        """Raises RuntimeError where it cannot be written."""
        self.display.record(survey)

    def _record_beside(self, survey):
        """Spectra of other lengths go on in a survey of their own."""
        stem, ending = os.path.splitext(survey)
        for number in range(2, _MOST_SURVEYS):
            folder = f"{stem}-{number}{ending}"
            if os.path.exists(folder):
                continue
            try:
                self.display.record(folder)
            except RuntimeError as error:
                self._problem = str(error)
            return

    def problem(self):
        """Why nothing is recorded any more; "": nothing is wrong."""
        return self.display.recording_problem() or self._problem

    def set_freq(self, hz):
        self.display.set_freq(hz)

    def set_enbw(self, bins):
        self.display.set_enbw(bins)
