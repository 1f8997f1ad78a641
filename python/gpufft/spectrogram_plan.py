# SPDX-License-Identifier: GPL-3.0-or-later
"""From a recording and what was asked to the frames and columns of a spectrogram."""
from dataclasses import dataclass

import numpy as np


MAX_LENGTH = 2**27  #: of a frame: the engine's limit


class ArgumentError(ValueError):
    """What was asked cannot be done. The text is one line: asked, wrong, what works."""


@dataclass(frozen=True)
class SpectrogramPlan:
    """Frame k covers samples start + k * hop .. + length of the recording."""

    start: int
    length: int
    hop: int
    frames: int
    per_column: int
    window: str
    taps: np.ndarray  #: float32[length]
    samp_rate: float

    @property
    def columns(self):
        """Of the picture; the last may have fewer frames than the others."""
        return -(-self.frames // self.per_column)

    @property
    def samples(self):
        """From the first sample of the first frame to the last of the last."""
        return (self.frames - 1) * self.hop + self.length

    @property
    def rbw_hz(self):
        """Resolution bandwidth: ENBW times bin width."""
        taps = self.taps.astype(float)
        return self.samp_rate * np.sum(taps**2) / np.sum(taps) ** 2

    def time_of_frame(self, frame):
        """Seconds from the recording's first sample to where a frame's share of time
        begins: the hop samples around the frame's middle."""
        middle = self.start + frame * self.hop + self.length / 2
        return (middle - self.hop / 2) / self.samp_rate


def plan_spectrogram(recording, max_columns, length=None, hop=None,
                     window="blackmanharris", average=None, start_s=0.0, duration_s=None):
    """Fills in what was not asked for. Raises ArgumentError."""
    rate = recording.samp_rate
    # Products of very long times are beyond floats' range, and infinite.
    start = round(min(start_s * rate, recording.samples))
    if start >= recording.samples:
        raise ArgumentError(
            f"--start {start_s:g} lies beyond the end: {recording.path} lasts "
            f"{recording.samples / rate:g} s ({recording.samples} samples)")
    samples = recording.samples - start
    if duration_s is not None:
        samples = max(round(min(duration_s * rate, samples)), 1)

    length = length or choose_length(samples)
    if length > samples:
        asked = "recording" if samples == recording.samples else "part asked for"
        raise ArgumentError(
            f"--length {length} is longer than the {asked}, {samples} samples "
            f"({samples / rate:g} s); --length {choose_length(samples)} works")
    if length > MAX_LENGTH:  # before its window is made, which takes half a minute
        raise ArgumentError(f"--length must be 1 .. {MAX_LENGTH} (2^27), got {length}")
    hop = hop or max(length // 2, 1)
    frames = (samples - length) // hop + 1
    per_column = average or 1
    # More columns than the picture is wide would hide frames: average them, too.
    per_column *= max(1, -(-frames // (per_column * max_columns)))
    return SpectrogramPlan(start, length, hop, frames, per_column, window,
                           window_taps(window, length), rate)


def choose_length(samples):
    """About as many bins as frames, within what is legible: 1024 up to 4 million samples,
    then growing with their square root; shorter for a handful of samples."""
    if samples < 16 * 1024:
        return 1 << max(0, (max(samples // 16, min(samples, 16))).bit_length() - 1)
    root = int(samples**0.5)
    return min(max(1 << (root.bit_length() - 1), 1024), 8192)


def window_taps(name, length):
    """A periodic window: SciPy's name, with parameters after commas ("kaiser,8.6")."""
    from scipy.signal import get_window

    word, *parameters = name.split(",")
    try:
        key = (word, *map(float, parameters)) if parameters else word
        with np.errstate(all="ignore"):
            taps = get_window(key, length).astype(np.float32)
        if not np.isfinite(taps).all() or not np.any(taps.astype(float) ** 2 > 0):
            raise ValueError("its taps are not finite or all zero")
    except (ValueError, TypeError) as error:
        raise ArgumentError(
            f"--window {name} is none that SciPy makes of {length} taps ("
            f"{' '.join(str(error).split()).rstrip('.')}); blackmanharris, hann, "
            f"flattop, boxcar and kaiser,8.6 are some that work") from None
    return taps
