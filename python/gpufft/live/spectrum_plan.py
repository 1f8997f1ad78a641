# SPDX-License-Identifier: GPL-3.0-or-later
"""Length, hop and window of the spectra, from what was asked for."""
import math
from dataclasses import dataclass, replace

import numpy as np

from ..spectrogram_plan import MAX_LENGTH, ArgumentError, window_taps

DEFAULT_LENGTH = 4096
_MOST_BINS = 1 << 22  #: of all spectra of a sweep together


@dataclass(frozen=True)
class SpectrumPlan:
    """What the spectrum block is made with. Levels are dBFS of a bin."""

    length: int
    hop: int
    window: str
    taps: np.ndarray  #: float32[length]
    samp_rate: float
    is_real: bool

    @property
    def bins(self):
        return self.length // 2 + 1 if self.is_real else self.length

    @property
    def bin_hz(self):
        return self.samp_rate / self.length

    @property
    def rbw_hz(self):
        return enbw(self.taps) * self.bin_hz


def enbw(taps):
    """Equivalent noise bandwidth of a window, in bins."""
    taps = taps.astype(float)
    return len(taps) * np.sum(taps**2) / np.sum(taps) ** 2


def plan_spectra(samp_rate, is_real, length=None, rbw_hz=None, window="blackmanharris"):
    """length: of a frame, in samples; or rbw_hz: the resolution bandwidth it must not exceed

    Raises ArgumentError.
    """
    if rbw_hz is not None:
        length = length_for(samp_rate, rbw_hz, window)
    length = length or DEFAULT_LENGTH
    if not 2 <= length <= MAX_LENGTH:
        raise ArgumentError(f"--length must be 2 .. {MAX_LENGTH} (2^27), got {length}")
    return SpectrumPlan(length, max(length // 2, 1), window, window_taps(window, length),
                        samp_rate, is_real)


def length_for(samp_rate, rbw_hz, window):
    """The fastest even length whose resolution bandwidth is at most ``rbw_hz``."""
    from gnuradio import gpufft

    noise_bins = enbw(window_taps(window, 1024))
    needed = noise_bins * samp_rate / rbw_hz
    if not needed <= MAX_LENGTH:
        raise ArgumentError(
            f"--rbw {rbw_hz:g} Hz at {samp_rate:g} S/s needs frames of {needed:.3g} samples, "
            f"above the limit of {MAX_LENGTH} (2^27); --rbw "
            f"{math.ceil(noise_bins * samp_rate / MAX_LENGTH)} works")
    return 2 * gpufft.next_fast_length(max(1, math.ceil(needed / 2)))


@dataclass(frozen=True)
class SweepPlan:
    """Stations at which the radio stops, whose middle ``kept`` bins lie side by side.

    Bin k of the panorama is at low_hz + k * bin_hz. Frames of a station touch, and do not
    overlap: so an average is ``dwell`` samples, and none has samples of two stations.
    """

    spectra: SpectrumPlan
    low_hz: float
    high_hz: float
    kept: int  #: bins of a station's spectrum, an even number
    stations: int
    frames: int  #: averaged at a station

    @property
    def bins(self):
        """Of the panorama: those of all stations but what lies above ``high_hz``."""
        wanted = math.floor((self.high_hz - self.low_hz) / self.spectra.bin_hz) + 1
        return min(self.kept * self.stations, wanted)

    @property
    def dwell(self):
        """Samples that a station takes: the frames of one average."""
        return self.frames * self.spectra.length

    def centre_hz(self, station):
        return self.low_hz + (station + 0.5) * self.kept * self.spectra.bin_hz

    def first_bin(self, centre_hz):
        """Where in the panorama the kept bins of a spectrum around ``centre_hz`` begin, by
        the frequency that the radio says, not the one that it was told."""
        return round((centre_hz - self.low_hz) / self.spectra.bin_hz) - self.kept // 2


#: Of a spectrum's bins those that receivers' filters leave flat.
USABLE_SHARE = 0.75


#: At each station, so that the noise of an average does not hide weak signals.
LEAST_FRAMES, LEAST_DWELL_S = 8, 0.004


def plan_sweep(spectra, low_hz, high_hz):
    """Raises ArgumentError where there would be too many bins."""
    kept = max(2, 2 * int(spectra.length * USABLE_SHARE / 2))
    stations = max(1, math.ceil((high_hz - low_hz) / (kept * spectra.bin_hz)))
    if kept * stations > _MOST_BINS:
        works = 1 << int(math.log2(_MOST_BINS / stations / USABLE_SHARE))
        raise ArgumentError(
            f"--sweep at --length {spectra.length} has {kept * stations} bins, above the "
            f"limit of {_MOST_BINS}; --length {works} works")
    frames = max(LEAST_FRAMES, math.ceil(LEAST_DWELL_S * spectra.samp_rate / spectra.length))
    return SweepPlan(replace(spectra, hop=spectra.length), low_hz, high_hz, kept, stations,
                     frames)


def sweep_length(samp_rate, low_hz, high_hz):
    """A length for a sweep that gives a picture some ten thousand bins."""
    stations = (high_hz - low_hz) / (samp_rate * USABLE_SHARE)
    wanted = 16384 / USABLE_SHARE / max(stations, 1)
    return 1 << min(14, max(6, math.ceil(math.log2(wanted))))
