# SPDX-License-Identifier: GPL-3.0-or-later
"""What is wrong with samples as they arrive: overload, and samples that were lost."""
import threading
import time

import numpy as np
import pmt
from gnuradio import gr


class SampleMeter(gr.sync_block):
    """Looks at every sample of ``radio``; a sink beside the spectra."""

    def __init__(self, radio):
        kind = np.float32 if radio.is_real else np.complex64
        gr.sync_block.__init__(self, "sample_meter", [kind], None)
        self._clip_level, self._rate = radio.clip_level, radio.samp_rate
        self._guard = threading.Lock()
        self._samples = self._clipped = 0
        self._total = self._lost = 0
        self._time_tag = None  # (sample, seconds) of the last tag rx_time
        self._last = time.monotonic()

    def work(self, input_items, output_items):
        samples = input_items[0]
        values = samples.view(np.float32)
        clipped = 0
        # Most of the time nothing is: then two passes without temporary arrays are enough.
        if values.max() >= self._clip_level or values.min() <= -self._clip_level:
            is_clipped = np.abs(values) >= self._clip_level
            if samples.dtype == np.complex64:
                is_clipped = is_clipped.reshape(-1, 2).any(axis=1)
            clipped = int(np.count_nonzero(is_clipped))
        lost = self._lost_at_tags(len(samples))
        with self._guard:
            self._samples += len(samples)
            self._total += len(samples)
            self._clipped += clipped
            self._lost += lost
            self._last = time.monotonic()
        return len(samples)

    def _lost_at_tags(self, count):
        """Samples that rx_time tags, which UHD adds after each overflow, say are missing."""
        lost = 0
        for tag in self.get_tags_in_window(0, 0, count, pmt.intern("rx_time")):
            seconds = _seconds(tag.value)
            if self._time_tag is not None:
                sample, before = self._time_tag
                lost += max(0, round((seconds - before) * self._rate)
                            - (tag.offset - sample))
            self._time_tag = (tag.offset, seconds)
        return lost

    def take(self):
        """(share of samples at full scale since the last call, samples since then)"""
        with self._guard:
            share = self._clipped / self._samples if self._samples else 0.0
            samples = self._samples
            self._samples = self._clipped = 0
            return share, samples

    @property
    def lost(self):
        """Samples that are known to be missing, in all."""
        with self._guard:
            return self._lost

    @property
    def silent_s(self):
        """Seconds since samples came last."""
        with self._guard:
            return time.monotonic() - self._last

    @property
    def total(self):
        with self._guard:
            return self._total


def _seconds(value):
    whole, fraction = pmt.tuple_ref(value, 0), pmt.tuple_ref(value, 1)
    return float(pmt.to_uint64(whole)) + pmt.to_double(fraction)


class RateMeter:
    """Samples a second over the last seconds, and how many of them are missing for the rate
    that the radio should have."""

    SPAN_S = 5.0

    def __init__(self):
        self._points = []  # (clock, samples so far)

    def add(self, total):
        now = time.monotonic()
        self._points.append((now, total))
        while len(self._points) > 2 and now - self._points[1][0] > self.SPAN_S:
            self._points.pop(0)

    @property
    def seconds(self):
        """That samples_per_second is of."""
        return self._points[-1][0] - self._points[0][0] if self._points else 0.0

    @property
    def samples_per_second(self):
        """0 while it is not known."""
        if len(self._points) < 2:
            return 0.0
        (first, least), (last, most) = self._points[0], self._points[-1]
        return (most - least) / (last - first) if last > first else 0.0
