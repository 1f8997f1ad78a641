# SPDX-License-Identifier: GPL-3.0-or-later
"""Samples in a sound file (WAV, FLAC, AU, ...), read through libsndfile."""
import os
import re

import numpy as np

from .recording_error import RecordingError

#: Lossless kinds that receivers write, and OGG, which satellite observers share.
EXTENSIONS = {".wav", ".wave", ".w64", ".rf64", ".flac", ".au", ".snd", ".aif", ".aiff",
              ".caf", ".ogg", ".oga"}

_MOST_SAMPLES = 2**62  #: what is not known is given as the largest number of 64 bits


class SoundFile:
    """Real samples of full scale 1.0; libsndfile scales integers by 2^(bits-1)."""

    is_complex = False

    def __init__(self, path, allow_damaged=False):
        try:
            import soundfile
        except ImportError as error:
            raise RecordingError(
                f"{path}: sound files need the Python module soundfile (Debian: "
                f"python3-soundfile): {error}") from None
        self.path, self._failure = path, soundfile.SoundFileError
        if os.path.getsize(path) == 0:
            raise RecordingError(f"{path}: the file is empty (0 bytes)")
        try:
            self._file = soundfile.SoundFile(path)
        except soundfile.SoundFileError as error:
            reason = str(error).rsplit(": ", 1)[-1].rstrip(".")
            raise RecordingError(
                f"{path}: libsndfile cannot read it: {reason}; is it a sound file? "
                f"Rename a raw one and give --format") from None
        self.samples = self._file.frames
        if self.samples > _MOST_SAMPLES:
            self._file.close()
            base = os.path.splitext(path)[0]
            raise RecordingError(
                f"{path}: libsndfile finds no end of it; the file was cut off; a copy "
                f"works, e.g. of: ffmpeg -i {path} {base}.wav")
        self.channels = self._file.channels
        self.samp_rate = float(self._file.samplerate)
        self.format_name = f"{self._file.format} {self._file.subtype}"
        if not allow_damaged:
            self._refuse_cut()

    def _refuse_cut(self):
        # libsndfile forgives a data chunk shorter than its header says, rightly: headers
        # of streams hold the largest number. Only a cut sample is a sign of damage.
        info = self._file.extra_info
        data = re.search(r"^data : \d+ \(should be (\d+)\)", info, re.M)
        align = re.search(r"^ *Block Align *: (\d+)", info, re.M)
        if data and align and int(align[1]) and int(data[1]) % int(align[1]):
            raise RecordingError(
                f"{self.path}: {data[1]} bytes of samples end in the middle of one: "
                f"{align[1]} bytes make a sample ({self.format_name}, {self.channels} "
                f"channels); the file was cut off; --allow-damaged leaves the rest out")

    def read(self, start, count, channel=0, as_iq=False):
        """Samples start .. start + count of one channel: complex64 or float32."""
        try:
            if self._file.tell() != start:
                self._file.seek(start)
            values = self._file.read(count, dtype="float32", always_2d=True)
        except self._failure as error:
            reason = str(error).rsplit(": ", 1)[-1].rstrip(".")
            raise RecordingError(
                f"{self.path}: samples {start} to {start + count - 1} cannot be read: "
                f"{reason}; the file is damaged or was cut off") from None
        if len(values) != count:
            raise RecordingError(
                f"{self.path}: has no sample {start + len(values)}, though its header "
                f"promises {self.samples}; the file was cut off")
        if as_iq:
            pair = np.ascontiguousarray(values[:, channel:channel + 2])
            return pair.view(np.complex64)[:, 0]
        return np.ascontiguousarray(values[:, channel])

    def close(self):
        self._file.close()
