# SPDX-License-Identifier: GPL-3.0-or-later
"""A recording played again and again, at its rate or as fast as it is taken."""
import numpy as np
import pmt
from gnuradio import gr

from ..recording import open_recording
from ..sample_format import parse_format
from .pacing import Pacer
from .radio import Radio


class RecordingSource(Radio):
    """Plays ``recording`` (recording.Recording).

    loop:     begin again at the end; else the source ends there
    fast:     as fast as it is taken, not at the recording's rate
    freq_hz:  what the middle of the band is at, where the recording does not say it
    """

    def __init__(self, recording, loop=True, fast=False, freq_hz=None):
        self.recording = recording
        self.name = recording.path
        self.samp_rate = recording.samp_rate
        self.is_real = not recording.is_complex
        self.clip_level = clip_level(recording.format_name)
        captures = recording.captures_in(0, 1)
        # Real samples have no middle of the band, so a centre says nothing about theirs.
        self.freq_hz = captures[0].centre_hz if captures and not self.is_real else None
        self.was_tuned_elsewhere = not self.is_real and all(
            capture.centre_hz is None for capture in recording.captures)
        if self.was_tuned_elsewhere:
            self.freq_hz = freq_hz
        self._block = _Player(self, loop, 0 if fast else recording.samp_rate)

    def connect(self, flowgraph):
        return self._block

    def close(self):
        self.recording.close()


class _Player(gr.sync_block):
    """Tags the first sample of each capture whose centre is known, rx_freq in Hz."""

    def __init__(self, radio, loop, rate):
        kind = np.float32 if radio.is_real else np.complex64
        gr.sync_block.__init__(self, "recording", None, [kind])
        self._radio, self._loop, self._pacer = radio, loop, Pacer(rate)
        self._next = 0
        recording = radio.recording
        self._centres = [] if radio.is_real else [
            (capture.start, capture.centre_hz) for capture in recording.captures
            if capture.centre_hz is not None and capture.start < recording.samples]

    def work(self, input_items, output_items):
        try:
            return self._fill(output_items[0])
        except Exception as error:  # an exception in this thread would stop nothing
            self._radio.failure = error
            return -1

    def _fill(self, out):
        recording = self._radio.recording
        if self._next == recording.samples:
            if not self._loop:
                return -1
            self._next = 0
        count = self._pacer.allowed(min(len(out), recording.samples - self._next))
        if count:
            out[:count] = recording.read(self._next, count)
            self._tag_captures(self._next, self._next + count)
            self._next += count
        return count

    def _tag_captures(self, begin, end):
        for start, centre in self._centres:
            if begin <= start < end:
                self.add_item_tag(0, self.nitems_written(0) + start - begin,
                                  pmt.intern("rx_freq"), pmt.from_double(centre))


def clip_level(format_name):
    """The largest magnitude that samples of a format reach on both sides of zero."""
    try:
        kind = parse_format(format_name).dtype
    except ValueError:  # libsndfile's name
        return 1 - 2.0**-15 if "16" in format_name else 1 - 2.0**-7
    if kind.kind == "f":
        return 1.0
    full_scale = 2.0 ** (8 * kind.itemsize - 1)
    return (full_scale - (0.5 if kind.kind == "u" else 1)) / full_scale


def play(path, options):
    """The recording ``path`` as ``options`` of the program say. Raises RecordingError."""
    return RecordingSource(
        open_recording(path, options.format, options.samp_rate, options.channel,
                       options.iq_channels, options.allow_damaged),
        loop=not options.once, fast=options.fast, freq_hz=options.freq)
