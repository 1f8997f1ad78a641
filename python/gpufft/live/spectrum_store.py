# SPDX-License-Identifier: GPL-3.0-or-later
"""Spectra as they come, kept as what pictures show: traces and a waterfall."""
import threading
import time
from dataclasses import dataclass
from typing import Optional

import numpy as np


@dataclass
class Shown:
    """frequencies_hz: of the bins' middles, ascending
    now:      dBFS, the mean power since the last Shown; NaN: not measured yet
    largest:  dBFS, of all frames since the beginning, or None
    rows:     dBFS, [time, bin], the newest first; bins may share a column, the largest
    ages_s:   of the rows, in seconds; NaN: no row has come there yet
    spectra:  that came since the last Shown
    """

    frequencies_hz: np.ndarray
    now: np.ndarray
    largest: Optional[np.ndarray]
    rows: np.ndarray
    ages_s: np.ndarray
    spectra: int
    centre_hz: Optional[float]


class SpectrumStore:
    """Holds spectra of ``bins`` levels in dBFS, the lowest frequency first.

    columns: of a waterfall at most
    history: rows of it at most
    """

    def __init__(self, bins, bin_hz, low_hz, columns=970, history=300):
        self.guard = threading.Lock()
        self._bins, self._bin_hz = bins, bin_hz
        self._columns = min(bins, columns)
        self._history = history
        self.spectra_ever = 0  #: that came, or parts of them
        self._starts = np.arange(self._columns) * bins // self._columns
        self.restart(low_hz)

    def fits(self, bins, bin_hz, low_hz):
        """Whether spectra of so many bins go on with what is here."""
        return (self._bins, self._bin_hz, self._low_hz) == (bins, bin_hz, low_hz)

    def restart(self, low_hz, centre_hz=None):
        """Forgets everything; the lowest bin is at ``low_hz`` from now on."""
        with self.guard:
            self._low_hz, self._centre_hz = low_hz, centre_hz
            self._power = np.zeros(self._bins)
            self._count = np.zeros(self._bins, np.int64)
            self._now = np.full(self._bins, np.nan, np.float32)
            self._largest = None
            self._rows = np.full((self._history, self._columns), np.nan, np.float32)
            self._times = np.full(self._history, np.nan)
            self._spectra = 0

    def add(self, levels, first_bin=0):
        """Takes a spectrum, or a part of one that begins with bin ``first_bin``."""
        if first_bin < 0:
            levels, first_bin = levels[-first_bin:], 0
        levels = levels[:max(0, self._bins - first_bin)]
        part = slice(first_bin, first_bin + len(levels))
        with self.guard:
            self._power[part] += np.power(10.0, levels.astype(np.float64) / 10)
            self._count[part] += 1
            self._spectra += 1
            self.spectra_ever += 1

    def add_row(self, levels):
        """Takes a row of the waterfall."""
        row = np.maximum.reduceat(levels, self._starts)
        with self.guard:
            self._rows[1:] = self._rows[:-1]
            self._rows[0] = row
            self._times[1:] = self._times[:-1]
            self._times[0] = time.monotonic()

    def add_largest(self, levels):
        with self.guard:
            self._largest = (levels.copy() if self._largest is None
                             else np.fmax(self._largest, levels))

    def levels_now(self):
        """Of all bins, the mean of what came since take(), else what was there before."""
        with self.guard:
            return self._fold().copy()

    def _fold(self):
        fresh = self._count > 0
        with np.errstate(divide="ignore"):
            self._now[fresh] = 10 * np.log10(self._power[fresh] / self._count[fresh])
        return self._now

    def take(self):
        """What there is, as a Shown; the next mean begins."""
        with self.guard:
            now = self._fold().copy()
            self._power[:] = 0
            self._count[:] = 0
            spectra, self._spectra = self._spectra, 0
            largest = None if self._largest is None else self._largest.copy()
            return Shown(self._low_hz + np.arange(self._bins) * self._bin_hz, now, largest,
                         self._rows.copy(), time.monotonic() - self._times, spectra,
                         self._centre_hz)
