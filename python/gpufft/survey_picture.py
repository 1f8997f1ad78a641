# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures for `gpufft show` and `gpufft psd`: numbers on standard input become a PNG.

The first line is a JSON object, behind it come float32 numbers. Of a waterfall they are
[rows][columns], lowest frequency first; of curves one behind the other:

output         the file
kind           "waterfall" or "curves"
title, subtitle
label          of the levels, with their unit
is_offset      frequencies are relative to a centre
rows, columns, times_s, frequencies_hz, time_label, dynamic_range, is_ratio (no levels in dB)
               of a waterfall
curves         each with name, first_hz, step_hz, count
"""
import json
import os
import signal
import sys

import numpy as np

from ._program import print_any_name, print_results, terminable
from .atomic_file import write_file

OK, BAD_INPUT = 0, 1


def main():
    """Draws what standard input holds, and returns the program's exit status."""
    print_any_name()
    program = "gpufft"
    try:
        with terminable():
            head = json.loads(sys.stdin.buffer.readline())
            program = head["program"]
            values = np.frombuffer(sys.stdin.buffer.read(), np.float32)
            write_file(head["output"], _png(head, values))
            if not head["output"].startswith("/dev/"):
                print_results(f"picture  {head['output']}")
            return OK
    except (ValueError, OSError, ImportError, MemoryError) as error:
        text = str(error)
        if isinstance(error, OSError) and error.filename is not None:
            text = f"{os.fspath(error.filename)}: {error.strerror}"
        print(f"{program}: {text}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt as interrupt:
        return 128 + (interrupt.args[0] if interrupt.args else signal.SIGINT)


def _png(head, values):
    from . import curve_picture, picture

    if head["kind"] == "curves":
        return curve_picture.draw(head, values)
    rows, columns = head["rows"], head["columns"]
    return picture.draw(
        picture.Spectrogram(
            values.reshape(rows, columns), times_s=tuple(head["times_s"]),
            end_s=head["times_s"][1], frequencies_hz=tuple(head["frequencies_hz"]),
            title=head["title"], subtitle=head["subtitle"], is_offset=head["is_offset"],
            is_level=True, label=head["label"], time_label=head["time_label"],
            limits=_limits(values) if head["is_ratio"] else None),
        head["dynamic_range"], head["program"])


def _limits(values):
    """Of what is no level: nearly all of it, so that few extremes do not dim the rest."""
    known = values[np.isfinite(values)]
    if not len(known):
        return 0.0, 1.0
    bottom, top = map(float, np.percentile(known, [1, 99.5]))
    return (bottom, top) if bottom < top else (bottom - 0.5, bottom + 0.5)


if __name__ == "__main__":
    sys.exit(main())
