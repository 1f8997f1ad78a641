# SPDX-License-Identifier: GPL-3.0-or-later
"""Samples lying plainly in a file, with stretches of other bytes between them."""
import bisect
import os

import numpy as np

from .recording_error import RecordingError


class RawFile:
    """Interleaved channels of one format.

    path:      the file
    format:    a SampleFormat
    channels:  how many are interleaved, sample by sample
    headers:   (first sample, bytes) pairs in order: so many bytes that are no samples
               lie before that sample
    trailing_bytes:  bytes after the last sample
    allow_damaged:   leave out a last sample that is cut off, instead of refusing
    """

    def __init__(self, path, format, channels=1, headers=(), trailing_bytes=0,
                 allow_damaged=False):
        self.path, self.format, self.channels = path, format, channels
        self.is_complex = format.is_complex
        self._sample_bytes = format.bytes * channels
        total = os.path.getsize(path)
        skipped = trailing_bytes + sum(size for _, size in headers)
        if skipped > total:
            raise RecordingError(
                f"{path}: {total} bytes are less than the {skipped} bytes of headers "
                f"and trailer that its metadata promises")
        self.samples, rest = divmod(total - skipped, self._sample_bytes)
        if rest and not allow_damaged:
            raise RecordingError(
                f"{path}: {total - skipped} bytes of samples end in the middle of one: "
                f"{self._sample_bytes} bytes make a sample ({self._words()}), {rest} are "
                f"left over; the file was cut off or --format is another; "
                f"--allow-damaged leaves them out")
        # Where each stretch of samples begins: its first sample, its place in the file.
        self._starts, self._places, before = [0], [0], 0
        for first, size in headers:
            before += size
            self._starts.append(first)
            self._places.append(first * self._sample_bytes + before)
        self._file = open(path, "rb", buffering=0)

    def _words(self):
        many = f", {self.channels} channels" if self.channels > 1 else ""
        return self.format.name + many

    def read(self, start, count, channel=0, as_iq=False):
        """Samples start .. start + count of one channel: complex64 or float32.

        as_iq: this real channel and the next one are I and Q.
        """
        numbers = np.empty(count * self._sample_bytes // self.format.dtype.itemsize,
                           self.format.dtype)
        view, done = memoryview(numbers).cast("B"), 0
        while done < count:
            stretch = bisect.bisect_right(self._starts, start + done) - 1
            end = (self._starts + [self.samples])[stretch + 1]
            part = min(count - done, end - start - done)
            place = (self._places[stretch]
                     + (start + done - self._starts[stretch]) * self._sample_bytes)
            self._read_into(view[done * self._sample_bytes:
                                 (done + part) * self._sample_bytes], place)
            done += part
        parts = 2 if self.is_complex else 1
        numbers = numbers.reshape(count, self.channels, parts)
        if as_iq:
            scaled = self.format.decode(
                np.ascontiguousarray(numbers[:, channel:channel + 2, 0]))
            return scaled.view(np.complex64)[:, 0]
        numbers = numbers[:, channel]
        return self.format.decode(numbers if self.is_complex else numbers[:, 0])

    def _read_into(self, view, place):
        while view:
            got = os.preadv(self._file.fileno(), [view], place)
            if got == 0:
                # What was to be read may lie behind the end.
                end = min(place, os.fstat(self._file.fileno()).st_size)
                raise RecordingError(
                    f"{self.path}: ended at byte {end} while it was being read; it was "
                    f"longer when it was opened")
            view, place = view[got:], place + got

    def close(self):
        self._file.close()
