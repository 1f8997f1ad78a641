# SPDX-License-Identifier: GPL-3.0-or-later
"""SigMF metadata: read, checked, and reduced to what a reader of samples needs."""
import json
import math
import os
from dataclasses import dataclass, field
from typing import Optional

from .recording_error import RecordingError
from .sample_format import SampleFormat, parse_format


@dataclass(frozen=True)
class Capture:
    """From sample ``start`` of the file on, the receiver stood like this."""

    start: int
    centre_hz: Optional[float] = None
    datetime: Optional[str] = None
    header_bytes: int = 0


@dataclass(frozen=True)
class Annotation:
    """A named rectangle: samples of the file, and Hz as on the frequency axis."""

    start: int
    count: Optional[int]
    lower_hz: Optional[float]
    upper_hz: Optional[float]
    label: str


@dataclass(frozen=True)
class Metadata:
    data_path: str
    format: SampleFormat
    channels: int = 1
    samp_rate: Optional[float] = None
    offset: int = 0
    trailing_bytes: int = 0
    captures: tuple = field(default=())
    annotations: tuple = field(default=())


def read_metadata(path, format_name=None):
    """Metadata of the file ``path`` (.sigmf-meta).

    format_name: taken in place of core:datatype
    Raises RecordingError that names the file, the field and what it should hold.
    """
    try:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
    except (ValueError, RecursionError) as error:
        raise RecordingError(f"{path}: not JSON: {error}") from None
    whole = _Fields(path, "the metadata", document)
    glob = _Fields(path, "global", whole.get("global", dict, required=True))

    if glob.get("core:metadata_only", bool):
        raise RecordingError(f"{path}: core:metadata_only is set: it has no samples")
    name = format_name or glob.get("core:datatype", str, required=True)
    try:
        sample_format = parse_format(name)
    except ValueError as error:
        where = "" if format_name else f"{path}: core:datatype: "
        raise RecordingError(f"{where}{error}") from None
    offset = glob.get("core:offset", int, default=0, least=0)
    return Metadata(
        data_path=_data_path(path, glob),
        format=sample_format,
        channels=glob.get("core:num_channels", int, default=1, least=1),
        samp_rate=glob.get("core:sample_rate", float, above=0),
        offset=offset,
        trailing_bytes=glob.get("core:trailing_bytes", int, default=0, least=0),
        captures=tuple(_captures(path, whole, offset)),
        annotations=tuple(_annotations(path, whole, offset)),
    )


def _data_path(path, glob):
    dataset = glob.get("core:dataset", str)
    if dataset is None:
        return path[: -len(".sigmf-meta")] + ".sigmf-data"
    if (dataset in ("", ".", "..") or os.path.basename(dataset) != dataset
            or not _may_name_a_file(dataset)):
        raise RecordingError(f"{path}: core:dataset must be the name of a file in the "
                             f"same folder, got {dataset!r}")
    return os.path.join(os.path.dirname(path), dataset)


def _may_name_a_file(name):
    """False for what the system's calls take no name of: zeros, half a surrogate pair."""
    try:
        return b"\0" not in os.fsencode(name)
    except UnicodeEncodeError:
        return False


def _captures(path, whole, offset):
    last = 0
    for number, item in enumerate(whole.get("captures", list, default=[])):
        fields = _Fields(path, f"captures[{number}]", item)
        # Indices are absolute; core:offset is that of the file's first sample.
        start = fields.get("core:sample_start", int, required=True, least=0) - offset
        if start < 0:
            raise RecordingError(
                f"{path}: captures[{number}] starts at sample {start + offset}, and the data "
                f"file begins with sample {offset} (core:offset)")
        if start < last:
            raise RecordingError(
                f"{path}: captures[{number}] starts at sample {start + offset}, before "
                f"sample {last + offset}; captures must be in order")
        last = start
        yield Capture(
            start,
            centre_hz=fields.get("core:frequency", float),
            datetime=fields.get("core:datetime", str),
            header_bytes=fields.get("core:header_bytes", int, default=0, least=0))


def _annotations(path, whole, offset):
    for number, item in enumerate(whole.get("annotations", list, default=[])):
        fields = _Fields(path, f"annotations[{number}]", item)
        yield Annotation(
            fields.get("core:sample_start", int, required=True, least=0) - offset,
            count=fields.get("core:sample_count", int, least=0),
            lower_hz=fields.get("core:freq_lower_edge", float),
            upper_hz=fields.get("core:freq_upper_edge", float),
            label=(fields.get("core:label", str) or fields.get("core:description", str)
                   or fields.get("core:comment", str) or ""))


class _Fields:
    """The fields of one JSON object, fetched by name and checked for their type."""

    WORDS = {dict: "an object", list: "a list", str: "a string", bool: "true or false",
             int: "a whole number", float: "a number"}

    def __init__(self, path, where, values):
        self._path, self._where, self._values = path, where, values
        if not isinstance(values, dict):
            raise RecordingError(f"{path}: {where} must be an object, got "
                                 f"{_shorten(values)}")

    def get(self, name, kind, required=False, default=None, least=None, above=None):
        value = self._values.get(name)
        if value is None:
            if required:
                raise RecordingError(f"{self._path}: {self._where} has no {name}, which "
                                     f"must be {self.WORDS[kind]}")
            return default
        if kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = _as_float(value)
        if kind is int and isinstance(value, float) and value.is_integer():
            value = int(value)  # some writers of JSON know only 1.0
        good = isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
        wanted = self.WORDS[kind]
        if kind is float and good:
            good = math.isfinite(value)
        if least is not None:
            good, wanted = good and value >= least, f"{wanted} of at least {least}"
        if above is not None:
            good, wanted = good and value > above, f"{wanted} above {above}"
        if not good:
            where = f"{self._where}: " if "[" in self._where else ""
            raise RecordingError(f"{self._path}: {where}{name} must be {wanted}, got "
                                 f"{_shorten(value)}")
        return value


def _as_float(value):
    try:
        return float(value)
    except OverflowError:
        return math.inf


def _shorten(value):
    text = json.dumps(value, default=str)
    return text if len(text) <= 60 else text[:57] + "..."
