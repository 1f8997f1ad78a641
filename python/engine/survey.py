# SPDX-License-Identifier: GPL-3.0-or-later
"""Surveys of recordings: made as ``gpufft process`` makes them, and as arrays of xarray."""

import dataclasses
import json
import math
import os


@dataclasses.dataclass(frozen=True)
class SurveyProgress:
    """How far ``process()`` has come, as its ``progress`` is told."""

    recordings: int  #: that could be opened
    samples: int  #: in all of their channels; 0: of a pipe
    samples_before: int  #: that had been done when this call began
    samples_done: int  #: since then, by this process
    chunks_done: int  #: the same, files of each product
    seconds: float  #: since the first sample

    @property
    def share(self):
        """What is done of all, 0 to 1; None of a pipe."""
        return (self.samples_before + self.samples_done) / self.samples if self.samples else None


@dataclasses.dataclass(frozen=True)
class ProcessedSurvey(SurveyProgress):
    """What ``process()`` has done by its end: the survey, and what could not be read."""

    survey: str  #: the folder; open_survey() opens it
    problems: dict  #: {input: reason} of what could not be read, or not to its end
    devices: list  #: that were used
    device_failure: str  #: of one that others went on without; "" of none


def _check(name, value, is_right, words):
    if value is not None and not is_right(value):
        raise ValueError(f"{name} must be {words}, got {value}")


def process(inputs, out, *, length=None, hop=None, window=None, statistics=None, unit=None,
            calibration=None, average=None, seconds=None, compressor=None, bands=None,
            occupancy=None, peaks=None, peak_height=None, pyramid=False, events=None,
            shaped_noise=False, voltages=None, filter_bank=None, samp_rate=None, format=None,
            center=None, channel=None, iq_channels=False, allow_damaged=False,
            device="auto", progress=None, follow=False, watch=False, quiet=None, settle=None,
            dask=None, dask_resources=None):
    """Averages the power spectra of recordings into a survey, as ``gpufft process`` does.

    inputs         a path or several: files, folders, patterns, or "-" for standard input
    out            the survey's folder; what is done in it is not done again
    length, hop    samples of a frame (default 4096) and from frame to frame (half of it)
    window         a name, e.g. "hann" or "kaiser,8.6" (default "blackmanharris")
    statistics     "mean", "max", "min", "variance", "kurtosis", percentiles such as "p50"
                   or "p99.9", or a sequence of these; an empty one, or "none": no spectra,
                   beside ``voltages`` or ``filter_bank``
    unit           "dbfs_per_hz" (default), "dbfs", "power_per_hz" or "power"
    calibration    what full scale is, in dBm; levels are then in dBm
    average        frames of a row; or
    seconds        of a row (default 0.1)
    compressor     "blosc" (default), "zlib" or "none"
    bands          {name: (low, high)} in Hz, whose power is told over time
    occupancy      a level in ``unit``: the share of each band's bins over it
    peaks          how many of each row are told, ``peak_height`` dB (10) over the median
    pyramid        True: means and maxima of 2, 4, 8 ... rows as well, for viewers; see
                   ``open_survey()``
    events         what stands out of noise is told, see ``survey_events()``: how often noise
                   alone passes the threshold, a bin of a row, e.g. 1e-6
    shaped_noise   True: the noise of events is not as high in all bins; what is there
                   throughout, and no narrow line, is noise
    voltages       {name: (center, rate)} or {name: (center, rate, width)} in Hz: bands whose
                   samples are kept, mixed to 0 Hz, filtered and at that rate, as pairs of SigMF
                   in ``voltages`` of the recording's group; the width between the edges, where
                   half the amplitude passes, is 0.8 of the rate unless given
    filter_bank    how many channels a polyphase filter bank has, all of whose samples are kept,
                   in ``channels``, twice as fast as channels are wide; or (channels, 1): once
    samp_rate, center   in Hz, where a recording does not say them
    format         how raw samples are stored, e.g. "ci16_le"
    channel, iq_channels, allow_damaged   as the program's options
    device         "auto", a name of ``devices()``, or several that work side by side
    follow         True: the files, raw ones or pairs of SigMF, still grow
    watch          True: inputs are folders, whose recordings are done as they are complete
    quiet          seconds without a new sample or recording that end these; None: nothing does
    settle         seconds that a file in a watched folder has to stay the same, where nobody
                   was seen to close it (default 10)
    dask           address of a Dask scheduler, or a Client, whose workers share the work; they
                   must see ``inputs`` and ``out`` under the same names, and have this package
    dask_resources {name: number} of a worker's resources that a task takes, e.g. {"GPU": 1}
    progress       called some times a second with a SurveyProgress; not with dask

    Returns a ProcessedSurvey. Ctrl-C, or what ``progress`` raises, stops it: it is raised
    here, and the same call goes on with what is not done. Inputs that are damaged stop
    nothing and are in its ``problems``. Raises ValueError where nothing can be done with what
    is asked, OSError where ``out`` cannot be written or is another survey, RuntimeError where
    no device is left. While it runs, files that others cut off do not end this process: a
    handler of SIGBUS is installed, which hands on what is about other memory. Digital RF is
    read by the system's libhdf5, which is not made for several threads: where h5py uses the
    same one (Debian's does, that of PyPI has its own), no other thread may use it meanwhile.
    """
    asked = dict(locals())
    if average is not None and seconds is not None:
        raise ValueError("average and seconds say the same; one is enough")
    _check("average", average, lambda n: 1 <= n <= 2**50, "1 to 2**50 frames")
    _check("seconds", seconds, lambda s: 0 < s <= 1e9, "above 0, up to 1e9")
    _check("hop", hop, lambda n: n >= 1, "1 sample or more")
    _check("samp_rate", samp_rate, lambda hz: 0 < hz < math.inf, "a number of Hz above 0")
    _check("center", center, math.isfinite, "a number of Hz")
    _check("occupancy", occupancy, math.isfinite, "a level in the unit of the survey")
    _check("events", events, lambda p: 0 < p <= 0.1, "above 0, up to 0.1")
    if peak_height is not None and not peaks:
        raise ValueError("peak_height is for peaks; give peaks, too")
    if follow and watch:
        raise ValueError("follow is for files, and watch for folders; one of them works")
    for name, value in (("quiet", quiet), ("settle", settle)):
        _check(name, value, lambda s: 0 < s <= 1e9, "above 0, up to 1e9 seconds")
    if dask is not None and follow:
        raise ValueError("one process follows a recording; leave out dask, or follow")
    if dask is not None:
        given = {name: value for name, value in asked.items()
                 if name not in ("dask", "dask_resources", "progress")}
        return _process_on_dask(dask, dask_resources, progress, given)
    from . import _survey

    words = statistics if statistics is None or isinstance(statistics, str) else ",".join(
        statistics) or "none"
    settings = {
        "length": length, "hop": hop, "window": window, "statistics": words, "unit": unit,
        "calibration": calibration, "average": average, "seconds": seconds,
        "compressor": compressor,
        "bands": None if bands is None else [(name, tuple(edges))
                                             for name, edges in bands.items()],
        "occupancy": occupancy, "peaks": peaks, "peak_height": peak_height,
        "pyramid": pyramid, "events": events, "shaped_noise": shaped_noise,
        "voltages": None if voltages is None else [(name, list(numbers))
                                                   for name, numbers in voltages.items()],
        "filter_bank": None if filter_bank is None else (
            [filter_bank] if isinstance(filter_bank, int) else list(filter_bank)),
        "samp_rate": samp_rate, "format": format, "center": center, "channel": channel,
        "iq_channels": iq_channels, "allow_damaged": allow_damaged,
        "follow": follow, "watch": watch, "quiet": quiet, "settle": settle}
    paths = [inputs] if isinstance(inputs, (str, os.PathLike)) else list(inputs)
    devices = [device] if isinstance(device, str) else list(device)
    if not devices:
        raise ValueError("device names no device; \"auto\" works")
    done = _survey.process(
        [os.fsencode(path) for path in paths], os.fsencode(out), settings,
        devices,
        None if progress is None else lambda now: progress(SurveyProgress(**now)))
    return ProcessedSurvey(survey=os.fspath(out), **done)


def _process_on_dask(dask, resources, progress, given):
    from . import _survey_dask

    if progress is not None:
        raise ValueError("progress is told by no worker; leave it out with dask, whose own "
                         "dashboard shows its tasks")
    paths = given["inputs"]
    paths = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    if "-" in paths:
        raise ValueError("samples of a pipe cannot be shared; leave out dask")
    given["inputs"] = [os.path.abspath(path) for path in paths]
    given["out"] = os.path.abspath(given["out"])
    client, is_own = _survey_dask.connected(dask)
    try:
        ends = _survey_dask.share(client, _survey_dask.call_process, (given,),
                                  resources=resources)
    finally:
        if is_own:
            client.close()
    done = _survey_dask.combined(ends)
    return ProcessedSurvey(recordings=0, samples=0, samples_before=0, seconds=0.0,
                           survey=given["out"], device_failure="", **done)


def _group_folder(path, group):
    """The folder of a group, or of the only one."""
    names = survey_groups(path)
    if group is None and names and len(names) == 1:
        group = names[0]
    if names is not None and group not in names:
        raise ValueError(f"{os.fspath(path)}: group must be one of {', '.join(names)}, "
                         f"got {group}")
    if names is None and group is not None:
        raise ValueError(f"{os.fspath(path)}: is of one recording, and has no group {group}")
    return os.fspath(os.path.join(path, group) if group else path)


def open_survey(path, group=None, level=0):
    """A survey, or one group of it, as an ``xarray.Dataset`` whose values are read as needed.

    path     the folder that ``gpufft process --out`` named
    group    the recording of several, as ``survey_groups()`` names them
    level    0: the rows; else the mean and max of 2**level rows, of a survey with
             ``pyramid``, up to attribute ``zoom_levels`` of level 0

    Rows that are not done yet are NaN. Raises ValueError where ``path`` is no survey, there
    are several groups and none, or no such one, is named, or the level is not there;
    ImportError where xarray or zarr is missing.
    """
    folder = _group_folder(path, group)
    if level:
        _check("level", level, lambda n: n > 0, "0 or more")
        folder = os.path.join(folder, f"zoom{level}")
        if not os.path.exists(os.path.join(folder, ".zmetadata")):
            raise ValueError(f"{os.fspath(path)}: has no zoom level {level}; process(..., "
                             f"pyramid=True) makes them, as many as attribute zoom_levels of "
                             f"level 0 says")
    import xarray

    # Each group has an index of its own, which is there as soon as the group is.
    return xarray.open_zarr(folder, consolidated=True)


def survey_events(path, group=None):
    """The events of a survey that was made with ``events``: a list of dicts, in order of time.

    Each is an annotation of SigMF: core:sample_start and core:sample_count, core:freq_lower_edge
    and core:freq_upper_edge in Hz (with the centre frequency, where it is known), and
    core:comment with the highest level. They lie in events.sigmf-meta in the group's folder.
    Raises ValueError where there are none yet, and as open_survey().
    """
    try:
        with open(os.path.join(_group_folder(path, group), "events.sigmf-meta"),
                  encoding="utf-8") as file:
            return json.load(file)["annotations"]
    except FileNotFoundError:
        raise ValueError(f"{os.fspath(path)}: has no events; process(..., events=1e-6) looks "
                         f"for them, when all else is done") from None


def survey_groups(path):
    """Names of the groups of a survey of several recordings or channels; None of one alone."""
    file = os.path.join(path, "survey.json")
    try:
        with open(file, encoding="utf-8") as text:
            about = json.load(text)
        is_single = about["is_single"]
        about["gpufft_survey"]
    except (OSError, ValueError, KeyError, TypeError):
        raise ValueError(f"{os.fspath(path)}: is no survey; gpufft process makes one, and a "
                         f"file survey.json in it") from None
    if is_single:
        return None
    return sorted(name for name in os.listdir(path)
                  if os.path.exists(os.path.join(path, name, ".zmetadata")))
