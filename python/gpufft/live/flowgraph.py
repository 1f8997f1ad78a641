# SPDX-License-Identifier: GPL-3.0-or-later
"""The flowgraph of gpufft live: radio -> spectra -> store or display."""
import threading
import time

from gnuradio import blocks, gpufft, gr

from ..spectrogram_plan import ArgumentError
from .meters import SampleMeter
from .radio import DeviceFailed, RadioError
from .spectrum_plan import plan_spectra, plan_sweep, sweep_length
from .spectrum_sinks import LargestSink, PanoramaSource, SpectrumSink, SweepSink, low_of
from .spectrum_store import SpectrumStore
from .sweep_gate import SweepGate

_RADIO_BUFFER = 8192  #: samples between radio and gate of a sweep, which GNU Radio may double
_STOP_S = 5.0  #: how long a flowgraph may take to end before it is left alone


class RecordError(RuntimeError):
    """The survey of --record cannot be written, or is of something else."""


def plans_of(radio, options):
    """(SpectrumPlan, SweepPlan or None) of what the program was asked for.

    Raises ArgumentError.
    """
    length = options.length
    if options.sweep and length is None and options.rbw is None:
        length = sweep_length(radio.samp_rate, *options.sweep)
    plan = plan_spectra(radio.samp_rate, radio.is_real, length, options.rbw, options.window)
    return plan, plan_sweep(plan, *options.sweep) if options.sweep else None


class Flowgraph:
    """Runs ``radio`` into a SpectrumStore, as ``options`` of the program say.

    rows_per_second: spectra, but of a sweep
    store:           of the flowgraph before, which is gone on with where it fits
    screen:          a window.Screen that shows spectra instead
    """

    def __init__(self, radio, options, rows_per_second, store=None, screen=None):
        self.radio, self.store = radio, store
        self._screen = screen
        self.plan, self.sweep = plans_of(radio, options)
        self.meter = SampleMeter(radio)
        self._top = gr.top_block("gpufft live")
        self._finished = threading.Event()
        self._sinks = []
        self._recorder = None  # survey_sink
        self._taker = None  # which takes the radio's samples beside the meter
        self._zoom = None  # which narrows them to what the window has zoomed into
        samples = radio.connect(self._top)
        self._top.connect(samples, self.meter)
        if self.sweep:
            self._connect_sweep(samples, options)
        else:
            self._connect_band(samples, options, rows_per_second)

    def _connect_band(self, samples, options, rows_per_second):
        plan = self.plan
        # Real samples have no middle of the band: their spectra begin at 0 Hz.
        centre = None if plan.is_real else self.radio.freq_hz
        pace = {"rate": rows_per_second}
        if options.record and not self._screen:
            # Rows of a survey are of as many frames each.
            frames = max(1, round(plan.samp_rate / plan.hop / rows_per_second))
            pace = {"frames": frames}
        self.spectrum = self._spectrum(options, average=options.average,
                                       seconds=options.seconds, **pace)
        samples = self._settled(samples)
        if self._screen and not plan.is_real:
            self._zoom = gpufft.zoom_c(plan.samp_rate, centre or 0.0)
            self._top.connect(samples, self._zoom)
            samples = self._zoom
            self._taker = self._taker or samples
        self._taker = self._taker or self.spectrum
        if self._screen:
            self._top.connect(samples, self.spectrum)
            # A display takes half the rate for the last bin of one-sided spectra, which it
            # is of even lengths only.
            samp_rate = 2 * (plan.bins - 1) * plan.bin_hz if plan.is_real else plan.samp_rate
            self._show(self.spectrum, plan.bins, samp_rate, centre or 0.0,
                       (rows_per_second, plan.hop), options.max_hold)
            return
        self._take_store(plan.bins, low_of(plan, centre), centre)
        self.sink = SpectrumSink(self.store, plan, centre)
        self._connect_sink(samples, self.spectrum, self.sink)
        if options.record:
            self._recorder = self._survey_sink(options, centre, **pace)
            self._top.connect(self.spectrum, self._recorder)
        if options.max_hold:
            largest = self._spectrum(options, average="max", frames=0, rate=rows_per_second)
            self._connect_sink(samples, largest, LargestSink(self.store, plan))

    def _settled(self, samples):
        """The block ``samples``, or one behind it: a radio gives its first samples while it
        still settles."""
        unsettled = int(self.radio.settle_s * self.plan.samp_rate)
        if not self.radio.loses_samples or not unsettled:
            return samples
        head = blocks.skiphead(samples.output_signature().sizeof_stream_item(0), unsettled)
        self._top.connect(samples, head)
        self._taker = head
        return head

    def _connect_sweep(self, samples, options):
        plan = self.sweep
        samples.set_max_output_buffer(_RADIO_BUFFER)
        self._take_store(plan.bins, plan.low_hz, None)
        self.gate = self._taker = SweepGate(self.radio, plan, 2 * _RADIO_BUFFER)
        self.spectrum = self._spectrum(options, average="mean", frames=plan.frames)
        self.sink = SweepSink(self.store, plan)
        self._top.connect(samples, self.gate)
        self._connect_sink(self.gate, self.spectrum, self.sink)
        if self._screen:
            self._panorama = PanoramaSource(self.store, plan.bins)
            self._show(self._panorama, plan.bins, plan.bins * self.plan.bin_hz,
                       plan.low_hz + plan.bins // 2 * self.plan.bin_hz, (0.0, 0))

    def retuned(self):
        """The radio is tuned to something else, and no tag says where."""
        radio = self.radio
        unsettled = int(radio.settle_s * radio.samp_rate)
        if self._zoom:
            # Its tags retune spectra and display where the first settled sample is.
            self._zoom.skip(unsettled)
            self._zoom.set_freq(radio.freq_hz)
            return
        self.spectrum.set_freq(radio.freq_hz)
        self.spectrum.skip(unsettled)
        if self._screen:
            self._screen.set_freq(radio.freq_hz)

    def _show(self, spectra, bins, samp_rate, centre_hz, rate, has_max=False):
        display, handler = self._screen.display_of(bins, samp_rate, centre_hz, rate,
                                                   self.plan, has_max)
        self._top.connect(spectra, display)
        self._top.msg_connect(display, "freq", handler, "freq")
        if self._zoom:
            self._top.msg_connect(display, "zoom", self._zoom, "zoom")

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

    def _survey_sink(self, options, centre, frames):
        """Raises RecordError."""
        plan = self.plan
        statistic = options.average if options.average in ("max", "min") else "mean"
        try:
            sink = gpufft.survey_sink(
                options.record, plan.length, plan.samp_rate, centre or 0.0, plan.hop, frames,
                plan.window, "dbfs", statistic, plan.is_real)
        except (RuntimeError, ValueError) as error:
            raise RecordError(f"--record: {error}") from None
        sink.set_log_level("off")  # the program says why it ends
        return sink

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
        self._started = time.monotonic()  # kernels were compiled before
        self._waiter = threading.Thread(target=_wait, args=(self._top, self._finished),
                                        daemon=True)
        self._waiter.start()

    @property
    def silent_s(self):
        """Seconds since the radio gave a sample last; 0 while samples wait for the device,
        since then the radio is not asked for more."""
        waiting = self.meter.total - self._taker.nitems_read(0)
        # Without new samples less than a frame waits before spectra, before others none.
        is_spectrum = self._taker is self.spectrum
        if waiting > (self.plan.length + self.plan.hop if is_spectrum else 0):
            return 0.0
        return min(self.meter.silent_s, time.monotonic() - self._started)

    @property
    def has_ended(self):
        # In a window the panorama of a sweep goes on after the gate has ended.
        failed = self.sweep is not None and self.radio.failure is not None
        return failed or self._finished.is_set()

    @property
    def failure(self):
        """Of our own blocks, or None; the radio's is ``radio.failure``."""
        if self._recorder and self._recorder.failure():
            return RecordError(f"--record: {self._recorder.failure()}")
        return next((sink.failure for sink in self._sinks if sink.failure), None)

    def stop(self):
        """Whether it ended in time. The radio's block is then in no flowgraph any more, so
        that its device can be closed and opened again."""
        if self._top is None:
            return True
        self._top.stop()
        if not self._finished.wait(_STOP_S):
            return False
        self._waiter.join()  # which refers to the flowgraph until then
        self._top = None
        self._recorder = None  # so that the next one may have its survey
        return True


def _wait(top, finished):
    top.wait()
    finished.set()
