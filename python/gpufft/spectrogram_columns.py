# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows of the survey engine, averaged spectra in order of time, become columns of a picture."""
import os
from dataclasses import dataclass

import numpy as np

#: Samples of a damaged column's frames that are looked at at a time, at least a frame.
PIECE_SAMPLES = 1 << 22


@dataclass
class Outcome:
    device: str  #: "opencl:0 (PRODUCT)"
    plan_line: str
    seconds: float  #: that samples were computed, without the time to build kernels


class SpectrumColumns:
    """Mean power over time, largest over frequency, in memory of the picture's size.

    length:       samples of a frame
    columns:      how many mean spectra will come
    max_rows:     rows of the picture; where there are more bins, neighbours share a row,
                  which shows the largest, so that a narrow line keeps its level
    is_real:      spectra have frequencies 0 .. samp_rate / 2, else all, lowest first
    """

    def __init__(self, length, columns, max_rows, is_real):
        self.bins = length // 2 + 1 if is_real else length
        self.first_bin = 0 if is_real else -(length // 2)
        rows = min(self.bins, max_rows)
        self._row_starts = np.arange(rows) * self.bins // rows
        #: power[row, column], linear; NaN where a frame was not finite
        self.power = np.full((rows, columns), np.nan, np.float32)
        self.bad_columns = []  #: with values that are not finite
        self.bad_frames = 0  #: as find_bad_frames() counts them
        self.first_bad_frame = None

    def add(self, first, spectra):
        """Takes the mean spectra of columns ``first`` and on: float32[n, bins]."""
        good = np.isfinite(spectra).all(axis=1)
        self.bad_columns.extend((first + np.flatnonzero(~good)).tolist())
        at = first + np.flatnonzero(good)
        self.power[:, at] = np.maximum.reduceat(spectra[good], self._row_starts, axis=1).T


def average_columns(recording, plan, columns, device, options, report):
    """Averages all frames of ``plan`` into ``columns``; an Outcome.

    options   format and allow_damaged, as the recording was opened with
    report    called some times a second with the number of samples that are done
    Raises ValueError where the recording cannot be read, RuntimeError where the device fails,
    and KeyboardInterrupt.
    """
    from gpufft import _survey

    settings = {"length": plan.length, "hop": plan.hop, "average": plan.per_column,
                "unit": "power_per_hz", "window": "boxcar", "samp_rate": plan.samp_rate,
                "format": options.format, "channel": recording.channel,
                "iq_channels": recording.as_iq, "recording": recording.part, "allow_damaged": options.allow_damaged}
    done = _survey.average_rows(
        os.fsencode(recording.path), settings, plan.start, plan.samples, plan.taps, device,
        columns.add, lambda samples: report(min(samples, plan.samples)))
    if columns.bad_columns:
        _find_bad_frames(recording, plan, columns)
    return Outcome(done["device"], done["plan"], done["seconds"])


def _find_bad_frames(recording, plan, columns):
    """Counts the frames whose spectra are not finite, and finds the first of them."""
    # Frames that overlap take as much memory, looked at, as ones that touch.
    each = max(1, PIECE_SAMPLES // max(plan.length, plan.hop))
    for column in sorted(columns.bad_columns):
        first = column * plan.per_column
        behind = min(first + plan.per_column, plan.frames)
        for is_bad in (_hold_no_numbers, _overflow):
            frames = np.flatnonzero(np.concatenate([
                is_bad(recording, plan, start, min(each, behind - start))
                for start in range(first, behind, each)]))
            if len(frames):
                break
        # Powers in single precision differ: the sum may be too large, and no frame alone.
        frames = frames if len(frames) else np.arange(behind - first)
        columns.bad_frames += len(frames)
        if columns.first_bad_frame is None:
            columns.first_bad_frame = first + int(frames[0])


def _frames(recording, plan, first, count):
    """Samples of frames: [count, length]."""
    if plan.hop >= plan.length:
        return np.stack([recording.read(plan.start + (first + i) * plan.hop, plan.length)
                         for i in range(count)])
    samples = recording.read(plan.start + first * plan.hop,
                             (count - 1) * plan.hop + plan.length)
    return np.lib.stride_tricks.sliding_window_view(samples, plan.length)[::plan.hop]


def _hold_no_numbers(recording, plan, first, count):
    return ~np.isfinite(_frames(recording, plan, first, count)).all(axis=1)


def _overflow(recording, plan, first, count):
    bad = np.zeros(count, bool)
    with np.errstate(all="ignore"):
        for i, frame in enumerate(_frames(recording, plan, first, count)):
            spectrum = np.fft.fft(frame.astype(np.complex128) * plan.taps)
            bad[i] = not np.isfinite((np.abs(spectrum)**2).astype(np.float32)).all()
    return bad
