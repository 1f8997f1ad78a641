# SPDX-License-Identifier: GPL-3.0-or-later
"""A recording of samples on disk: SigMF, raw or sound file, read piece by piece."""
import os
import stat
from dataclasses import dataclass
from typing import Optional

from . import engine_recording, sound_file
from .raw_file import RawFile
from .recording_error import RecordingError
from .sample_format import KNOWN, format_of_extension, parse_format
from .sigmf import read_metadata

_SIGMF = (".sigmf-meta", ".sigmf-data")
_RATES_HZ = (1e-6, 1e15)  #: of which single precision holds levels in dBFS/Hz


@dataclass
class Recording:
    """One channel of a recording (or two as I and Q), full scale 1.0.

    path:        what was opened: metadata of SigMF, else the file or folder itself
    format_name: how a sample is stored, e.g. "ci16_le"
    samp_rate:   in Hz
    samples:     of this channel
    is_complex:  read() gives complex64, else float32
    channels:    how many the file has
    captures, annotations:  of SigMF metadata, or where samples begin anew; else empty
    part:        which of several recordings in ``path`` it is, as the engine calls it
    """

    path: str
    format_name: str
    samp_rate: float
    samples: int
    is_complex: bool
    channels: int
    channel: int
    as_iq: bool
    captures: tuple
    annotations: tuple
    _file: object
    part: Optional[str] = None

    def is_file(self, path):
        """Whether ``path`` is one of its files."""
        return os.path.exists(path) and any(
            os.path.samefile(path, own) for own in (self.path, self._file.path))

    def read(self, start, count):
        """Samples start .. start + count as a new array."""
        return self._file.read(start, count, self.channel, self.as_iq)

    def captures_in(self, start, count):
        """Captures that hold samples start .. start + count."""
        ends = [c.start for c in self.captures[1:]] + [self.samples]
        return [capture for capture, end in zip(self.captures, ends)
                if capture.start < start + count and end > start]

    def close(self):
        self._file.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def open_recording(path, format=None, samp_rate=None, channel=None, iq_channels=False,
                   allow_damaged=False, recording=None):
    """Opens the recording ``path``: any file of SigMF or their common base name, an archive
    or collection, a raw file, a sound file, Digital RF, GUPPI RAW or VDIF.

    format:        how a raw file's samples are stored, e.g. "ci16_le"; in place of what
                   SigMF metadata or the file's extension say
    samp_rate:     in Hz, in place of what the recording says
    channel:       which of several, from 0
    iq_channels:   real channels ``channel`` and ``channel`` + 1 are I and Q
    allow_damaged: leave out a last sample that is cut off
    recording:     which of several in an archive or collection

    Raises RecordingError, or OSError where the system refuses a file.
    """
    part = None
    is_engines = engine_recording.opens(path, format)
    meta = None if is_engines else _metadata_path(path, format)
    if recording is not None and not is_engines:
        raise RecordingError(f"{path}: is one recording; leave out --recording {recording}")
    captures = annotations = ()
    offset = 0
    own_rate: Optional[float] = None
    if is_engines:
        _check_exists(path)
        file = engine_recording.EngineFile(path, recording, format, samp_rate, allow_damaged)
        own_rate, format_name, part = file.samp_rate, file.format_name, file.recording
    elif meta:
        metadata = read_metadata(meta, format)
        _check_file(metadata.data_path, f"the data file of {meta}")
        file = RawFile(metadata.data_path, metadata.format, metadata.channels,
                       [(c.start, c.header_bytes) for c in metadata.captures
                        if c.header_bytes],
                       metadata.trailing_bytes, allow_damaged)
        own_rate, format_name = metadata.samp_rate, metadata.format.name
        captures, annotations = metadata.captures, metadata.annotations
        offset = metadata.offset
    elif os.path.splitext(path)[1].lower() in sound_file.EXTENSIONS:
        _check_file(path)
        if format:
            raise RecordingError(f"{path}: a sound file says itself how its samples are "
                                 f"stored; leave out --format {format}")
        file = sound_file.SoundFile(path, allow_damaged)
        own_rate, format_name = file.samp_rate, file.format_name
    else:
        _check_file(path)
        file = RawFile(path, _raw_format(path, format), allow_damaged=allow_damaged)
        format_name = file.format.name

    try:
        _check_captures(meta, captures, file.samples, offset)
        if file.samples == 0:
            raise RecordingError(f"{file.path}: holds no sample")
        if not (samp_rate or own_rate):
            raise RecordingError(f"{path}: nothing says its sampling rate; give "
                                 f"--samp-rate, e.g. --samp-rate 2M")
        _check_rate(path, float(samp_rate or own_rate))
        channel = _check_channel(file, path, channel, iq_channels)
        if is_engines:
            captures = file.captures(channel)
    except RecordingError:
        file.close()
        raise
    return Recording(meta or path, format_name, float(samp_rate or own_rate),
                     file.samples, file.is_complex or iq_channels, file.channels,
                     channel, iq_channels, captures, annotations, file, part)


def _metadata_path(path, format):
    """The SigMF metadata that ``path`` means, or None where it is no SigMF."""
    base, extension = os.path.splitext(path)
    if extension not in _SIGMF:
        if os.path.exists(path):
            return None
        # A base name may hold dots itself: radio_2.4GHz
        base = path
        if not any(os.path.exists(base + end) for end in _SIGMF):
            return None
    meta = base + ".sigmf-meta"
    if os.path.exists(meta):
        return meta
    if extension == ".sigmf-data" and format:
        return None
    raise RecordingError(
        f"{meta}: no such file; without metadata give {base}.sigmf-data with --format "
        f"and --samp-rate")


def _check_exists(path, what="recording"):
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        missing = "no such file" + ("" if what == "recording" else f" ({what})")
        raise RecordingError(f"{path}: {missing}") from None


def _check_file(path, what="recording"):
    mode = _check_exists(path, what)
    if not stat.S_ISREG(mode):
        kind = "a folder" if stat.S_ISDIR(mode) else "not a regular file"
        raise RecordingError(f"{path}: is {kind}; name a recording on disk")
    if os.path.getsize(path) == 0:
        raise RecordingError(f"{path}: the file is empty (0 bytes)")


def _raw_format(path, format):
    if format:
        try:
            return parse_format(format)
        except ValueError as error:
            raise RecordingError(f"--format: {error}") from None
    found = format_of_extension(os.path.splitext(path)[1])
    if not found:
        raise RecordingError(f"{path}: its name does not say how samples are stored; "
                             f"give --format, e.g. --format ci16_le (known: {KNOWN})")
    return found


def _check_captures(meta, captures, samples, offset):
    for number, capture in enumerate(captures):
        if capture.start > samples:
            behind = (f", the {capture.start + offset} of its core:sample_start less the "
                      f"{offset} of core:offset" if offset else "")
            raise RecordingError(
                f"{meta}: captures[{number}] starts {capture.start} samples into the "
                f"data{behind}, which holds {samples}; the data file is cut off or "
                f"another's")


def _check_rate(path, samp_rate):
    lowest, highest = _RATES_HZ
    if not lowest <= samp_rate <= highest:
        raise RecordingError(
            f"{path}: levels at a sampling rate of {samp_rate:g} Hz are beyond single "
            f"precision; a --samp-rate between {lowest:g} and {highest:g} works")


def _check_channel(file, path, channel, iq_channels):
    channel = channel or 0
    if iq_channels and file.is_complex:
        raise RecordingError(f"{path}: its samples are complex; --iq-channels is for two "
                             f"real channels")
    needed = 2 if iq_channels else 1
    if not 0 <= channel <= file.channels - needed:
        many = "1 channel" if file.channels == 1 else f"{file.channels} channels"
        asked = (f"channels {channel} and {channel + 1} as I and Q" if iq_channels
                 else f"channel {channel}")
        last = file.channels - needed
        works = ("leave out --iq-channels" if last < 0
                 else f"--channel 0 .. {last} works" if last else "--channel 0 works")
        raise RecordingError(f"{path}: has {many}, {asked} was asked; {works}")
    return channel
