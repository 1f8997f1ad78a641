# SPDX-License-Identifier: GPL-3.0-or-later
"""The flowgraph of gpufft live, and what keeps it running: radio -> spectra -> store."""
import threading
import time

from gnuradio import gpufft, gr

from ..spectrogram_flowgraph import DeviceFailed
from ..spectrogram_plan import ArgumentError
from .meters import RateMeter, SampleMeter
from .radio import RadioError
from .spectrum_plan import plan_spectra, plan_sweep, sweep_length
from .spectrum_sinks import LargestSink, SpectrumSink, SweepSink, low_of
from .spectrum_store import SpectrumStore
from .sweep_gate import SweepGate

_RADIO_BUFFER = 8192  #: samples between radio and gate of a sweep, which GNU Radio may double
_STOP_S = 5.0  #: how long a flowgraph may take to end before it is left alone


class Flowgraph:
    """Runs ``radio`` into a SpectrumStore, as ``options`` of the program say.

    rows_per_second: spectra, but of a sweep
    store:           of the flowgraph before, which is gone on with where it fits
    """

    def __init__(self, radio, options, rows_per_second, store=None):
        self.radio, self.store = radio, store
        length = options.length
        if options.sweep and length is None and options.rbw is None:
            length = sweep_length(radio.samp_rate, *options.sweep)
        self.plan = plan_spectra(radio.samp_rate, radio.is_real, length, options.rbw,
                                 options.window)
        self.sweep = plan_sweep(self.plan, *options.sweep) if options.sweep else None
        self.meter = SampleMeter(radio)
        self._top = gr.top_block("gpufft live")
        self._finished = threading.Event()
        self._sinks = []
        samples = radio.connect(self._top)
        self._top.connect(samples, self.meter)
        if self.sweep:
            self._connect_sweep(samples, options)
        else:
            self._connect_band(samples, options, rows_per_second)

    def _connect_band(self, samples, options, rows_per_second):
        plan, centre = self.plan, self.radio.freq_hz
        self._take_store(plan.bins, low_of(plan, centre), centre)
        self.spectrum = self._spectrum(options, average=options.average,
                                       seconds=options.seconds, rate=rows_per_second)
        self.sink = SpectrumSink(self.store, plan, centre)
        self._connect_sink(samples, self.spectrum, self.sink)
        if options.max_hold:
            largest = self._spectrum(options, average="max", frames=0, rate=rows_per_second)
            self._connect_sink(samples, largest, LargestSink(self.store, plan))

    def _connect_sweep(self, samples, options):
        plan = self.sweep
        samples.set_max_output_buffer(_RADIO_BUFFER)
        self._take_store(plan.bins, plan.low_hz, None)
        self.gate = SweepGate(self.radio, plan, 2 * _RADIO_BUFFER)
        self.spectrum = self._spectrum(options, average="mean", frames=plan.frames)
        self.sink = SweepSink(self.store, plan)
        self._top.connect(samples, self.gate)
        self._connect_sink(self.gate, self.spectrum, self.sink)

    def _take_store(self, bins, low_hz, centre_hz):
        bin_hz = self.plan.bin_hz
        if self.store is None or not self.store.fits(bins, bin_hz, low_hz):
            self.store = SpectrumStore(bins, bin_hz, low_hz)
            self.store.restart(low_hz, centre_hz)

    def _spectrum(self, options, **settings):
        plan = self.sweep.spectra if self.sweep else self.plan
        make = gpufft.spectrum_f if plan.is_real else gpufft.spectrum_c
        try:
            return make(plan.length, plan.hop, plan.taps.tolist(), plan.samp_rate,
                        output="dbfs", device=options.device, **settings)
        except ValueError as error:
            raise ArgumentError(str(error)) from None
        except RuntimeError as error:
            raise DeviceFailed(str(error)) from None

    def _connect_sink(self, samples, spectrum, sink):
        self._top.connect(samples, spectrum, sink)
        self._sinks.append(sink)

    def start(self):
        """Raises RadioError where the radio does not begin to receive."""
        try:
            self._top.start()
        except RuntimeError as error:
            raise RadioError(f"{self.radio.name} does not start: "
                             f"{' '.join(str(error).split())}") from None
        threading.Thread(target=self._wait, daemon=True).start()

    def _wait(self):
        self._top.wait()
        self._finished.set()

    @property
    def has_ended(self):
        return self._finished.is_set()

    @property
    def failure(self):
        """Of our own blocks, or None; the radio's is ``radio.failure``."""
        return next((sink.failure for sink in self._sinks if sink.failure), None)

    def stop(self):
        """Whether it ended in time."""
        self._top.stop()
        return self._finished.wait(_STOP_S)


class Analyzer:
    """Keeps a Flowgraph running: takes a radio that went away up again when it is back.

    open_radio: makes the Radio; called again after it went away
    say:        takes a line for the user
    """

    RETRY_S = 1.0
    SILENCE_S = 2.0  #: a radio that gives nothing for so long has gone away

    def __init__(self, open_radio, options, say, rows_per_second=20.0):
        self._open_radio, self.options, self._say = open_radio, options, say
        self._rows_per_second = rows_per_second
        self.flowgraph = None
        self.rate = RateMeter()
        self.is_over = False  #: the source has ended, and will not come again
        self.interruptions = 0
        self._lost_before = 0
        self._hanging = []
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
        flowgraph = Flowgraph(radio, self.options, self._rows_per_second, before)
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
        elif self.radio.can_come_back and flowgraph.meter.silent_s > self.SILENCE_S:
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
        if time.monotonic() < self._retry_at:
            return
        self._retry_at = time.monotonic() + self.RETRY_S
        try:
            radio = self._open_radio()
        except (RadioError, OSError, ValueError):
            return
        try:
            self._run(radio)
        except RadioError:
            radio.close()
            return
        self._retry_at = None

    def rebuild(self):
        """Begins again with the same radio, after options that need another flowgraph."""
        radio = self.radio
        self._lost_before += self.flowgraph.meter.lost
        if not self.flowgraph.stop():
            raise RadioError(f"{radio.name} does not stop; start gpufft live again")
        self._run(radio)

    def stop(self):
        if self.flowgraph is None:
            return
        if self.flowgraph.stop():
            self.radio.close()
        else:  # a driver that hangs: its thread still uses the blocks
            self._hanging.append(self.flowgraph)
