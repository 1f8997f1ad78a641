# SPDX-License-Identifier: GPL-3.0-or-later
"""What every source of samples is to the analyzer, whatever it receives with."""
from dataclasses import dataclass


class RadioError(RuntimeError):
    """A radio cannot be used, or not as asked. The text is one line: what, why, what works."""


class DeviceFailed(RuntimeError):
    """The device that computes spectra cannot be used. The text is one line."""


@dataclass(frozen=True)
class Span:
    """From ``low`` to ``high``, both reached: frequencies or rates in Hz, gains in dB."""

    low: float
    high: float

    def __contains__(self, value):
        return self.low <= value <= self.high

    def nearest(self, value):
        return min(max(value, self.low), self.high)


class Radio:
    """A source of complex samples of full scale 1, or of real ones.

    name:         for people: in titles and messages
    freq_hz:      what the middle of the band is at, or None: nobody says
    samp_rate:    in Hz
    is_real:      samples are float, else complex
    clip_level:   magnitude of I or of Q from which a sample counts as at full scale
    freq_span, rate_span, gain_span:  what can be set, or None: it cannot be set
    can_come_back:  when it ends, the analyzer makes another one of the same source
    loses_samples:  what is not taken in time is lost; False: the source waits
    tags_retunes:   a tag rx_freq stands at the first sample after each retune
    was_tuned_elsewhere:  --freq says what the middle of the band is at, and tunes nothing
    settle_s:       how long samples are useless after a retune
    failure:        why it ended, or None
    """

    is_real = False
    clip_level = 0.99
    freq_span = rate_span = gain_span = None
    can_come_back = False
    loses_samples = False
    tags_retunes = False
    was_tuned_elsewhere = False
    settle_s = 0.0
    failure = None
    freq_hz = None

    def connect(self, flowgraph):
        """Adds its blocks to ``flowgraph``; returns the one whose output is samples."""
        raise NotImplementedError

    def check_freq(self, hz):
        """Raises RadioError where the radio does not reach ``hz``."""
        if self.freq_span is None:
            raise RadioError(f"{self.name} cannot be tuned; leave out --freq and --sweep")
        if hz not in self.freq_span:
            raise RadioError(
                f"{self.name} does not reach {hertz(hz)}; {hertz(self.freq_span.low)} to "
                f"{hertz(self.freq_span.high)} work")

    def tune(self, hz):
        """Sets the middle of the band; returns the frequency that came of it.

        Raises RadioError where the radio does not reach it.
        """
        self.check_freq(hz)
        self.freq_hz = self._ask(f"be tuned to {hertz(hz)}", self._tune, hz)
        return self.freq_hz

    def check_gain(self, gain):
        """Raises RadioError where the radio has no such gain: in dB, or "auto"."""
        if self.gain_span is None:
            raise RadioError(f"{self.name} has no gain to set; leave out --gain")
        if gain != "auto" and gain not in self.gain_span:
            raise RadioError(f"{self.name} has no gain of {gain:g} dB; "
                             f"{self.gain_span.low:g} to {self.gain_span.high:g} dB work")

    def set_gain(self, gain):
        """gain: in dB, or "auto". Raises RadioError."""
        self.check_gain(gain)
        self._ask(f"take a gain of {gain}", self._set_gain, gain)

    def check_rate(self, samp_rate):
        """Raises RadioError where the radio has no such sampling rate, in Hz."""
        if self.rate_span is None:
            raise RadioError(f"{self.name} has a sampling rate of its own, "
                             f"{hertz(self.samp_rate, 'S/s')}; leave out --samp-rate")
        if samp_rate not in self.rate_span:
            raise RadioError(
                f"{self.name} does not do {hertz(samp_rate, 'S/s')}; "
                f"{hertz(self.rate_span.low, 'S/s')} to {hertz(self.rate_span.high, 'S/s')} "
                f"work")

    def set_rate(self, samp_rate):
        """Sets the sampling rate in Hz; ``samp_rate`` is then what came of it."""
        self.check_rate(samp_rate)
        self.samp_rate = self._ask(f"do {hertz(samp_rate, 'S/s')}", self._set_rate, samp_rate)

    def _ask(self, words, setter, value):
        """Calls ``setter``; what a driver throws becomes a RadioError."""
        try:
            return setter(value)
        except RadioError:
            raise
        except (RuntimeError, ValueError) as error:
            raise RadioError(f"{self.name} refuses to {words}, which is in its range: "
                             f"{' '.join(str(error).split()).rstrip('.')}; another value may "
                             f"work") from None

    def close(self):
        """Gives back files and devices."""


def hertz(value, unit="Hz"):
    """A frequency for people: "1.09 GHz"; with another unit, "2 MS/s"."""
    for factor, prefix in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= factor:
            return f"{value / factor:.10g} {prefix}{unit}"
    return f"{value:.4g} {unit}"


def span_of(ranges):
    """The Span over several (low, high); None where there are none, or empty ones."""
    ranges = [(low, high) for low, high in ranges if high >= low]
    if not ranges:
        return None
    return Span(min(low for low, _ in ranges), max(high for _, high in ranges))
