# SPDX-License-Identifier: GPL-3.0-or-later
"""Signals at known frequencies and levels, as a receiver tuned anywhere would get them."""
import functools
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Signal:
    """level_dbfs: 20 log10 of its amplitude while it is there, at a gain of 0 dB.

    deviation_hz, tone_hz:  of FM by a tone; 0: a carrier
    on_s, period_s:         a burst of on_s begins each period_s; 0: always there
    """

    freq_hz: float
    level_dbfs: float
    deviation_hz: float = 0.0
    tone_hz: float = 0.0
    on_s: float = 0.0
    period_s: float = 0.0


#: What the simulation receives. The first six lie around 100 MHz, the others are for sweeps.
SIGNALS = (
    Signal(100.25e6, -20.0),
    Signal(99.40e6, -40.0),
    Signal(100.70e6, -60.0),
    Signal(99.80e6, -30.0, deviation_hz=50e3, tone_hz=1e3),
    Signal(100.50e6, -25.0, on_s=0.010, period_s=0.1),
    Signal(100.05e6, -35.0, on_s=0.002, period_s=0.037),
    Signal(88.10e6, -45.0, deviation_hz=75e3, tone_hz=400.0),
    Signal(145.50e6, -35.0),
    Signal(433.92e6, -30.0),
    Signal(868.30e6, -40.0),
    Signal(1090.0e6, -50.0),
    Signal(1575.42e6, -55.0),
)
NOISE_DBFS_PER_HZ = -110.0  #: at a gain of 0 dB

_NOISE_SAMPLES = 1 << 20


@functools.cache
def _unit_noise():
    """complex64 of variance 1: stretches of it are what noise is made of, since to make it
    anew takes longer than all else."""
    values = np.random.default_rng(1).standard_normal(2 * _NOISE_SAMPLES, np.float32)
    return (values * np.float32(np.sqrt(0.5))).view(np.complex64)


class SimulatedBand:
    """What lies within ``samp_rate`` around ``freq_hz``, sample by sample.

    signals: a sequence of Signal; those outside of the band are not received
    gain_db: of everything, noise included; I and Q are cut off at 1 afterwards
    """

    def __init__(self, signals, noise_dbfs_per_hz, samp_rate, freq_hz, gain_db=0.0):
        self._rate = samp_rate
        gain = 10 ** (gain_db / 20)
        self._signals = [
            (signal, signal.freq_hz - freq_hz, gain * 10 ** (signal.level_dbfs / 20))
            for signal in signals
            if abs(signal.freq_hz - freq_hz) + signal.deviation_hz < samp_rate / 2]
        self._sigma = np.float32(gain * np.sqrt(10 ** (noise_dbfs_per_hz / 10) * samp_rate))
        self._random = np.random.default_rng(1)
        self._turns = {}  # samples of a carrier that begins at phase 0, by frequency

    def samples(self, first, count):
        """Samples ``first`` .. + ``count`` since the receiver began, complex64."""
        start = int(self._random.integers(0, _NOISE_SAMPLES - count + 1))
        out = _unit_noise()[start:start + count] * self._sigma
        for signal, offset, amplitude in self._signals:
            self._add(out, signal, offset, amplitude, first)
        parts = out.view(np.float32)
        np.clip(parts, -1, 1, out=parts)
        return out

    def _add(self, out, signal, offset, amplitude, first):
        count = len(out)
        if signal.period_s:
            phase = (np.arange(first, first + count) / self._rate) % signal.period_s
            is_on = phase < signal.on_s
            if not is_on.any():
                return
        turns = self._turns.get(offset)
        if turns is None or len(turns) < count:
            cycles = np.arange(count) * (offset / self._rate)
            turns = self._turns[offset] = np.exp(2j * np.pi * (cycles % 1)).astype(np.complex64)
        # The phase in double, from the sample's number: it never drifts.
        phase = amplitude * np.exp(2j * np.pi * ((first * (offset / self._rate)) % 1))
        wave = turns[:count] * np.complex64(phase)
        if signal.deviation_hz:
            times = np.arange(first, first + count) / self._rate
            index = signal.deviation_hz / signal.tone_hz
            angle = index * np.sin(2 * np.pi * ((times * signal.tone_hz) % 1))
            wave = wave * np.exp(1j * angle).astype(np.complex64)
        if signal.period_s:
            wave = wave * is_on
        out += wave
