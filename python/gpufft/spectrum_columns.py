# SPDX-License-Identifier: GPL-3.0-or-later
"""Spectra averaged, as they come, into the columns and rows of a picture."""
import numpy as np


class SpectrumColumns:
    """Mean power over time, largest over frequency, in memory of the picture's size.

    length:       bins of a spectrum, lowest frequency first, DC at length // 2
    frames:       how many spectra will come
    per_column:   spectra averaged into a column; the last may have fewer
    max_rows:     rows of the picture; where there are more bins, neighbours share a row,
                  which shows the largest, so that a narrow line keeps its level
    is_real:      keep frequencies 0 .. samp_rate / 2, with the power of both signs
    scale:        factor from |X|^2 to the picture's unit
    """

    def __init__(self, length, frames, per_column, max_rows, is_real, scale):
        self.frames, self._per_column = frames, per_column
        self._is_real, self._scale = is_real, scale
        self.bins = length // 2 + 1 if is_real else length
        self.first_bin = 0 if is_real else -(length // 2)
        rows = min(self.bins, max_rows)
        self._row_starts = np.arange(rows) * self.bins // rows
        #: power[row, column], linear; NaN where a frame was not finite
        self.power = np.full((rows, -(-frames // per_column)), np.nan, np.float32)
        self.frames_done = 0
        self.bad_frames = 0  #: spectra with values that are not finite
        self.first_bad_frame = None
        self._sum = np.zeros(length)
        self._count = 0

    def add(self, spectra):
        """Takes the next spectra: float32[n, length], |X|^2."""
        done = 0
        while done < len(spectra):
            part = spectra[done:done + self._per_column - self._count]
            total = part.sum(axis=0) if len(part) > 1 else part[0]
            if not np.isfinite(total).all():
                self._note_bad(part)
            self._sum += total
            self._count += len(part)
            self.frames_done += len(part)
            done += len(part)
            if self._count == self._per_column or self.frames_done == self.frames:
                self._finish_column()

    def _note_bad(self, part):
        bad = np.flatnonzero(~np.isfinite(part).all(axis=1))
        # Finite spectra whose sum is not: their levels are beyond what float32 holds.
        bad = bad if len(bad) else np.arange(len(part))
        if self.first_bad_frame is None:
            self.first_bad_frame = self.frames_done + int(bad[0])
        self.bad_frames += len(bad)

    def _finish_column(self):
        mean = self._sum * (self._scale / self._count)
        if self._is_real:
            mean = _one_sided(mean)
        if np.isfinite(mean).all():
            column = (self.frames_done - 1) // self._per_column
            self.power[:, column] = np.maximum.reduceat(mean, self._row_starts)
        self._sum[:] = 0
        self._count = 0


def _one_sided(power):
    """Bins 0 .. samp_rate / 2 with the power of both signs, from DC at length // 2."""
    half, is_odd = divmod(len(power), 2)
    if is_odd:
        kept = power[half:].copy()
        kept[1:] *= 2
    else:
        # The bin of samp_rate / 2 is its own mirror image, stored as the lowest.
        kept = np.append(power[half:], power[0])
        kept[1:-1] *= 2
    return kept
