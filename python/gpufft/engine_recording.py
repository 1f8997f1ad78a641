# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings that surveys read and Python does not: Digital RF, GUPPI RAW, VDIF, archives and
collections of SigMF."""
import os

from .recording_error import RecordingError
from .sigmf import Capture

_SEVERAL = (".sigmf", ".sigmf-collection")


def opens(path, format):
    """Whether ``path`` is for this reader, by its name: a channel's folder, an archive, ...

    format   as --format says; a file .raw with one is of raw samples
    """
    extension = os.path.splitext(path)[1].lower()
    return (os.path.exists(os.path.join(path, "drf_properties.h5"))
            or os.path.basename(path) == "drf_properties.h5" or extension in (*_SEVERAL, ".vdif") or extension == ".raw" and not format)


class EngineFile:
    """The file of a Recording, read by the engine.

    name   which of several recordings in ``path``; None: the only one
    Raises RecordingError.
    """

    def __init__(self, path, name, format, samp_rate, allow_damaged):
        from gpufft import _survey

        settings = {"format": format or None, "samp_rate": samp_rate,
                    "allow_damaged": allow_damaged}
        try:
            found = _survey.open_recordings(os.fsencode(path), settings)
        except ValueError as error:
            raise RecordingError(str(error)) from None
        names = [_name_in(path, each.path) for each in found]
        if name is None and len(found) > 1 or name is not None and name not in names:
            asked = "" if name is None else f", and {name} was asked"
            raise RecordingError(
                f"{path}: holds {len(found)} recordings, {', '.join(names)}{asked}; "
                f"--recording {names[0]} takes one")
        self.path = path
        self._of = found[0 if name is None else names.index(name)]
        self.recording = self._of.path
        self.format_name = self._of.format_name
        self.samp_rate = self._of.samp_rate
        self.samples = self._of.samples
        self.is_complex = self._of.is_complex
        self.channels = self._of.channels

    def captures(self, channel):
        """As those of SigMF, where samples begin anew."""
        return tuple(Capture(start, centre, time)
                     for start, centre, time in self._of.segments(channel))

    def read(self, start, count, channel, as_iq):
        """Samples of a channel, or of two as I and Q."""
        try:
            return self._of.read(start, count, channel, as_iq)
        except ValueError as error:
            raise RecordingError(str(error)) from None

    def close(self):
        self._of = None


def _name_in(path, own):
    """What tells a recording from the others in its archive or collection."""
    if own.startswith(f"{path}:"):
        return own[len(path) + 1:]
    return os.path.basename(own).removesuffix(".sigmf-meta")
