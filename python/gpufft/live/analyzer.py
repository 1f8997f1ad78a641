# SPDX-License-Identifier: GPL-3.0-or-later
"""What keeps the flowgraph of gpufft live running, and changes it while it runs."""
import threading
import time

from .flowgraph import Flowgraph
from .meters import RateMeter
from .radio import RadioError
from .spectrum_plan import enbw, length_for, plan_spectra


_OPENING_S = 2.0  #: how long the end of the program waits for a driver that opens a radio


class _Opening(threading.Thread):
    """Opens a radio while the window goes on: drivers may look for it for a second."""

    def __init__(self, open_radio):
        super().__init__(daemon=True)
        self._open_radio = open_radio
        self.radio = None  #: None after the end: it could not be opened
        self.start()

    def run(self):
        try:
            self.radio = self._open_radio()
        except (RuntimeError, OSError, ValueError):  # RadioError among them
            pass


class Analyzer:
    """Keeps a Flowgraph running: takes a radio that went away up again when it is back.

    open_radio: makes the Radio; called again after it went away
    say:        takes a line for the user
    """

    RETRY_S = 1.0
    SILENCE_S = 2.0  #: a radio that gives nothing for so long has gone away

    def __init__(self, open_radio, options, say, rows_per_second=20.0, screen=None):
        self._open_radio, self.options, self._say = open_radio, options, say
        self._screen = screen
        self._rows_per_second = rows_per_second
        self.flowgraph = None
        self.rate = RateMeter()
        self.is_over = False  #: the source has ended, and will not come again
        self.interruptions = 0
        self._lost_before = 0
        self._hanging = []
        self._opening = None
        self._retry_at = None
        self._is_awaited = False  #: said to be away; no sample has come since

    def start(self):
        """Raises what opening the radio raises, ArgumentError and DeviceFailed."""
        radio = self._open_radio()
        try:
            self._run(radio)
        except Exception:
            radio.close()
            raise

    def _run(self, radio):
        before = self.flowgraph and self.flowgraph.store
        flowgraph = Flowgraph(radio, self.options, self._rows_per_second, before,
                              self._screen)
        flowgraph.start()
        self.flowgraph = flowgraph
        self.rate = RateMeter()

    @property
    def radio(self):
        return self.flowgraph.radio

    @property
    def is_receiving(self):
        return self._retry_at is None and not self._is_awaited

    @property
    def lost(self):
        """Samples that are known to be missing, since the beginning."""
        return self._lost_before + self.flowgraph.meter.lost

    def poll(self):
        """Call it some times a second. Raises what ended the flowgraph for good."""
        if self.is_over:
            return
        if self._retry_at is not None:
            self._try_again()
            return
        flowgraph = self.flowgraph
        if flowgraph.meter.total:
            self.rate.add(flowgraph.meter.total)
        if flowgraph.failure:
            raise flowgraph.failure
        if self._is_awaited and flowgraph.meter.total:
            self._is_awaited = False
            self._say(f"{self.radio.name} is back")
        if flowgraph.has_ended:
            self._has_ended()
        elif self.radio.can_come_back and flowgraph.silent_s > self.SILENCE_S:
            self._went_away(f"no samples for {self.SILENCE_S:g} s")

    def _has_ended(self):
        radio = self.radio
        if radio.can_come_back:
            self._went_away(str(radio.failure or "it ended"))
        elif radio.failure:
            raise radio.failure
        else:
            self.is_over = True

    def _went_away(self, reason):
        if not self._is_awaited:
            self._say(f"{self.radio.name} is away: {' '.join(reason.split())}; tries again "
                      f"every second")
            self.interruptions += 1
        self._is_awaited = True
        self._lost_before += self.flowgraph.meter.lost
        self.stop()
        self._retry_at = time.monotonic() + self.RETRY_S

    def _try_again(self):
        if self._opening is None:
            if time.monotonic() >= self._retry_at:
                self._retry_at = time.monotonic() + self.RETRY_S
                self._opening = _Opening(self._open_radio)
            return
        if self._opening.is_alive():
            return
        radio, self._opening = self._opening.radio, None
        if radio is None:
            return
        try:
            self._run(radio)
        except RadioError:
            radio.close()
            return
        self._retry_at = None

    def rebuild(self, undo):
        """Begins again with the same radio, after options that need another flowgraph; a
        radio that is away begins with them when it is back.

        undo: sets the options and the radio as they were; called where there can be no such
              flowgraph, before one as it was begins and what was wrong is raised
        """
        if self._retry_at is not None:
            return
        radio = self.radio
        self._lost_before += self.flowgraph.meter.lost
        if not self.flowgraph.stop():
            self._hanging.append(self.flowgraph)
            raise RadioError(f"{radio.name} does not stop; start gpufft live again")
        try:
            self._run(radio)
        except Exception:
            undo()
            self._run(radio)
            raise

    def tune(self, hz):
        """Raises RadioError, as the other setters do; nothing has changed then."""
        radio = self.radio
        if self._retry_at is not None:
            radio.check_freq(hz)
            self.options.freq = hz  # for when it is back
            return
        self.options.freq = radio.tune(hz)
        if not radio.tags_retunes:  # else the tag does all of this, at the very sample
            self.flowgraph.retuned()

    def set_gain(self, gain):
        if self._retry_at is None:
            self.radio.set_gain(gain)
        else:
            self.radio.check_gain(gain)
        self.options.gain = gain

    def set_rate(self, samp_rate):
        if self._retry_at is not None:
            self.radio.check_rate(samp_rate)
            self.options.samp_rate = samp_rate
            return
        radio, options = self.radio, self.options
        before, asked_before = radio.samp_rate, options.samp_rate

        def undo():
            radio.set_rate(before)
            options.samp_rate = asked_before

        radio.set_rate(samp_rate)
        options.samp_rate = radio.samp_rate
        self.rebuild(undo)

    def set_length(self, length):
        """Raises ArgumentError, as the other ones of the spectra do."""
        options, radio = self.options, self.radio
        plan_spectra(radio.samp_rate, radio.is_real, length, None, options.window)
        before = options.length, options.rbw

        def undo():
            options.length, options.rbw = before

        options.length, options.rbw = length, None
        self.rebuild(undo)

    def set_rbw(self, rbw_hz):
        self.set_length(length_for(self.radio.samp_rate, rbw_hz, self.options.window))

    def set_window(self, name):
        plan = self.flowgraph.plan
        new = plan_spectra(plan.samp_rate, plan.is_real, plan.length, None, name)
        self.flowgraph.spectrum.set_window(new.taps.tolist())
        self.flowgraph.plan = new
        self.options.window = name
        if self._screen:
            self._screen.set_enbw(enbw(new.taps))

    def set_average(self, name, seconds):
        """Of one band; a sweep averages by mean."""
        spectrum = self.flowgraph.spectrum
        spectrum.set_average(name)
        spectrum.set_seconds(seconds)
        self.options.average, self.options.seconds = name, seconds

    def stop(self):
        if self._opening is not None:
            self._opening.join(_OPENING_S)
            if self._opening.radio is not None:
                self._opening.radio.close()
            self._opening = None
        if self.flowgraph is None:
            return
        if self.flowgraph.stop():
            self.radio.close()
        else:  # a driver that hangs: its thread still uses the blocks
            self._hanging.append(self.flowgraph)
