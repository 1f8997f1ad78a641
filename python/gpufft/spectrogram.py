# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft spectrogram: a recording becomes a picture, through the engine of surveys."""
import json
import os
import signal
import sys

import numpy as np

from . import spectrogram_arguments
from ._program import print_any_name, print_results, terminable
from .atomic_file import check_writable, write_file
from .recording import open_recording
from .spectrogram_plan import plan_spectrogram

PROGRAM = "gpufft spectrogram"
OK, BAD_INPUT, DEVICE_FAILED = 0, 1, 2


def main(argv=None):
    """Runs the program and returns its exit status."""
    try:
        with terminable():
            return _run(sys.argv[1:] if argv is None else argv)
    except (ValueError, OSError, ImportError) as error:
        return _complain(error, BAD_INPUT)
    except (RuntimeError, MemoryError) as error:
        return _complain(error, DEVICE_FAILED)
    except KeyboardInterrupt as interrupt:
        return 128 + (interrupt.args[0] if interrupt.args else signal.SIGINT)


def _run(argv):
    options = spectrogram_arguments.parse(argv)
    if options is None:  # help or version was asked for, and printed
        return OK
    check_writable(options.output)
    # Both are slow to load, and --help and bad arguments need neither.
    from . import picture
    from .progress import Progress
    from .spectrogram_columns import SpectrumColumns, average_columns

    with open_recording(options.recording, options.format, options.samp_rate,
                        options.channel, options.iq_channels,
                        options.allow_damaged, options.part) as recording:
        if recording.is_file(options.output):
            raise ValueError(f"-o {options.output}: is the recording itself; name another "
                             f"file")
        if recording.channels > 1 and options.channel is None and not options.iq_channels:
            _warn(f"{recording.path}: {recording.channels} channels, this is channel 0; "
                  f"--channel takes another"
                  + ("" if recording.is_complex else ", --iq-channels two as I and Q"))
        _warn_of_gaps(recording)
        plan = plan_spectrogram(recording, picture.AXES[2], options.length, options.hop,
                                options.window, options.average, options.start,
                                options.duration)
        columns = SpectrumColumns(plan.length, plan.columns, picture.AXES[3],
                                  not recording.is_complex)
        with Progress(plan.samples) as progress:
            outcome = average_columns(recording, plan, columns, options.device, options,
                                      progress.update)
        scene = _describe(recording, plan, columns, outcome, options.annotations)
        write_file(options.output, picture.draw(scene, options.dynamic_range))
        _print_results(options, recording, plan, columns, outcome)
        return _judge(recording, plan, columns, options)


def _warn_of_gaps(recording):
    """Columns follow one another, whatever lies between their samples."""
    starts = [capture for capture in recording.captures[1:] if recording.part]
    if starts:
        _warn(f"{recording.path}: its samples begin anew {len(starts)} times (a gap, or another "
              f"frequency), and are drawn as if they went on; gpufft process keeps them apart")


def _describe(recording, plan, columns, outcome, with_boxes):
    """What the picture shows and says, as a picture.Spectrogram."""
    from .picture import Spectrogram, hertz

    captures = recording.captures_in(plan.start, plan.samples)
    centres = {capture.centre_hz or 0.0 for capture in captures} or {0.0}
    is_offset = len(centres) > 1
    if is_offset:
        _warn(f"{recording.path}: the centre frequency changes in this part ("
              f"{', '.join(map(hertz, sorted(centres)))}); frequencies are relative to "
              f"it")
    centre = 0.0 if is_offset or not recording.is_complex else centres.pop()
    bin_hz = plan.samp_rate / plan.length
    low = centre + (columns.first_bin - 0.5) * bin_hz
    all_columns = columns.power.shape[1] * plan.per_column

    title = [os.path.basename(recording.path)]
    if centre:
        title.append(f"centre {hertz(centre)}")
    title.append(hertz(plan.samp_rate).replace("Hz", "S/s"))
    if captures and captures[0].datetime:
        title.append(captures[0].datetime)
    subtitle = [f"length {plan.length}", f"hop {plan.hop}", plan.window,
                f"RBW {hertz(float(f'{plan.rbw_hz:.4g}'))}"]
    if plan.per_column > 1:
        subtitle.append(f"column: mean of {plan.per_column} spectra")
    if columns.bins > len(columns.power):
        subtitle.append(f"row: largest of {columns.bins / len(columns.power):.3g} bins")
    if columns.bad_frames:
        subtitle.append(f"white: samples are {_flaw_words(recording, plan, columns)}")
    subtitle.append(outcome.device)
    return Spectrogram(
        columns.power,
        times_s=(plan.time_of_frame(0), plan.time_of_frame(all_columns)),
        end_s=plan.time_of_frame(plan.frames),
        frequencies_hz=(low, low + columns.bins * bin_hz),
        title=" - ".join(title), subtitle=", ".join(subtitle), is_offset=is_offset,
        boxes=tuple(_boxes(recording, plan, is_offset)) if with_boxes else ())


def _boxes(recording, plan, is_offset):
    from .picture import Box

    for note in recording.annotations:
        end = recording.samples if note.count is None else note.start + note.count
        if note.start >= plan.start + plan.samples or end <= plan.start:
            continue
        captures = recording.captures_in(note.start, 1) if is_offset else ()
        centre = (captures[0].centre_hz or 0.0) if captures else 0.0
        edges = (None if edge is None else edge - centre
                 for edge in (note.lower_hz, note.upper_hz))
        yield Box(note.start / plan.samp_rate, end / plan.samp_rate, *edges, note.label)


def _print_results(options, recording, plan, columns, outcome):
    speed = plan.samples / outcome.seconds
    if not options.json:
        print_results(f"picture  {options.output}\n"
                      f"device   {outcome.device}\n"
                      f"speed    {speed / 1e6:.3g} MS/s ({plan.samples} samples in "
                      f"{outcome.seconds:.3g} s)")
        return
    print_results(json.dumps({
        "picture": options.output, "recording": recording.path, "device": outcome.device,
        "plan": outcome.plan_line, "samples": plan.samples, "seconds": outcome.seconds,
        "samples_per_second": speed, "format": recording.format_name,
        "samp_rate": plan.samp_rate, "start": plan.start / plan.samp_rate,
        "length": plan.length, "hop": plan.hop, "window": plan.window,
        "frames": plan.frames, "average": plan.per_column,
        "columns": columns.power.shape[1], "rows": columns.power.shape[0],
        "rbw_hz": plan.rbw_hz, "nan_frames": columns.bad_frames}))


def _judge(recording, plan, columns, options):
    """The exit status: a picture with holes is made, but must not pass for a good one."""
    if not columns.bad_frames:
        return OK
    where = (plan.start + columns.first_bad_frame * plan.hop) / plan.samp_rate
    accept = "" if options.allow_damaged else "; --allow-damaged accepts that"
    flaw = _flaw_words(recording, plan, columns)
    _warn(f"{recording.path}: {columns.bad_frames} of {plan.frames} frames, the first at "
          f"{where:.6g} s, hold samples that are {flaw}; their columns are white{accept}")
    return OK if options.allow_damaged else BAD_INPUT


def _flaw_words(recording, plan, columns):
    """What the samples of the first bad frame are, whose spectrum is not finite."""
    start = plan.start + columns.first_bad_frame * plan.hop
    if np.isfinite(recording.read(start, plan.length)).all():
        return "too large for powers in single precision"
    return "NaN or infinite"


def _warn(text):
    print_any_name()
    print(f"{PROGRAM}: {' '.join(str(text).split())}", file=sys.stderr)


def _complain(error, status):
    if isinstance(error, OSError) and error.strerror:
        where = f"{error.filename}: " if error.filename else ""
        _warn(f"{where}{error.strerror}")
    elif isinstance(error, MemoryError):
        _warn(f"out of memory; a shorter --length needs less ({error})")
    elif isinstance(error, ImportError):
        _warn(f"{error}; on Debian: apt install python3-matplotlib python3-scipy "
              f"python3-tqdm")
    else:
        _warn(error)
    return status


if __name__ == "__main__":
    sys.exit(main())
